import type { AddressInfo, ScripthashInfo, ScriptStats, Tx, Utxo } from '@glassblock/contract';
import type { IndexView, ScriptTotals, TxNumber } from '@glassblock/index';
import type { PoolScript } from '@glassblock/mempool';
import {
  CodedError,
  displayHash,
  equalBytes,
  fromHex,
  hashFromDisplay,
  scriptHash,
  toHex,
} from '@glassblock/primitives';
import { isIndexBehind, type NetworkContext, withIndex } from '../network-context.ts';
import { presentPoolTx, presentTx, unconfirmed } from './present-tx.ts';
import { minedAt, minedTx, statusIn } from './transactions.ts';

const pageSize = 25;
const mixedSize = 50;
const mempoolSize = 50;
const mostRows = 50;
const mostUnspent = 500;

/** @throws {CodedError} index.behind while script answers would miss much of the chain */
function requireIndex(context: NetworkContext): void {
  if (isIndexBehind(context)) throw new CodedError('index.behind', 'the index is being built');
}

async function chain<T>(context: NetworkContext, work: (view: IndexView) => Promise<T>): Promise<T> {
  requireIndex(context);
  const answer = await withIndex(context, async (view) => ({ value: await work(view) }));
  if (answer === undefined) throw new CodedError('index.behind', 'the index is being built');
  return answer.value;
}

function chainStats(totals: ScriptTotals): ScriptStats {
  return {
    tx_count: totals.txCount,
    funded_txo_count: totals.fundedCount,
    funded_txo_sum: Number(totals.fundedSum),
    spent_txo_count: totals.spentCount,
    spent_txo_sum: Number(totals.spentSum),
  };
}

function poolStats(script: PoolScript): ScriptStats {
  return {
    tx_count: script.txCount,
    funded_txo_count: script.fundedCount,
    funded_txo_sum: script.fundedSum,
    spent_txo_count: script.spentCount,
    spent_txo_sum: script.spentSum,
  };
}

async function bothStats(context: NetworkContext, hash: string) {
  const totals = await chain(context, (view) => view.totals(fromHex(hash)));
  const pool = await context.pool.script(hash, { limit: 0 });
  return { chain_stats: chainStats(totals), mempool_stats: poolStats(pool) };
}

export async function addressInfo(context: NetworkContext, address: string, hash: string): Promise<AddressInfo> {
  return { address, ...(await bothStats(context, hash)) };
}

export async function scripthashInfo(context: NetworkContext, hash: string): Promise<ScripthashInfo> {
  return { scripthash: hash, ...(await bothStats(context, hash)) };
}

/** Rows wanted: what was asked for within what is allowed, else the usual number. */
export function rowsWanted(text: string | undefined, usual: number): number {
  const wanted = Number(text);
  return Number.isInteger(wanted) && wanted > 0 ? Math.min(wanted, Math.max(mostRows, usual)) : usual;
}

/** Unconfirmed transactions of a script, newest first. */
export async function mempoolTxs(context: NetworkContext, hash: string, maxTxs?: string): Promise<Tx[]> {
  const { txids } = await context.pool.script(hash, { limit: rowsWanted(maxTxs, mempoolSize) });
  return presentPool(context, txids);
}

async function presentPool(context: NetworkContext, txids: readonly string[]): Promise<Tx[]> {
  const entries = await context.pool.entries(txids);
  return entries.filter((entry) => entry !== undefined).map((entry) => presentPoolTx(entry, context.network));
}

/** Confirmed transactions of a script, newest first, older than the cursor. A malformed or unknown cursor is ignored. */
export async function chainTxs(
  context: NetworkContext,
  hash: string,
  options: { last?: string; maxTxs?: string },
): Promise<Tx[]> {
  return chain(context, async (view) => {
    const cursor = isTxid(options.last)
      ? (await minedTx(context, view, hashFromDisplay(options.last)))?.number
      : undefined;
    return historyPage(context, view, hash, cursor, rowsWanted(options.maxTxs, pageSize));
  });
}

