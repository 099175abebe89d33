import type { AddressInfo, ScripthashInfo, ScriptStats, SummaryEntry, Tx } from '@glassblock/contract';
import type { ScriptTotals, TxNumber } from '@glassblock/index';
import type { MempoolScript } from '@glassblock/mempool';
import { CodedError, displayHash, fromHex, hashFromDisplay, scriptHash, toHex } from '@glassblock/primitives';
import { mapInSlices } from '../../concurrency/slices.ts';
import type { AddressContext } from '../../network/addresses/address-context.ts';
import { type ChainContext, indexBehind, isIndexBehind, withIndex } from '../../network/chain/chain-context.ts';
import { type ChainReader, chainReader, statusIn, withChain } from '../../network/chain/chain-reader.ts';
import type { TxWithPrevouts } from '../../network/chain/mined-txs.ts';
import type { MempoolContext } from '../../network/mempool-context.ts';
import type { NetworkInfo } from '../../network/network-info.ts';
import { presentMempoolTx, presentTx } from '../presenters/present-tx.ts';
import type { ScriptContext } from './script-context.ts';
import { isInHistory, mergedHistory } from './script-history.ts';

/** Options of a list of transactions. */
export interface PageOptions {
  /** Id of the last one received. */
  after?: string;
  limit: number;
}

/**
 * Runs work on one view of the chain for answers about scripts.
 * @throws {CodedError} index.behind, index.lacks-blocks while they would miss much of the chain
 */
export async function scriptChain<T>(
  context: ChainContext & AddressContext,
  hashes: readonly string[],
  work: (chain: ChainReader) => Promise<T>,
): Promise<T> {
  const [hash] = hashes;
  if (context.progress().lacksBlocks && hashes.length === 1 && hash !== undefined) {
    const found = await withIndex(context, async (view) => {
      return { value: await work(chainReader(context.bodies, await context.scan.over(view, hash))) };
    });
    if (found !== undefined) return found.value;
  }
  if (isIndexBehind(context)) throw indexBehind(context);
  const answer = await withChain(context, async (chain) => ({ value: await work(chain) }));
  if (answer === undefined) throw indexBehind(context);
  return answer.value;
}

// ---- totals

function chainStats(totals: ScriptTotals): ScriptStats {
  return {
    tx_count: totals.txCount,
    funded_txo_count: totals.fundedCount,
    funded_txo_sum: Number(totals.fundedSum),
    spent_txo_count: totals.spentCount,
    spent_txo_sum: Number(totals.spentSum),
  };
}

function mempoolStats(script: MempoolScript): ScriptStats {
  return {
    tx_count: script.txCount,
    funded_txo_count: script.fundedCount,
    funded_txo_sum: script.fundedSum,
    spent_txo_count: script.spentCount,
    spent_txo_sum: script.spentSum,
  };
}

async function bothStats(context: ScriptContext, hash: string) {
  const totals = await scriptChain(context, [hash], ({ view }) => view.totals(fromHex(hash)));
  const mempool = await context.mempool.script(hash, { limit: 0 });
  return { chain_stats: chainStats(totals), mempool_stats: mempoolStats(mempool) };
}

/** Returns the totals of an address. */
export async function addressInfo(context: ScriptContext, address: string, hash: string): Promise<AddressInfo> {
  return { address, ...(await bothStats(context, hash)) };
}

/** Returns the totals of a script hash. */
export async function scripthashInfo(context: ScriptContext, hash: string): Promise<ScripthashInfo> {
  return { scripthash: hash, ...(await bothStats(context, hash)) };
}

// ---- lists of transactions

const notFound = (id: string) => new CodedError('history.after-not-found', 'not in this history', { datum: id });

/**
 * Returns unconfirmed transactions of a script, newest first.
 * @throws {CodedError} history.after-not-found
 */
export async function mempoolTxs(
  context: NetworkInfo & MempoolContext,
  hash: string,
  { after, limit }: PageOptions,
): Promise<Tx[]> {
  const page = await context.mempool.scriptTxs([hash], { limit, ...(after === undefined ? {} : { after }) });
  if (after !== undefined && !page.holdsCursor) throw notFound(after);
  return mapInSlices(page.entries, (entry) => presentMempoolTx(entry, context.network));
}

/**
 * Returns confirmed transactions of a script, newest first, after the cursor; after a mempool cursor, the newest.
 * @throws {CodedError} history.after-not-found
 */
