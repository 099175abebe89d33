import type { AuditScore } from '@glassblock/mempool/audit';
import { isCoded } from '@glassblock/primitives';
import type { Audits } from '../../recording/audits.ts';
import type { BusCaller } from '../bus-calls.ts';
import { scoresPerCall } from './network-feed.ts';

/** The audits of a follower: scores are copied, complete audits are requested. */
export interface RemoteAudits extends Audits {
  /** Copies new scores. */
  refresh(): void;
  /** Another follower leads: it has scores of its own, which are added. */
  restart(): void;
}

/** @param onError called on an unexpected error */
export function createRemoteAudits(caller: BusCaller, onError: (error: unknown) => void): RemoteAudits {
  const scores: AuditScore[] = [];
  const byHash = new Map<string, AuditScore>();
  const byHeight = new Map<number, AuditScore[]>();
  /** Scores of the present follower that were read. */
  let read = 0;
  let reading: Promise<void> | undefined;

  async function copy(): Promise<void> {
    for (;;) {
      const start = read;
      const page = (await caller.call('audits.scores', [start])) as AuditScore[];
      if (read !== start) continue;
      read += page.length;
      for (const score of page) {
        if (byHash.has(score.hash)) continue;
        scores.push(score);
        byHash.set(score.hash, score);
        byHeight.set(score.height, [...(byHeight.get(score.height) ?? []), score]);
      }
      if (page.length < scoresPerCall) return;
    }
  }

  const refresh = (): Promise<void> => {
    reading ??= copy()
      .catch((error: unknown) => {
        // away: the next block retries
        if (!isCoded(error)) onError(error);
      })
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };

  return {
    audit: (hash) => caller.call('audits.audit', [hash]) as ReturnType<Audits['audit']>,
    score: (hash) => byHash.get(hash),
    scoresAt: (height) => byHeight.get(height) ?? [],
    scoresFrom: (first) => scores.slice(first),
    async settled(hash) {
      if (byHash.has(hash)) return;
      try {
        await caller.call('audits.settled', [hash]);
      } catch (error) {
        // without an answer the block is shown without its audit
        if (!isCoded(error)) onError(error);
        return;
      }
      await refresh();
    },
    refresh: () => void refresh(),
    restart() {
      read = 0;
      void refresh();
    },
  };
}
