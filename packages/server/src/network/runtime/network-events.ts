import type { Fact } from '@glassblock/journal';
import type { MempoolEntry, MempoolFrame, MempoolSample } from '@glassblock/mempool';
import type { MempoolBlock } from '../../threads/messages.ts';
import type { IndexProgress } from '../chain/index/index-progress.ts';
import { createListeners, type Listeners } from '../listeners.ts';

/** Events between the parts of one network. */
export interface NetworkEvents {
  /** Progress or node state changed. */
  readonly state: Listeners<void>;
  /** Rows of the index can be read, or changed. */
  readonly indexReadable: Listeners<void>;
  /** The index connected or disconnected blocks. */
  readonly indexFacts: Listeners<{ facts: readonly Fact[]; progress: IndexProgress }>;
  readonly indexProgress: Listeners<IndexProgress>;
  /** Block facts were appended to the journal. */
  readonly journalBlocks: Listeners<void>;
  readonly mempoolFacts: Listeners<readonly Fact[]>;
  /** Entries of transactions that are added by the next facts. */
  readonly mempoolEntries: Listeners<readonly MempoolEntry[]>;
  readonly frame: Listeners<MempoolFrame>;
  /** The mempool connected a block. */
  readonly mempoolBlock: Listeners<MempoolBlock>;
  /** Display ids in replacement trees that may have been mined since the last run. */
  readonly unresolved: Listeners<readonly string[]>;
  /** The node has a new block that the journal will not report, as the index is being built. */
  readonly headBlock: Listeners<void>;
  /** A sample of the mempool was stored. */
  readonly sample: Listeners<MempoolSample>;
}

/** Creates the events of a network. */
export function createNetworkEvents(): NetworkEvents {
  return {
    state: createListeners(),
    indexReadable: createListeners(),
    indexFacts: createListeners(),
    indexProgress: createListeners(),
    journalBlocks: createListeners(),
    mempoolFacts: createListeners(),
    mempoolEntries: createListeners(),
    frame: createListeners(),
    mempoolBlock: createListeners(),
    unresolved: createListeners(),
    headBlock: createListeners(),
    sample: createListeners(),
  };
}
