import type { LiquidPrevout } from '@glassblock/contract/liquid';
import { hashFromDisplay } from '@glassblock/primitives';
import { plainElementsOutput } from '@glassblock/primitives/elements';
import { type LiquidContext, withLiquidIndex } from '../../network/liquid/liquid-context.ts';
import { outpointsIn } from '../tx/outpoint-bodies.ts';
import type { OutpointText } from '../tx/transactions.ts';
import { type LiquidHandlers, value } from './liquid-call.ts';

/** Returns outputs by outpoint, of the mempool or unspent in the chain; null for others. */
const prevouts = (context: LiquidContext, outpoints: readonly OutpointText[]): Promise<(LiquidPrevout | null)[]> =>
  withLiquidIndex(context, async (view) => {
    const { txs } = await context.mempool.current();
    const places = await Promise.all(outpoints.map(({ txid }) => view.locate(hashFromDisplay(txid))));
    const numbers = places.flatMap(([number]) => number ?? []);
    const [mined, spent] = await Promise.all([
      context.node.confirmed(view, numbers),
      view.spendersOf(numbers.map((number) => ({ number }))),
    ]);
    let next = 0;
    return outpoints.map(({ txid, vout }, i): LiquidPrevout | null => {
      const isMined = places[i]!.length > 0;
      const at = isMined ? next++ : -1;
      const tx = isMined ? mined[at] : txs.get(txid)?.tx;
      if (tx === undefined || vout >= tx.outputCount || (isMined && spent[at]!.has(vout))) return null;
      return { prevout: plainElementsOutput(tx.output(vout), context.network), unconfirmed: !isMined };
    });
  });

/** Handler of the route of outputs by outpoint. */
export const liquidPrevoutHandlers = {
  v1Prevouts: value((context, { body }) => prevouts(context, outpointsIn(body))),
} satisfies Partial<LiquidHandlers>;
