import { readWholeElementsTransaction } from '@glassblock/primitives/elements';
import type { LiquidContext } from '../../../network/liquid/liquid-context.ts';
import type { LiquidMempoolState } from '../../../network/liquid/liquid-mempool.ts';
import { type PackageLimits, sendPackage } from '../../tx/broadcast.ts';
import { unsentTx } from '../../tx/broadcast-handlers.ts';
import { type PreviewMember, parentsOf, previewWith } from '../../tx/cpfp-preview.ts';
import { checkedList, codeOnly, hexItems } from '../../tx/hex-bodies.ts';
import { type LiquidHandlers, value } from '../liquid-call.ts';

/** Related transactions that are considered: miners' packages are far smaller. */
const maxRelated = 500;

/** Returns the transactions that are related to some, with them. Sizes are those with discount. */
function relatedTo(state: LiquidMempoolState, txids: readonly string[]): Map<string, PreviewMember> {
  const { txs, spends } = state;
  const open = new Set(txids.filter((txid) => txs.has(txid)));
  for (const txid of open) {
    const { parents, tx } = txs.get(txid)!;
    const children = Array.from({ length: tx.outputCount }, (_, vout) => spends.get(`${txid}:${vout}`)?.txid ?? '');
    for (const id of [...parents, ...children]) if (txs.has(id) && open.size < maxRelated) open.add(id);
  }
  return new Map(
    [...open].map((txid) => {
      const { fee, tx, parents } = txs.get(txid)!;
      const { discountWeight: weight } = tx;
      return [txid, { txid, fee, weight, size: weight, parents }];
    }),
  );
}

async function send(context: LiquidContext, hexes: readonly string[], limits: PackageLimits) {
  const result = await sendPackage(context, hexes, limits);
  context.mempool.expire();
  return result;
}

const limitsOf = (query: { maxfeerate?: number; maxburnamount?: number }): PackageLimits => ({
  maxFeeRate: query.maxfeerate,
  maxBurn: query.maxburnamount,
});

/** Handlers of packages and of the preview of unsent transactions on Liquid networks. */
export const packageHandlers = {
  txsPackage: value((context, input) => send(context, hexItems(input), limitsOf(input.query))),
  v1TxsPackage: value((context, input) => {
    const list = checkedList(input, 'v1.package', readWholeElementsTransaction);
    return codeOnly('v1.package', send(context, list, limitsOf(input.query)));
  }),
  v1CpfpPreview: value(async ({ mempool }, { body }) => {
    const unsent = unsentTx(body);
    return [previewWith(unsent, relatedTo(await mempool.current(), parentsOf(unsent)))];
  }),
} satisfies Partial<LiquidHandlers>;
