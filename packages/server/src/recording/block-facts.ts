import { join } from 'node:path';
import { createFactFollower, type FactFollower, openIndexView, type Prefixer } from '@glassblock/index';
import { isCoded, type NetworkRow } from '@glassblock/primitives';
import type { Store } from '@glassblock/store';
import type { MiningPoolFinder } from '../mining-pools/mining-pools.ts';

/** Facts of all blocks of a network, following its index. */
export interface BlockFacts extends Pick<FactFollower, 'columns' | 'indexed' | 'settled' | 'attributed' | 'stop'> {
  /** Follows the index now. */
  wake(): void;
}

/** Directory of the facts below a network's. */
export const blockFactsPart = 'facts';

/** Options of the block facts. */
export interface BlockFactsOptions {
  network: NetworkRow;
  miningPools: MiningPoolFinder;
  index(): { store: Store; prefixer: Prefixer } | undefined;
  /** Of the network; undefined: not stored. */
  directory: string | undefined;
  /** Called when facts cannot be read or stored now: retried later. */
  onError(error: unknown): void;
  /** Called on a bug. */
  onUnexpectedError(error: unknown): void;
}

/** Opens the block facts. */
export function openBlockFacts(options: BlockFactsOptions): BlockFacts {
  const { network, miningPools, index, directory } = options;
  let isStopped = false;
  const onError = (error: unknown): void => {
    // the index closes when the program ends, and while it is exported or rebuilt: the facts go on afterwards
    if (!isStopped && !isCoded(error, 'store.closed')) options.onError(error);
  };
  const follower = createFactFollower({
    async openView() {
      const current = index();
      return current === undefined ? undefined : openIndexView(current.store, current.prefixer);
    },
    miningPoolOf: ({ figures }) => miningPools.find(figures.coinbaseScript, figures.payoutScripts, network).id,
    rules: miningPools.rules,
    directory: directory === undefined ? undefined : join(directory, blockFactsPart),
    onError,
  });
  return {
    columns: follower.columns,
    get indexed() {
      return follower.indexed;
    },
    settled: () => follower.settled(),
    attributed: () => follower.attributed(),
    wake() {
      follower.catchUp().catch((error: unknown) => {
        if (isCoded(error)) onError(error);
        else if (!isStopped) options.onUnexpectedError(error);
      });
    },
    async stop() {
      isStopped = true;
      await follower.stop();
    },
  };
}