export async function chainTxs(
  context: NetworkInfo & ScriptContext,
  hash: string,
  { after, limit }: PageOptions,
): Promise<Tx[]> {
  const isInMempool = after !== undefined && (await context.mempool.scriptTxs([hash], { limit: 0, after })).holdsCursor;
  return scriptChain(context, [hash], async (chain) => {
    const place = await placeOf(chain, [hash], after);
    if (after !== undefined && place === undefined && !isInMempool) throw notFound(after);
    return minedPage(context, chain, [hash], place, limit);
  });
}

/** Position of a cursor in the confirmed history of the scripts; undefined when absent. */
async function placeOf(
  chain: ChainReader,
  hashes: readonly string[],
  after: string | undefined,
): Promise<TxNumber | undefined> {
  if (after === undefined) return undefined;
  const number = await chain.numberOf(hashFromDisplay(after));
  return number !== undefined && (await isInHistory(chain.view, hashes, number)) ? number : undefined;
}

async function minedPage(
  context: NetworkInfo,
  chain: ChainReader,
  hashes: readonly string[],
  before: TxNumber | undefined,
  limit: number,
): Promise<Tx[]> {
  const wanted = new Set(hashes);
  const entries = await mergedHistory(chain.view, hashes, { limit, ...(before === undefined ? {} : { before }) });
  const txs = await chain.many(entries.map(({ number }) => number));
  // prefixes of script hashes may collide: the transaction itself decides
  const touchesScripts = ({ tx, prevouts }: TxWithPrevouts) =>
    [...prevouts, ...tx.outputs()].some(({ script }) => wanted.has(toHex(scriptHash(script))));
  const presented = await mapInSlices(txs, (found) =>
    touchesScripts(found) ? presentTx(found.tx, found.prevouts, statusIn(found.row), context.network) : undefined,
  );
  return presented.filter((tx) => tx !== undefined);
}

/**
 * Returns unconfirmed, then confirmed transactions, newest first, of one script or of a group. A mempool cursor
 * continues there and then in the chain.
 * @throws {CodedError} history.after-not-found when a well-formed cursor is in neither
 */
export async function mixedTxs(
  context: NetworkInfo & ScriptContext,
  hashes: readonly string[],
  { after, limit }: PageOptions,
): Promise<Tx[]> {
  // the mempool first: a transaction mined in between is then in both, not in neither
  const mempool = await context.mempool.scriptTxs(hashes, { limit, ...(after === undefined ? {} : { after }) });
  return scriptChain(context, hashes, async (chain) => {
    const place = await placeOf(chain, hashes, after);
    if (place !== undefined) return minedPage(context, chain, hashes, place, limit);
    if (after !== undefined && !mempool.holdsCursor) throw notFound(after);
    const pending = await mapInSlices(mempool.entries, (entry) => presentMempoolTx(entry, context.network));
    const confirmed = await minedPage(context, chain, hashes, undefined, limit - pending.length);
    const seen = new Set(confirmed.map(({ txid }) => txid));
    return [...pending.filter(({ txid }) => !seen.has(txid)), ...confirmed];
  });
}

/**
 * Returns net sats of each confirmed transaction, newest first, of one script or of a group. A page is shorter than
 * requested where the index stores no ids (`ChainReader.idsOf`).
 * @throws {CodedError} history.after-not-found
 */
export async function summary(
  context: ChainContext & AddressContext,
  hashes: readonly string[],
  { after, limit }: PageOptions,
): Promise<SummaryEntry[]> {
  return scriptChain(context, hashes, async (chain) => {
    const place = await placeOf(chain, hashes, after);
    if (after !== undefined && place === undefined) throw notFound(after);
    const entries = await mergedHistory(chain.view, hashes, {
      limit,
      ...(place === undefined ? {} : { before: place }),
    });
    const ids = await chain.idsOf(entries.map(({ number }) => number));
    const named = entries.slice(0, ids.length);
    const rows = await chain.rowsAt(named.map(({ number }) => number.height));
    return named.map(({ number: { height, position }, value }, i) => ({
      txid: displayHash(ids[i]!),
      height,
      value: Number(value),
      time: rows.get(height)!.header.time,
      tx_position: position,
    }));
  });
}

/** Returns the hex script hash of a script. */
export const hashOfScript = (script: Uint8Array): string => toHex(scriptHash(script));
