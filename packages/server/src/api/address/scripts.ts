import type { ScriptStats, SummaryEntry } from '@glassblock/contract';
import type { ScriptTotals, TxNumber } from '@glassblock/index';
import type { MempoolEntry, MempoolScript, MempoolView } from '@glassblock/mempool';
import {
  CodedError,
  displayHash,
  equalBytes,
  fromHex,
  hashFromDisplay,
  readWholeTransaction,
  scriptHashHex,
  type TxOutput,
} from '@glassblock/primitives';
import type { AddressContext } from '../../network/addresses/address-context.ts';
import { type ChainContext, indexBehind, isIndexBehind, withIndex } from '../../network/chain/chain-context.ts';
import { type ChainReader, chainReader, statusIn, withChain } from '../../network/chain/chain-reader.ts';
import type { TxWithPrevouts } from '../../network/chain/tx-cache.ts';
import { answerOfView } from '../../network/chain/view-answers.ts';
import type { MempoolContext } from '../../network/mempool-context.ts';
import type { NetworkInfo } from '../../network/network-info.ts';
import { EncodedJson } from '../encoded-json.ts';
import { unconfirmed } from '../presenters/present-tx.ts';
import { type FoundTx, txListJson } from '../presenters/tx-list.ts';
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

/** Returns the members with the totals of a script as JSON; those of the chain are read and encoded once per block. */
async function statsJson(context: ScriptContext, hash: string): Promise<string> {
  const chain = await scriptChain(context, [hash], ({ view }) =>
    answerOfView(view, `totals ${hash}`, async () => {
      return { body: new EncodedJson(JSON.stringify(chainStats(await view.totals(fromHex(hash))))).copy() };
    }),
  );
  const mempool = await context.mempool.script(hash, { limit: 0 });
  return `"chain_stats":${chain.body},"mempool_stats":${JSON.stringify(mempoolStats(mempool))}`;
}

/** Returns the totals of an address, an `AddressInfo` as JSON. */
export async function addressInfo(context: ScriptContext, address: string, hash: string): Promise<EncodedJson> {
  return new EncodedJson(`{"address":${JSON.stringify(address)},${await statsJson(context, hash)}}`);
}

/** Returns the totals of a script hash, a `ScripthashInfo` as JSON. */
export async function scripthashInfo(context: ScriptContext, hash: string): Promise<EncodedJson> {
  return new EncodedJson(`{"scripthash":${JSON.stringify(hash)},${await statsJson(context, hash)}}`);
}

// ---- lists of transactions

const notFound = (id: string) => new CodedError('history.after-not-found', 'not in this history', { datum: id });

/**
 * Returns unconfirmed transactions of a script, newest first.
 * @throws {CodedError} history.after-not-found
 */
export async function mempoolTxs(
  context: MempoolContext,
  hash: string,
  { after, limit }: PageOptions,
): Promise<FoundTx[]> {
  const page = await context.mempool.scriptTxs([hash], { limit, ...(after === undefined ? {} : { after }) });
  if (after !== undefined && !page.holdsCursor) throw notFound(after);
  return page.entries.map(foundInMempool);
}

/**
 * Returns confirmed transactions of a script, newest first, after the cursor; after a mempool cursor, the newest.
 * @throws {CodedError} history.after-not-found
 */
export async function chainTxs(
  context: ScriptContext & NetworkInfo,
  hash: string,
  page: PageOptions,
): Promise<EncodedJson> {
  const { after, limit } = page;
  const isInMempool = after !== undefined && (await context.mempool.scriptTxs([hash], { limit: 0, after })).holdsCursor;
  return scriptChain(context, [hash], async (chain) => {
    if (!isInMempool) return minedAnswer(context, chain, hash, page);
    const place = await placeOf(chain, [hash], after);
    return txListJson(await minedPage(chain, [hash], place, limit), context.network);
  });
}

/**
 * Returns confirmed transactions of a script as JSON, after the cursor; encoded once per block.
 * @throws {CodedError} history.after-not-found unless the cursor is confirmed
 */
