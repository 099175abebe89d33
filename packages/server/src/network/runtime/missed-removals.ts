import { hashFromDisplay, type Txid } from '@glassblock/primitives';
import { mapBounded } from '../../concurrency/map-bounded.ts';
import type { JournalWriter } from '../../recording/journal/journal-writer.ts';
import type { MempoolThread } from '../../threads/mempool-thread.ts';
import type { ChainContext } from '../chain/chain-context.ts';
import { withChain } from '../chain/chain-reader.ts';

const lookupConcurrency = 16;

/** Transactions that left the mempool while the program was not running. */
export interface MissedRemovals {
  /** Adds display ids in replacement trees of the last run, which may have been mined since. */
  addUnresolved(txids: readonly string[]): void;
  /** Resolves those in the chain, and the mempool of the last run; called while index and mempool are in sync. */
  resolve(): Promise<void>;
}

/** Creates the resolution of missed removals. */
export function createMissedRemovals(
  context: ChainContext,
  journalWriter: JournalWriter,
  mempool: MempoolThread,
): MissedRemovals {
  let unresolved: readonly string[] = [];

  async function areMined(txids: readonly Txid[]): Promise<boolean[]> {
    const numbers = await withChain(context, (chain) =>
      mapBounded(txids, lookupConcurrency, (txid) => chain.numberOf(txid)),
    );
    return txids.map((_, i) => numbers?.[i] !== undefined);
  }

  return {
    addUnresolved(txids) {
      unresolved = [...unresolved, ...txids];
    },
    async resolve() {
      await journalWriter.appendMissedRemovals(areMined);
      const txids = unresolved;
      if (txids.length === 0) return;
      unresolved = [];
      const isMined = await areMined(txids.map(hashFromDisplay)).catch((error: unknown) => {
        unresolved = [...txids, ...unresolved];
        throw error;
      });
      const mined = txids.filter((_, i) => isMined[i]);
      if (mined.length > 0) mempool.noteMined(mined);
    },
  };
}
