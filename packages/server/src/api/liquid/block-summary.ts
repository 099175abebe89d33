import type { TxClassified } from '@glassblock/contract';
import { CodedError, displayHash, flag, hashFromDisplay } from '@glassblock/primitives';
import type { ElementsTransaction } from '@glassblock/primitives/elements';
import type { Families } from '../../network/chain/block-families.ts';
import { type LiquidContext, withLiquidIndex } from '../../network/liquid/liquid-context.ts';
import { liquidFamilies } from '../../network/liquid/liquid-families.ts';
import { explicitSum } from '../../network/liquid/liquid-mempool.ts';
import { bodyOf } from './block-handlers.ts';
import { type LiquidHandlers, value } from './liquid-call.ts';

/** Returns all transactions of a block in order. @throws {CodedError} v1.block-summary; of the node */
const summaryOf = (context: LiquidContext, id: string): Promise<TxClassified[]> =>
  withLiquidIndex(context, async (view) => {
    const found = await view.blockByHash(hashFromDisplay(id));
    if (found === undefined) throw new CodedError('v1.block-summary', 'no such block', { datum: id });
    const block = await bodyOf(context, view, found);
    const { txs } = liquidFamilies(block, context.network.nativeAsset);
    return block.txs.map((tx, position) => rowOf(tx, txs[position]!));
  });

const rowOf = (tx: ElementsTransaction, family: Families['txs'][number]): TxClassified => ({
  txid: displayHash(tx.txid),
  fee: family.relative.fee,
  vsize: tx.discountVsize,
  value: explicitSum(tx),
  rate: family.rate,
  flags: flagsOf(tx, family),
});

/** Replaceability, version and relatives: other flags are defined for transactions whose amounts are known. */
function flagsOf(tx: ElementsTransaction, { parents, children }: Families['txs'][number]): number {
  const signals = !tx.isCoinbase && tx.inputs().some(({ sequence }) => sequence < 0xfffffffe);
  const version = { 1: flag.v1, 2: flag.v2, 3: flag.v3 }[tx.version] ?? 0;
  return (
    (signals ? flag.rbf : flag.noRbf) +
    version +
    (children.length > 0 ? flag.cpfpParent : 0) +
    (parents.length > 0 ? flag.cpfpChild : 0)
  );
}

/** Handlers of block summaries; blocks of Liquid have no audits. */
export const summaryHandlers = {
  v1BlockSummary: value((context, { params }) => summaryOf(context, params.hash)),
  v1BlockTxSummary: value(async (context, { params: { hash, txid } }) => {
    const found = (await summaryOf(context, hash)).find((tx) => tx.txid === txid);
    if (found === undefined) throw new CodedError('v1.not-in-summary', 'not in the block', { datum: txid });
    return found;
  }),
  v1BlockAudit: async (): Promise<never> => {
    throw new CodedError('v1.audit', 'blocks of Liquid have no audits');
  },
  v1TxAudit: async (): Promise<never> => {
    throw new CodedError('v1.tx-audit', 'blocks of Liquid have no audits');
  },
} satisfies Partial<LiquidHandlers>;
