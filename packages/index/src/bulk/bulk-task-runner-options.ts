import type { Store } from '@glassblock/store';
import type { ChainSource } from '../chain-source.ts';
import type { Prefixer } from '../prefixer.ts';

/** Resources of a task runner: its own connections to store and node. */
export interface BulkTaskRunnerOptions {
  store: Store;
  prefixer: Prefixer;
  source: ChainSource;
  /** Directory of record files. */
  directory: string;
}
