import type { Store } from '@glassblock/store';
import type { ChainSource } from '../chain-source.ts';
import type { Prefixer } from '../prefixer.ts';

/** What a hand works with: its own way into the store and to the node. */
export interface BulkTaskRunnerOptions {
  store: Store;
  prefixer: Prefixer;
  source: ChainSource;
  /** Where records wait for their tables. */
  directory: string;
}
