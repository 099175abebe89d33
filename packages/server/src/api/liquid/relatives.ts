import type { CpfpInfo } from '@glassblock/contract';
import { fieldsOf } from '@glassblock/node';
import { hashFromDisplay } from '@glassblock/primitives';
import { type LiquidContext, withLiquidIndex } from '../../network/liquid/liquid-context.ts';
import { liquidFamilies } from '../../network/liquid/liquid-families.ts';
import type { LiquidMempoolState, LiquidMempoolTx } from '../../network/liquid/liquid-mempool.ts';
import { projectionOf } from '../../network/liquid/liquid-projection.ts';
import { cpfpInBlock } from '../tx/cpfp.ts';
import { type LiquidHandlers, value } from './liquid-call.ts';

const maxRelatives = 100;

type Relative = CpfpInfo['ancestors'][number];

/** Returns the relatives of a transaction, in the mempool or in its block. Weights are those with discount. */
export async function liquidCpfp(context: LiquidContext, txid: string): Promise<CpfpInfo> {
  const { mempool, network } = context;
  const state = await mempool.current();
  const entry = state.txs.get(txid.toLowerCase());
  if (entry === undefined) {
    return withLiquidIndex(context, async (view) => {
      const [number] = await view.locate(hashFromDisplay(txid));
      if (number === undefined) return { ancestors: [] };
      const [row] = await view.blocksAt([number.height]);
      const block = await context.node.block(row!.header.hash);
      return cpfpInBlock(liquidFamilies(block, network.nativeAsset), number.position);
    });
  }
  const { txs, spends } = state;
  const childrenOf = ({ tx, txid: id }: LiquidMempoolTx) =>
    Array.from({ length: tx.outputCount }, (_, vout) => spends.get(`${id}:${vout}`)?.txid ?? '');
  return {
    ancestors: walk(txs, entry, ({ parents }) => parents),
    descendants: walk(txs, entry, childrenOf),
    bestDescendant: null,
    effectiveFeePerVsize: projectionOf(state).rates.get(entry.txid)!,
    sigops: 0,
    fee: entry.fee,
    adjustedVsize: entry.discountVsize,
    acceleration: false,
  };
}

/** At most 100 relatives. */
function walk(
  txs: LiquidMempoolState['txs'],
  start: LiquidMempoolTx,
  next: (entry: LiquidMempoolTx) => Iterable<string>,
): Relative[] {
  const found = new Set([start]);
  for (const entry of found) {
    for (const id of next(entry)) {
      const other = txs.get(id);
      if (other !== undefined && found.size <= maxRelatives) found.add(other);
    }
  }
  found.delete(start);
  return [...found].map(({ txid, fee, tx }) => ({ txid, fee, weight: tx.discountWeight }));
}

/** Times at which the node has first seen transactions; 0 for those that are not in the mempool. */
async function transactionTimes({ mempool, client }: LiquidContext, txids: readonly string[]): Promise<number[]> {
  const { txs } = await mempool.current();
  const known = txids.filter((txid) => txs.has(txid.toLowerCase()));
  const outcomes = await client.batch(known.map((txid) => ({ method: 'getmempoolentry', params: [txid] })));
  const times = new Map<string, number>();
  for (const [i, outcome] of outcomes.entries()) {
    const time = 'result' in outcome ? fieldsOf(outcome.result, 'getmempoolentry')['time'] : undefined;
    if (typeof time === 'number') times.set(known[i]!, time);
  }
  return txids.map((txid) => times.get(txid) ?? 0);
}

/** Handlers of relatives and first-seen times of unconfirmed transactions. */
export const relativeHandlers = {
  v1Cpfp: value((context, { params }) => liquidCpfp(context, params.txid)),
  v1TransactionTimes: value((context, { query }) =>
    transactionTimes(
      context,
      query['txId[]'].filter((txid) => /^[0-9a-fA-F]{64}$/.test(txid)),
    ),
  ),
} satisfies Partial<LiquidHandlers>;
