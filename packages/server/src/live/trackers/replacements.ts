import type { NetworkContext } from '../../network/network-context.ts';
import { type FramePart, partOf } from '../messages/json-text.ts';
import { createSharedAnswer } from '../messages/shared-answer.ts';
import type { Session } from '../session.ts';
import { createSubscribers } from '../subscribers.ts';
import type { Tracker } from '../tracker.ts';

/** Which replacements a session follows. */
export type RbfMode = 'all' | 'fullRbf';

/** `track-rbf` and `track-rbf-summary`: the latest replacements of the whole mempool. */
export interface ReplacementTracker extends Tracker {
  followTrees(session: Session, mode: RbfMode | undefined): Promise<FramePart>;
  followSummary(session: Session, on: boolean): FramePart;
}

const maxAgeMs = 10_000;

/** Creates the tracker. */
export function createReplacementTracker(context: NetworkContext, nowMs: () => number): ReplacementTracker {
  const modes = new Map<Session, RbfMode>();
  const sessions = createSubscribers<RbfMode, Session>();
  const summaries = new Set<Session>();

  const latest = (mode: RbfMode) =>
    createSharedAnswer({
      make: async () => partOf({ rbfLatest: await context.mempool.replacements({ fullOnly: mode === 'fullRbf' }) }),
      maxAgeMs,
      nowMs,
    });
  const trees = { all: latest('all'), fullRbf: latest('fullRbf') };

  function leaveTrees(session: Session): void {
    const mode = modes.get(session);
    if (mode === undefined) return;
    modes.delete(session);
    sessions.remove(mode, session);
  }

  return {
    needsTxs: false,
    needsBlocks: false,
    forget(session) {
      leaveTrees(session);
      summaries.delete(session);
    },
    async followTrees(session, mode) {
      leaveTrees(session);
      if (mode === undefined) return {};
      modes.set(session, mode);
      sessions.add(mode, session);
      return trees[mode].get();
    },
    followSummary(session, on) {
      if (!on) {
        summaries.delete(session);
        return {};
      }
      summaries.add(session);
      return partOf({ rbfLatestSummary: context.frame().rbfSummary });
    },
    async onMempoolFrame({ rbfChanges, rbfSummary }, outbox) {
      if (rbfChanges === undefined) return;
      for (const mode of ['all', 'fullRbf'] as const) {
        trees[mode].outdate();
        if (!sessions.has(mode)) continue;
        const part = await trees[mode].get();
        for (const session of sessions.of(mode)) outbox.put(session, part);
      }
      const part = partOf({ rbfLatestSummary: rbfSummary });
      for (const session of summaries) outbox.put(session, part);
    },
  };
}
