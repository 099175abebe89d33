import { displayHash, type Height } from '@glassblock/primitives';
import { type ElementsBlock, readElementsBlock, spendsElementsOutput } from '@glassblock/primitives/elements';
import { recordedChain } from '../../../primitives/test/support/elements.ts';
import { writeElementsSpent } from '../../src/elements.ts';
import type { ChainSource } from '../../src/index.ts';

/** A node with the recorded Elements chain up to a height, which tests change. */
export class RecordedChainSource {
  readonly blocks: readonly ElementsBlock[] = recordedChain().map(readElementsBlock);
  /** Height of the tip. */
  height = this.blocks.length - 1;
  private readonly byHash = new Map(this.blocks.map((block) => [displayHash(block.hash), block]));
  private readonly txs = new Map(this.blocks.flatMap(({ txs }) => txs).map((tx) => [displayHash(tx.txid), tx]));

  readonly source: ChainSource = {
    tip: async () => ({
      height: this.height as Height,
      hash: this.blocks[this.height]!.hash,
      catchingUp: false,
    }),
    hashAt: async (height) => (height > this.height ? undefined : this.blocks[height]!.hash),
    headersFrom: async () => [],
    blockWithSpent: async (hash) => {
      const block = this.byHash.get(displayHash(hash))!;
      return { block: block.bytes, spent: writeElementsSpent(this.spentBy(block)) };
    },
  };

  private spentBy({ txs, header }: ElementsBlock) {
    return txs.map((tx) =>
      tx
        .inputs()
        .map((input) =>
          spendsElementsOutput(input, tx, header.height)
            ? this.txs.get(displayHash(input.prevTxid))!.output(input.prevVout)
            : undefined,
        ),
    );
  }
}
