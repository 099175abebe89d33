import type { TxNumber } from '@glassblock/index';
import type { ElementsView } from '@glassblock/index/elements';
import { displayHash } from '@glassblock/primitives';
import { type ElementsOutput, type ElementsTransaction, spendsElementsOutput } from '@glassblock/primitives/elements';
import type { LiquidNode } from './liquid-node.ts';

/** Confirmed transactions, and those that are not, by txid in display order. */
export interface LiquidTxSources {
  readonly view: ElementsView;
  readonly node: LiquidNode;
  unconfirmed(txid: string): ElementsTransaction | undefined;
}

/** The outputs that a transaction spends, in input order; undefined where it spends none of this chain. */
export type Prevouts = readonly (ElementsOutput | undefined)[];

/** Heights do not matter for transactions after genesis. */
const afterGenesis = 1;

/**
 * Returns the outputs that transactions spend.
 * @param heights of their blocks; absent: all are after genesis
 * @throws {CodedError} of the index and the node
 */
export async function prevoutsOf(
  { view, node, unconfirmed }: LiquidTxSources,
  txs: readonly ElementsTransaction[],
  heights?: readonly number[],
): Promise<Prevouts[]> {
  const parents = new Map<string, ElementsTransaction | undefined>();
  const wanted = new Map<string, Uint8Array>();
  for (const [i, tx] of txs.entries()) {
    for (const input of tx.inputs()) {
      if (!spendsElementsOutput(input, tx, heights?.[i] ?? afterGenesis)) continue;
      const id = displayHash(input.prevTxid);
      const known = unconfirmed(id);
      if (known === undefined) wanted.set(id, input.prevTxid);
      else parents.set(id, known);
    }
  }
  const numbers: TxNumber[] = [];
  const ids: string[] = [];
  for (const [id, txid] of wanted) {
    const [number] = await view.locate(txid);
    if (number === undefined) continue;
    numbers.push(number);
    ids.push(id);
  }
  for (const [i, tx] of (await node.confirmed(view, numbers)).entries()) parents.set(ids[i]!, tx);
  return txs.map((tx, i) =>
    tx.inputs().map((input) => {
      if (!spendsElementsOutput(input, tx, heights?.[i] ?? afterGenesis)) return undefined;
      const parent = parents.get(displayHash(input.prevTxid));
      return parent !== undefined && input.prevVout < parent.outputCount ? parent.output(input.prevVout) : undefined;
    }),
  );
}
