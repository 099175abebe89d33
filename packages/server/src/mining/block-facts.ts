import { join } from 'node:path';
import { createFactFollower, type FactFollower, openIndexView, type Prefixer } from '@glassblock/index';
import { isCoded, type NetworkRow } from '@glassblock/primitives';
import type { Store } from '@glassblock/store';
import type { MiningPoolFinder } from '../query/mining-pools.ts';

/** Facts of all blocks of a network, kept in step with its index. */
export interface BlockFacts extends Pick<FactFollower, 'columns' | 'indexed' | 'settled' | 'attributed' | 'stop'> {
  /** Looks at the index now: it has moved. */
  wake(): void;
}

/** Its directory in that of a network. */
export const blockFactsPart = 'facts';

export interface BlockFactsOptions {
  network: NetworkRow;
  miningPools: MiningPoolFinder;
  index(): { store: Store; prefixer: Prefixer } | undefined;
  /** Of the network; undefined: nothing is kept. */
  directory: string | undefined;
  /** Facts cannot be read or kept at the moment: the next look tries again. */
  onError(error: unknown): void;
  /** A fault of ours. */
  onUnexpectedError(error: unknown): void;
}

export function openBlockFacts(options: BlockFactsOptions): BlockFacts {
  const { network, miningPools, index, directory } = options;
  let isStopped = false;
  const follower = createFactFollower({
    async openView() {
      const current = index();
      return current === undefined ? undefined : openIndexView(current.store, current.prefixer);
    },
    miningPoolOf: ({ figures }) => miningPools.find(figures.coinbaseScript, figures.payoutScripts, network).id,
    rules: miningPools.rules,
    directory: directory === undefined ? undefined : join(directory, blockFactsPart),
    onError: options.onError,
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
        if (isStopped) return;
        if (isCoded(error)) options.onError(error);
        else options.onUnexpectedError(error);
      });
    },
    async stop() {
      isStopped = true;
      await follower.stop();
    },
  };
}
