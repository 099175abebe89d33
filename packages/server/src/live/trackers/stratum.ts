import type { StratumJob } from '@glassblock/contract';
import type { StratumSource } from '../../sources/stratum/stratum-jobs.ts';
import { type FramePart, partOf } from '../sending/json-text.ts';
import type { Outbox } from '../sending/outbox.ts';
import type { Session } from '../sending/session.ts';
import type { Topics } from '../topics.ts';
import type { Tracker } from '../tracker.ts';

/** `track-stratum`: the jobs of all mining pools, or of one; without a collector nothing is sent. */
export interface StratumTracker extends Tracker {
  /**
   * Replaces the subscription of a session; undefined: stop.
   * @returns all known jobs
   */
  follow(session: Session, miningPool: 'all' | number | undefined): FramePart;
  /** Sends a new job to the sessions that follow it. */
  onJob(job: StratumJob, outbox: Outbox): void;
}

/** Creates the tracker. @param source undefined: there is no collector */
export function createStratumTracker(topics: Topics, source: Pick<StratumSource, 'jobs'> | undefined): StratumTracker {
  const topic = topics.create<'all' | number>();
  return {
    needsTxs: false,
    needsBlocks: false,
    follow(session, miningPool) {
      topic.clear(session);
      if (miningPool === undefined || source === undefined) return {};
      topic.subscribe(session, miningPool, undefined);
      return partOf({ stratumJobs: Object.fromEntries(source.jobs()) });
    },
    onJob(job, outbox) {
      const message = partOf({ stratumJob: job });
      for (const key of ['all', job.pool] as const)
        for (const session of topic.sessionsOf(key)) outbox.put(session, message);
    },
  };
}
