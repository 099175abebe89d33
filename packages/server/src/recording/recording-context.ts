import type { MempoolSample, Samples, Summaries } from '@glassblock/mempool';
import type { Audits } from './audits.ts';
import type { BlockFacts } from './block-facts.ts';
import type { Forecasts } from './forecasting.ts';
import type { NetworkJournal } from './journal/network-journal.ts';
import type { StorageLosses } from './storage-losses.ts';

/** Records of a network over time. */
export interface RecordingContext {
  readonly journal: NetworkJournal;
  /** Losses by damaged files. */
  readonly losses: Pick<StorageLosses, 'current'>;
  /** Facts of all blocks in columns. */
  readonly facts: BlockFacts;
  /** Block audits. */
  readonly audits: Audits;
  /** Mempool samples over time. */
  readonly samples: Samples;
  /** Mempool summaries by the minute. */
  readonly summaries: Summaries;
  /** Own fee rate forecasts and their scores. */
  readonly forecasts: Forecasts;
  /** Subscribes to new samples. */
  onSample(listener: (sample: MempoolSample) => void): () => void;
}
