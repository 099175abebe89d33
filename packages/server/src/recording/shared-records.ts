import type { MempoolSample, MempoolSummary, Samples, Summaries } from '@glassblock/mempool';
import type { AuditScore, BlockAudit } from '@glassblock/mempool/audit';
import type { ForecastLog } from '@glassblock/mempool/forecast';

/** A record that a follower stores and shares with the others. */
export type SharedRecord =
  | { type: 'sample'; sample: MempoolSample }
  | { type: 'summary'; summary: MempoolSummary }
  | { type: 'audit'; audit: BlockAudit; score: AuditScore }
  | { type: 'forecast'; forecast: Parameters<ForecastLog['addForecast']>[0] }
  | { type: 'forecast-block'; block: Parameters<ForecastLog['addBlock']>[0] };

/** Records of a network that its followers share, so that one that takes over has those of the one before it. */
export interface RecordSharing {
  /** Shares a record that this process has stored. */
  publish(record: SharedRecord): void;
  /**
   * Receives the records of other followers since this process did so last.
   * @param receive stores a record, which it may have already
   */
  follow(receive: (record: SharedRecord) => Promise<void>): FollowedRecords;
  close(): Promise<void>;
}

/** Records that are being received. */
export interface FollowedRecords {
  /** Resolves when all records so far are received, or after some seconds; receives no more. */
  end(): Promise<void>;
}

/** Shares a record that this process has stored. */
export type Share = (record: SharedRecord) => void;

/** Returns samples that share each one that they store. */
export const sharedSamples = (samples: Samples, share: Share): Samples => ({
  ...samples,
  async add(sample) {
    const isStored = await samples.add(sample);
    if (isStored) share({ type: 'sample', sample });
    return isStored;
  },
});

/** Returns summaries that share each one that they store. */
export const sharedSummaries = (summaries: Summaries, share: Share): Summaries => ({
  ...summaries,
  async add(summary) {
    await summaries.add(summary);
    share({ type: 'summary', summary });
  },
});
