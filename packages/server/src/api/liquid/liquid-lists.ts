import type { LiquidTx } from '@glassblock/contract/liquid';
import type { TxNumber } from '@glassblock/index';
import type { ElementsView } from '@glassblock/index/elements';
import { statusIn } from '../../network/chain/chain-reader.ts';
import type { LiquidContext } from '../../network/liquid/liquid-context.ts';
import type { LiquidMempoolState, LiquidMempoolTx } from '../../network/liquid/liquid-mempool.ts';
import { prevoutsOf } from '../../network/liquid/liquid-txs.ts';
import { unconfirmed } from '../presenters/present-tx.ts';
import { presentLiquidTx } from './present-liquid.ts';

/** Returns confirmed transactions in Esplora's form, in order. */
export async function confirmedTxs(
  { network, node }: LiquidContext,
  view: ElementsView,
  numbers: readonly TxNumber[],
): Promise<LiquidTx[]> {
  const txs = await node.confirmed(view, numbers);
  const heights = numbers.map(({ height }) => height);
  const [prevouts, rows] = await Promise.all([
    prevoutsOf({ view, node, unconfirmed: () => undefined }, txs, heights),
    view.blocksAt(heights),
  ]);
  return txs.map((tx, i) => presentLiquidTx({ tx, prevouts: prevouts[i]!, status: statusIn(rows[i]!) }, network));
}

/** Returns unconfirmed transactions in Esplora's form, in order. */
export const unconfirmedTxs = ({ network }: LiquidContext, entries: readonly LiquidMempoolTx[]): LiquidTx[] =>
  entries.map(({ tx, prevouts }) => presentLiquidTx({ tx, prevouts, status: unconfirmed }, network));

/** Returns those that are not in the chain of a view: the mempool may have been read before the last block. */
export async function stillUnconfirmed(
  view: ElementsView,
  entries: readonly LiquidMempoolTx[],
): Promise<LiquidMempoolTx[]> {
  const places = await Promise.all(entries.map(({ tx }) => view.locate(tx.txid)));
  return entries.filter((_, i) => places[i]!.length === 0);
}

/** Returns the transactions of a script in the mempool, newest first. @param scripthash hex, not reversed */
export const mempoolTxsOf = ({ byScript }: LiquidMempoolState, scripthash: string): readonly LiquidMempoolTx[] =>
  byScript.get(scripthash) ?? [];

/** Returns the transactions of several scripts in the mempool, each once, newest first. */
export function mempoolTxsOfGroup(
  state: LiquidMempoolState,
  scripthashes: readonly string[],
): readonly LiquidMempoolTx[] {
  const [only] = scripthashes;
  if (scripthashes.length === 1 && only !== undefined) return mempoolTxsOf(state, only);
  const found = new Set(scripthashes.flatMap((hash) => mempoolTxsOf(state, hash)));
  return [...state.txs.values()].filter((entry) => found.has(entry));
}
