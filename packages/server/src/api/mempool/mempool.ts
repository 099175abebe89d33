import type { FeeEstimates, MempoolStats, RecentTx, RecommendedFees, Tx, V1RecentTx } from '@glassblock/contract';
import { fieldsOf } from '@glassblock/node';
import { CodedError, fromHex, hashFromDisplay, toHex } from '@glassblock/primitives';
import { cachedAnswer, cachedPerOwner } from '../../concurrency/cached-answer.ts';
import { chunksOf, mapBounded } from '../../concurrency/map-bounded.ts';
import type { MempoolContext } from '../../network/mempool-context.ts';
import type { NetworkInfo } from '../../network/network-info.ts';
import type { NodeContext } from '../../network/node-context.ts';
import type { RecordingContext } from '../../recording/recording-context.ts';
import { isTxid, mempoolTransactions } from '../tx/transactions.ts';

/** Maximum bytes of transactions of a page: as JSON they are ten times as large. */
const pageBytes = 2_000_000;
const idsPerBatch = 100;
/** Concurrent journal searches. */
const findConcurrency = 8;

/** Returns the totals of the mempool. */
export async function mempoolStats(context: MempoolContext): Promise<MempoolStats> {
  const { count, vsize, totalFee, histogram } = await context.mempool.totals();
  return { count, vsize, total_fee: totalFee, fee_histogram: histogram };
}

/** Returns the 10 newest transactions, with vsize rounded up as Esplora has it. */
export const recentTxs = (context: MempoolContext): RecentTx[] =>
  v1RecentTxs(context).map((tx) => ({ ...tx, vsize: Math.ceil(tx.vsize) }));

/** Returns the 10 newest transactions. */
export function v1RecentTxs(context: MempoolContext): V1RecentTx[] {
  return context
    .frame()
    .newest.slice(0, 10)
    .map(({ txid, fee, vsize, value }) => ({ txid, fee, vsize, value }));
}

/** Returns mempool ids in key order after a cursor, which need not exist; a malformed one is ignored. */
export async function txidsPage(context: MempoolContext, last: string | undefined, limit: number): Promise<string[]> {
  const after = isTxid(last) ? { after: fromHex(last) } : {};
  return listOfIds(await context.mempool.txids({ ...after, limit }));
}

/** Returns all mempool ids in key order. */
export const allTxids = async (context: MempoolContext): Promise<string[]> =>
  listOfIds(await context.mempool.txids({}));

function listOfIds(ids: Uint8Array): string[] {
  const hex = toHex(ids);
  return Array.from({ length: ids.length / 32 }, (_, i) => hex.slice(64 * i, 64 * (i + 1)));
}

/**
 * Returns mempool transactions in key order after a cursor, fewer than `limit` when they are large. `next` is the
 * cursor of the next page; absent at the end.
 */
export async function mempoolTxsPage(
  context: NetworkInfo & MempoolContext,
  last: string | undefined,
  limit: number,
): Promise<{ txs: Tx[]; next?: string }> {
  const ids = await txidsPage(context, last, limit + 1);
  const txs: Tx[] = [];
  let taken = 0;
  let bytes = 0;
  for (const part of chunksOf(ids.slice(0, limit), idsPerBatch)) {
    if (bytes > pageBytes) break;
    for (const tx of await mempoolTransactions(context, part)) {
      txs.push(tx);
      bytes += tx.size;
    }
    taken += part.length;
  }
  return { txs, ...(taken < ids.length ? { next: ids[taken - 1]! } : {}) };
}

/** Returns first-seen times, Unix seconds: of the mempool, else of the journal; 0 when unknown. */
export async function firstSeen(context: MempoolContext & RecordingContext, ids: readonly string[]): Promise<number[]> {
  const entries = await context.mempool.entries(ids);
  return mapBounded(
    ids,
    findConcurrency,
    async (id, i) => entries[i]?.firstSeen ?? (await publishedFirst(context, id)) ?? 0,
  );
}

async function publishedFirst({ journal }: RecordingContext, id: string): Promise<number | undefined> {
  if (!isTxid(id)) return undefined;
  const added = (await journal.find(hashFromDisplay(id))).find(({ fact }) => fact.type === 'tx-added');
  return added?.fact.type === 'tx-added' ? added.fact.time : undefined;
}

// ---- fees

const targets = [...Array.from({ length: 25 }, (_, i) => i + 1), 144, 504, 1_008];
const estimateTtl = 60;

/** A network whose node has fee estimates. */
type Estimating = Pick<NetworkInfo, 'now'> & Pick<NodeContext, 'client'>;

const stored = cachedPerOwner((context: Estimating) =>
  cachedAnswer(estimateTtl, context.now, () => askEstimates(context)),
);

/**
 * Returns the node's estimates by target, sat/vB; targets without an estimate are absent.
 * @throws of the node
 */
export const nodeEstimates = (context: Estimating): Promise<FeeEstimates> => stored(context).get();

async function askEstimates({ client }: Estimating): Promise<FeeEstimates> {
  const calls = targets.map((target) => ({ method: 'estimatesmartfee', params: [target, 'ECONOMICAL'] }));
  const outcomes = await client.batch(calls);
  const estimates: FeeEstimates = {};
  targets.forEach((target, i) => {
    const outcome = outcomes[i]!;
    if (!('result' in outcome)) return;
    const { feerate } = fieldsOf(outcome.result, 'estimatesmartfee');
    // BTC/kvB has eight decimals, so sat/vB has three
    if (typeof feerate === 'number') estimates[target] = Math.round(feerate * 1e8) / 1e3;
  });
  return estimates;
}

/** Returns recommended fees by target, sat/vB. */
export function estimatesOf(fees: RecommendedFees): FeeEstimates {
  const rateAt = (target: number) => {
    if (target <= 2) return fees.fastestFee;
    if (target <= 5) return fees.halfHourFee;
    if (target <= 25) return fees.hourFee;
    return target === 1_008 ? fees.minimumFee : fees.economyFee;
  };
  return Object.fromEntries(targets.map((target) => [target, rateAt(target)]));
}

/**
 * Returns the recommended fees.
 * @throws {CodedError} v1.fees while the mempool is loading
 */
export function recommendedFees(context: MempoolContext, form: 'whole' | 'precise') {
  const { fees } = context.frame();
  if (fees === undefined) throw new CodedError('v1.fees', 'the mempool is loading');
  return fees[form];
}