async function minedAnswer(
  { network }: NetworkInfo,
  chain: ChainReader,
  hash: string,
  { after, limit }: PageOptions,
): Promise<EncodedJson> {
  const { body } = await answerOfView(chain.view, `txs ${hash} ${after ?? ''} ${limit}`, async () => {
    const place = await placeOf(chain, [hash], after);
    if (after !== undefined && place === undefined) throw notFound(after);
    return { body: (await txListJson(await minedPage(chain, [hash], place, limit), network)).copy() };
  });
  return new EncodedJson(body);
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
  chain: ChainReader,
  hashes: readonly string[],
  before: TxNumber | undefined,
  limit: number,
): Promise<FoundTx[]> {
  const isTheirs = createTouches(hashes);
  const entries = await mergedHistory(chain.view, hashes, { limit, ...(before === undefined ? {} : { before }) });
  const txs = await chain.many(entries.map(({ number }) => number));
  return txs.filter(isTheirs).map(({ tx, prevouts, row }): FoundTx => ({ tx, prevouts, status: statusIn(row) }));
}

/**
 * Returns a function that checks whether a transaction touches one of the scripts: prefixes of script hashes may collide,
 * so the transaction itself decides.
 */
function createTouches(hashes: readonly string[]): (found: TxWithPrevouts) => boolean {
  const wanted = new Set(hashes);
  /** A script of theirs: most often the next transaction touches it too, and comparing is cheaper than hashing. */
  let known: Uint8Array | undefined;
  const isKnown = ({ script }: TxOutput) => known !== undefined && equalBytes(script, known);
  return ({ tx, prevouts }) => {
    const touched = [...prevouts, ...tx.outputs()];
    if (touched.some(isKnown)) return true;
    known = touched.find(({ script }) => wanted.has(scriptHashHex(script)))?.script ?? known;
    return touched.some(isKnown);
  };
}

/** Returns a mempool transaction before it is presented. */
export const foundInMempool = ({ raw, prevouts }: MempoolEntry): FoundTx => ({
  tx: readWholeTransaction(raw),
  prevouts,
  status: unconfirmed,
});

/**
 * Returns unconfirmed, then confirmed transactions, newest first, of one script or of a group, as JSON. A mempool cursor
 * continues there and then in the chain.
 * @throws {CodedError} history.after-not-found when a well-formed cursor is in neither
 */
export async function mixedTxs(
  context: ScriptContext & NetworkInfo,
  hashes: readonly string[],
  page: PageOptions,
): Promise<EncodedJson> {
  const { after, limit } = page;
  // the mempool first: a transaction mined in between is then in both, not in neither
  const mempool = await context.mempool.scriptTxs(hashes, { limit, ...(after === undefined ? {} : { after }) });
  const [hash] = hashes;
  return scriptChain(context, hashes, async (chain) => {
    if (hashes.length === 1 && hash !== undefined && mempool.entries.length === 0 && !mempool.holdsCursor) {
      return minedAnswer(context, chain, hash, page);
    }
    return txListJson(await mixedPage(chain, hashes, mempool, page), context.network);
  });
}

async function mixedPage(
  chain: ChainReader,
  hashes: readonly string[],
  mempool: Awaited<ReturnType<MempoolView['scriptTxs']>>,
  { after, limit }: PageOptions,
): Promise<FoundTx[]> {
  const place = await placeOf(chain, hashes, after);
  if (place !== undefined) return minedPage(chain, hashes, place, limit);
  if (after !== undefined && !mempool.holdsCursor) throw notFound(after);
  const pending = mempool.entries.map((entry) => ({ id: entry.txid, ...foundInMempool(entry) }));
  const confirmed = await minedPage(chain, hashes, undefined, limit - pending.length);
  const seen = new Set(pending.length === 0 ? [] : confirmed.map(({ tx }) => displayHash(tx.txid)));
  return [...pending.filter(({ id }) => !seen.has(id)), ...confirmed];
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
