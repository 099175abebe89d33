import { join } from 'node:path';
import { openSamples, openSummaries, type Samples, type Summaries } from '@glassblock/mempool';
import { type Share, type SharedRecord, sharedSamples, sharedSummaries } from './shared-records.ts';
import type { StorageLosses } from './storage-losses.ts';

/** Records of the mempool by the minute. */
export interface MinuteRecords {
  /** Mempool samples, one a minute. */
  readonly samples: Samples;
  /** The mempool by the minute. */
  readonly summaries: Summaries;
}

/** Open records, which may get those of other processes. */
export interface OpenMinuteRecords extends MinuteRecords {
  /** Stores a record of another process, unless it is known. */
  receive(record: SharedRecord): Promise<void>;
}

/** Options of the records. */
export interface MinuteRecordsOptions {
  /** Of the network; undefined: in memory. */
  directory: string | undefined;
  retentionDays: number;
  losses: StorageLosses;
  /** Called with each record that is stored, for other processes. */
  share: Share;
}

/** Opens the records of a network. @throws errors of the file system */
export async function openMinuteRecords(options: MinuteRecordsOptions): Promise<OpenMinuteRecords> {
  const { directory, retentionDays, losses, share } = options;
  const partAt = (part: string) => (directory === undefined ? undefined : join(directory, part));
  const samples = await openSamples(partAt('samples'), (loss) => losses.report('samples', loss));
  const summaries = await openSummaries({
    directory: partAt('summaries'),
    retentionDays,
    onDamaged: (loss) => losses.report('summaries', loss),
  });
  return {
    samples: sharedSamples(samples, share),
    summaries: sharedSummaries(summaries, share),
    async receive(record) {
      if (record.type === 'sample') await samples.add(record.sample);
      if (record.type === 'summary') await summaries.add(record.summary);
    },
  };
}