const isTxid = (text: string | undefined): text is string => text !== undefined && /^[0-9a-fA-F]{64}$/.test(text);

async function historyPage(
  context: NetworkContext,
  view: IndexView,
  hash: string,
  before: TxNumber | undefined,
  limit: number,
): Promise<Tx[]> {
  if (limit <= 0) return [];
  const bytes = fromHex(hash);
  const entries = await view.history(bytes, { limit, ...(before === undefined ? {} : { before }) });
  const found = await Promise.all(entries.map(({ number }) => minedAt(context, view, number)));
  return found
    .filter(({ tx, prevouts }) => touches(bytes, [...prevouts, ...tx.outputs()]))
    .map(({ tx, prevouts, row }) => presentTx(tx, prevouts, statusIn(row), context.network));
}

/** Prefixes of script hashes may collide: the transaction itself decides. */
function touches(hash: Uint8Array, outputs: readonly { script: Uint8Array }[]): boolean {
  return outputs.some(({ script }) => equalBytes(scriptHash(script), hash));
}

/**
 * Unconfirmed first, then confirmed, newest first. A cursor in the pool goes on there and then into the chain.
 * @throws {CodedError} history.after-not-found when a well-formed cursor is in neither
 */
export async function mixedTxs(
  context: NetworkContext,
  hash: string,
  options: { after?: string; maxTxs?: string },
): Promise<Tx[]> {
  const limit = rowsWanted(options.maxTxs, mixedSize);
  const after = isTxid(options.after) ? options.after.toLowerCase() : undefined;
  return chain(context, async (view) => {
    const mined = after === undefined ? undefined : await minedTx(context, view, hashFromDisplay(after));
    if (mined !== undefined) {
      const entry = await view.historyEntry(fromHex(hash), mined.number);
      if (entry === undefined) throw new CodedError('history.after-not-found', 'not in this history', { datum: after });
      return historyPage(context, view, hash, mined.number, limit);
    }
    if (after !== undefined) {
      const { txids } = await context.pool.script(hash, { limit: Number.MAX_SAFE_INTEGER });
      if (!txids.includes(after))
        throw new CodedError('history.after-not-found', 'not in this history', { datum: after });
    }
    const { txids } = await context.pool.script(hash, { limit, ...(after === undefined ? {} : { after }) });
    const pending = await presentPool(context, txids);
    const confirmed = await historyPage(context, view, hash, undefined, limit - pending.length);
    const seen = new Set(confirmed.map(({ txid }) => txid));
    return [...pending.filter(({ txid }) => !seen.has(txid)), ...confirmed];
  });
}

/** Unspent outputs, unconfirmed ones included, what the pool spends left out. @throws {CodedError} utxo.too-many */
export async function unspentOutputs(context: NetworkContext, hash: string): Promise<Utxo[]> {
  const pool = await context.pool.scriptOutputs(hash);
  const spent = new Set(pool.spent.map(({ txid, vout }) => `${txid}:${vout}`));
  return chain(context, async (view) => {
    const rows = await view.unspent(fromHex(hash), mostUnspent + 1);
    if (rows.length > mostUnspent) throw new CodedError('utxo.too-many', 'too many unspent outputs');
    const confirmed = await Promise.all(
      rows.map(async ({ number, vout, value }): Promise<Utxo | undefined> => {
        const { tx, row } = await minedAt(context, view, number);
        if (vout >= tx.outputCount || !equalBytes(scriptHash(tx.output(vout).script), fromHex(hash))) return undefined;
        return { txid: displayHash(tx.txid), vout, status: statusIn(row), value };
      }),
    );
    const pending = pool.unspent.map(({ txid, vout, value }): Utxo => ({ txid, vout, status: unconfirmed, value }));
    return [...confirmed.filter((utxo) => utxo !== undefined), ...pending].filter(
      ({ txid, vout }) => !spent.has(`${txid}:${vout}`),
    );
  });
}

/** Hex of the script hash of a script. */
export const hashOfScript = (script: Uint8Array): string => toHex(scriptHash(script));
