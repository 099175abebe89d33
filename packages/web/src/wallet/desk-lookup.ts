import type { AddressInfo, SummaryEntry, Tx, Utxo } from '@glassblock/contract';
import { type Api, ApiError } from '../data/answer.ts';
import { netChange } from '../live/reducers/net-change.ts';
import { api } from '../url.ts';

/** An entry of an address's history; sats. */
export interface DeskEntry {
  txid: string;
  change: number;
  /** Unix seconds; undefined while unconfirmed. */
  time: number | undefined;
  height: number | undefined;
}

/** Data of one address; amounts in sats. */
export interface DeskFacts {
  txCount: number;
  confirmed: number;
  pending: number;
  utxos: readonly Utxo[];
  history: readonly DeskEntry[];
  /** True when history or UTXOs are truncated. */
  isPart: boolean;
}

/** Maximum length of a list. */
const maxRows = 5_000;

/** Returns true for an error that another attempt would get too, such as for an address with too many transactions. */
export const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && ![408, 425, 429].includes(error.status);

/**
 * Looks up an address; only a used one needs more than one request.
 * @throws {ApiError} for the first request that fails
 */
export async function lookup(ask: Api, prefix: string, address: string): Promise<DeskFacts> {
  const script = { kind: 'address' as const, id: address };
  const get = async <T>(path: string): Promise<T> => {
    const answer = await ask.get<T>(path);
    if (!answer.ok) throw new ApiError(answer.status, answer.message);
    return answer.body;
  };
  const { chain_stats: chain, mempool_stats: mempool } = await get<AddressInfo>(api.script(prefix, script));
  const txCount = chain.tx_count + mempool.tx_count;
  const confirmed = chain.funded_txo_sum - chain.spent_txo_sum;
  const pending = mempool.funded_txo_sum - mempool.spent_txo_sum;
  if (txCount === 0) return { txCount, confirmed, pending, utxos: [], history: [], isPart: false };
  const unspent = confirmed + pending > 0 ? await get<Utxo[]>(api.scriptUtxos(prefix, script)) : [];
  const old = chain.tx_count > 0 ? await get<SummaryEntry[]>(api.scriptSummary(prefix, script)) : [];
  const waiting = mempool.tx_count > 0 ? await get<Tx[]>(api.scriptMempoolTxs(prefix, script, 50)) : [];
  const history = [
    ...waiting.map((tx) => ({
      txid: tx.txid,
      change: netChange(tx, (output) => output.scriptpubkey_address === address),
      time: undefined,
      height: undefined,
    })),
    ...old.map(({ txid, value, time, height }) => ({ txid, change: value, time, height })),
  ];
  return {
    txCount,
    confirmed,
    pending,
    utxos: unspent.slice(0, maxRows),
    history: history.slice(0, maxRows),
    isPart: unspent.length >= maxRows || history.length < txCount || history.length > maxRows,
  };
}

/** Merges histories of several addresses: a transaction that concerns several of them is one entry. Newest first. */
export function mergedHistory(lists: Iterable<readonly DeskEntry[]>): DeskEntry[] {
  const merged = new Map<string, DeskEntry>();
  for (const list of lists)
    for (const entry of list) {
      const known = merged.get(entry.txid);
      // one lookup may have seen it unconfirmed, another one confirmed
      merged.set(
        entry.txid,
        known === undefined
          ? entry
          : {
              ...known,
              change: known.change + entry.change,
              time: known.time ?? entry.time,
              height: known.height ?? entry.height,
            },
      );
    }
  const order = ({ time }: DeskEntry) => time ?? Number.POSITIVE_INFINITY;
  return [...merged.values()].sort((a, b) =>
    order(a) === order(b) ? (a.txid < b.txid ? -1 : 1) : order(b) - order(a),
  );
}
