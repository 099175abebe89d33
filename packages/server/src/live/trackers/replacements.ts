import type { NetworkContext } from '../../network/network-context.ts';
import { createSharedAnswer } from '../messages/shared-answer.ts';
import { type FramePart, partOf } from '../sending/json-text.ts';
import type { Session } from '../sending/session.ts';
import type { Topics } from '../topics.ts';
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
export function createReplacementTracker(
  context: NetworkContext,
  topics: Topics,
  nowMs: () => number,
): ReplacementTracker {
  const treeTopic = topics.create<RbfMode>();
  const summaryTopic = topics.create<'summary'>();

  const latest = (mode: RbfMode) =>
    createSharedAnswer({
      make: async () => partOf({ rbfLatest: await context.mempool.replacements({ fullOnly: mode === 'fullRbf' }) }),
      maxAgeMs,
      nowMs,
    });
  const trees = { all: latest('all'), fullRbf: latest('fullRbf') };

  return {
    needsTxs: false,
    needsBlocks: false,
    async followTrees(session, mode) {
      treeTopic.clear(session);
      if (mode === undefined) return {};
      treeTopic.subscribe(session, mode, undefined);
      return trees[mode].get();
    },
    followSummary(session, on) {
      if (!on) {
        summaryTopic.clear(session);
        return {};
      }
      summaryTopic.subscribe(session, 'summary', undefined);
      return partOf({ rbfLatestSummary: context.frame().rbfSummary });
    },
    async onMempoolFrame({ rbfChanges, rbfSummary }, outbox) {
      if (rbfChanges === undefined) return;
      for (const mode of ['all', 'fullRbf'] as const) {
        trees[mode].outdate();
        if (!treeTopic.has(mode)) continue;
        const part = await trees[mode].get();
        for (const session of treeTopic.sessionsOf(mode)) outbox.put(session, part);
      }
      const part = partOf({ rbfLatestSummary: rbfSummary });
      for (const session of summaryTopic.sessionsOf('summary')) outbox.put(session, part);
    },
  };
}
