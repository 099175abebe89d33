import type { MerkleProof, Outspend, Status, Tx } from '@glassblock/contract';
import type { TxNumber } from '@glassblock/index';
import {
  CodedError,
  displayHash,
  hashFromDisplay,
  merkleBranch,
  readWholeTransaction,
  toHex,
} from '@glassblock/primitives';
import { chunksOf, mapBounded } from '../../concurrency/map-bounded.ts';
import { mapInSlices } from '../../concurrency/slices.ts';
import { type ChainContext, indexBehind, isIndexBehind } from '../../network/chain/chain-context.ts';
import { type ChainReader, statusIn, withChain } from '../../network/chain/chain-reader.ts';
import type { MempoolContext } from '../../network/mempool-context.ts';
import type { NetworkInfo } from '../../network/network-info.ts';
import { presentMempoolTx, presentTx, unconfirmed } from '../presenters/present-tx.ts';
import { merkleBlock } from './merkle-block.ts';

/** Maximum outpoints of one mempool call. */
export const mempoolOutpoints = 5_000;
/** Maximum ids of one mempool call. */
const mempoolIds = 500;
const lookupConcurrency = 8;

/** Searches the chain, then the mempool; a transaction that was just mined once more when the index has moved. */
async function anywhere<T>(
  context: ChainContext,
  id: string,
  inMempool: (id: string) => Promise<T | undefined>,
  inChain: (chain: ChainReader, txid: Uint8Array) => Promise<T | undefined>,
): Promise<T> {
  const txid = hashFromDisplay(id);
  const lookup = async (): Promise<T | undefined> => {
    const mined = await withChain(context, (chain) => inChain(chain, txid));
    return mined ?? (await inMempool(id));
  };
  const found = (await lookup()) ?? (await context.journalAwait(id, lookup));
  if (found === undefined) throw absent(context, 'tx.not-found', id);
  return found;
}

/** While much of the chain is not indexed, a missing transaction may exist. */
function absent(context: ChainContext, code: 'tx.not-found' | 'tx.unconfirmed', id: string): CodedError {
  if (isIndexBehind(context)) return indexBehind(context);
  return new CodedError(code, 'no such transaction in the blockchain or mempool', { datum: id });
}

/** Returns a transaction. */
export function transaction(context: NetworkInfo & ChainContext & MempoolContext, id: string): Promise<Tx> {
  return anywhere(
    context,
    id,
    async () => {
      const [entry] = await context.mempool.entries([id]);
      return entry === undefined ? undefined : presentMempoolTx(entry, context.network);
    },
    async (chain, txid) => {
      const found = await chain.find(txid);
      return found === undefined
        ? undefined
        : presentTx(found.tx, found.prevouts, statusIn(found.row), context.network);
    },
  );
}

/** Returns the bytes and status of a transaction. */
export function rawTransaction(
  context: ChainContext & MempoolContext,
  id: string,
): Promise<{ raw: Uint8Array; status: Status }> {
  return anywhere(
    context,
    id,
    async () => {
      const [entry] = await context.mempool.entries([id]);
      return entry === undefined ? undefined : { raw: entry.raw, status: unconfirmed };
    },
    async (chain, txid) => {
      const found = await chain.findAlone(txid);
      return found === undefined ? undefined : { raw: found.tx.raw, status: statusIn(found.row) };
    },
  );
}

/** Returns the status of a transaction; an unknown one is unconfirmed. */
export async function transactionStatus(context: ChainContext, id: string): Promise<Status> {
  const status = await withChain(context, async (chain) => {
    const number = await chain.numberOf(hashFromDisplay(id));
    return number === undefined ? undefined : statusIn((await chain.rowsAt([number.height])).get(number.height)!);
  });
  return status ?? unconfirmed;
}

/**
 * Returns the status of a transaction that must exist.
 * @throws {CodedError} tx.not-found
 */
export async function knownStatus(context: ChainContext & MempoolContext, id: string): Promise<Status> {
  const status = await transactionStatus(context, id);
  return status.confirmed ? status : (await rawTransaction(context, id)).status;
}

// ---- proofs

/**
 * Input of a proof.
 * @throws {CodedError} tx.unconfirmed
 */
async function provable<T>(
  context: ChainContext,
  id: string,
  make: (header: Uint8Array, txids: Uint8Array[], number: TxNumber) => T,
): Promise<{ proof: T; height: number }> {
  const made = await withChain(context, async (chain) => {
    const number = await chain.numberOf(hashFromDisplay(id));
    if (number === undefined) return undefined;
    const row = (await chain.rowsAt([number.height])).get(number.height)!;
    const txids = await chain.idsOfBlock(row);
    return { proof: make(row.header.bytes, txids, number), height: number.height };
  });
  if (made === undefined) throw absent(context, 'tx.unconfirmed', id);
  return made;
}

/**
 * Returns the merkle branch of a transaction.
 * @throws {CodedError} tx.unconfirmed
 */
export function merkleProof(context: ChainContext, id: string): Promise<{ proof: MerkleProof; height: number }> {
  return provable(context, id, (_header, txids, { height, position }) => ({
    block_height: height,
    merkle: merkleBranch(txids, position).map(displayHash),
    pos: position,
  }));
}

/**
 * Returns the `merkleblock` message of a transaction in hex.
 * @throws {CodedError} tx.unconfirmed
 */
export function merkleBlockProof(context: ChainContext, id: string): Promise<{ proof: string; height: number }> {
  return provable(context, id, (header, txids, { position }) => toHex(merkleBlock(header, txids, position)));
}

// ---- spends

/** An output by display id and index. */
export interface OutpointText {
  txid: string;
  vout: number;
}

/**
 * Returns the spender of each outpoint; an unknown one is unspent.
 * @throws {CodedError} index.behind, index.lacks-blocks
 */
export async function outspendsAt(
  context: ChainContext & MempoolContext,
  outpoints: readonly OutpointText[],
): Promise<Outspend[]> {
  // the mempool first: a spender mined in between is then in both answers, not in none
  const asked = await Promise.all(chunksOf(outpoints, mempoolOutpoints).map((part) => context.mempool.spenders(part)));
  const inMempool = asked.flat();
  const inChain = await withChain(context, (chain) => minedSpends(chain, outpoints));
  if (isIndexBehind(context)) {
    // outputs of mempool transactions can only be spent there; for others it is unknown now
    const open = outpoints.filter((_, i) => inChain?.[i] === undefined && inMempool[i] === undefined);
    const parents = [...new Set(open.map(({ txid }) => txid))];
    const pooled = await mempoolOutputCounts(context, parents);
    if (parents.some((id) => !pooled.has(id))) throw indexBehind(context);
  }
  return outpoints.map((_, i): Outspend => {
    const mined = inChain?.[i];
    if (mined !== undefined) return mined;
    const pooled = inMempool[i];
    return pooled === undefined ? { spent: false } : { spent: true, ...pooled, status: unconfirmed };
  });
}

/** Returns the confirmed spenders of outpoints; undefined for an unspent or unknown one. */
export async function minedSpends(
  chain: ChainReader,
  outpoints: readonly OutpointText[],
): Promise<(Outspend | undefined)[]> {
  const asked = [...new Set(outpoints.map(({ txid }) => txid))];
  const located = await mapBounded(asked, lookupConcurrency, async (id) => {
    const txid = hashFromDisplay(id);
    return { id, txid, number: await chain.numberOf(txid) };
  });
  const funding = located.flatMap(({ id, txid, number }) => (number === undefined ? [] : [{ id, txid, number }]));
  const maps = await chain.view.spendersOf(funding);
  const spendersById = new Map(funding.map(({ id }, i) => [id, maps[i]!]));
  const spenders = outpoints.map(({ txid, vout }) => spendersById.get(txid)?.get(vout));
  const numbers = spenders.flatMap((spender) => (spender === undefined ? [] : [spender.number]));
  const ids = await chain.idsOf(numbers);
  const rows = await chain.rowsAt(numbers.map(({ height }) => height));
  let next = 0;
  return spenders.map((spender): Outspend | undefined => {
    if (spender === undefined) return undefined;
    const id = ids[next++];
    return {
      spent: true,
      ...(id === undefined ? {} : { txid: displayHash(id) }),
      vin: spender.vin,
      status: statusIn(rows.get(spender.number.height)!),
    };
  });
}

/**
 * Returns the number of outputs of a transaction.
 * @throws {CodedError} tx.not-found
 */
export function outputCountOf(context: ChainContext & MempoolContext, id: string): Promise<number> {
  return anywhere(
    context,
    id,
    async () => (await mempoolOutputCounts(context, [id])).get(id),
    async (chain, txid) => (await chain.findAlone(txid))?.tx.outputCount,
  );
}

/** Returns the outspends of every output of several transactions; empty for an unknown or malformed id. */
export async function outspendsOfMany(
  context: ChainContext & MempoolContext,
  ids: readonly string[],
): Promise<Outspend[][]> {
  const formed = [...new Set(ids.filter(isTxid).map((id) => id.toLowerCase()))];
  const counts = await mempoolOutputCounts(context, formed);
  await withChain(context, (chain) =>
    mapBounded(formed, lookupConcurrency, async (id) => {
      if (counts.has(id)) return;
      const found = await chain.find(hashFromDisplay(id));
      if (found !== undefined) counts.set(id, found.tx.outputCount);
    }),
  );
  const known = formed.filter((id) => counts.has(id));
  const spends = await outspendsAt(
    context,
    known.flatMap((id) => outputsOf(id, counts.get(id)!)),
  );
  const byId = new Map<string, Outspend[]>();
  let start = 0;
  for (const id of known) byId.set(id, spends.slice(start, (start += counts.get(id)!)));
  return ids.map((id) => byId.get(id.toLowerCase()) ?? []);
}

/** Returns the outpoints of a transaction's outputs. */
export const outputsOf = (txid: string, count: number): OutpointText[] =>
  Array.from({ length: count }, (_, vout) => ({ txid, vout }));

async function mempoolOutputCounts(context: MempoolContext, ids: readonly string[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const part of chunksOf(ids, mempoolIds)) {
    for (const entry of await context.mempool.entries(part)) {
      if (entry !== undefined) counts.set(entry.txid, readWholeTransaction(entry.raw).outputCount);
    }
  }
  return counts;
}

/** Returns true for 64 hex digits. */
export const isTxid = (text: string | undefined): text is string =>
  text !== undefined && /^[0-9a-fA-F]{64}$/.test(text);

/** Returns transactions in the order of their ids, of chain or mempool; unknown ones are left out. */
export async function knownTransactions(
  context: NetworkInfo & ChainContext & MempoolContext,
  ids: readonly string[],
): Promise<Tx[]> {
  const pooled = new Map((await mempoolTransactions(context, ids)).map((tx) => [tx.txid, tx]));
  const found = await withChain(context, (chain) =>
    mapBounded(ids, lookupConcurrency, async (id) => {
      const mined = await chain.find(hashFromDisplay(id));
      if (mined === undefined) return undefined;
      return presentTx(mined.tx, mined.prevouts, statusIn(mined.row), context.network);
    }),
  );
  return ids.map((id, i) => found?.[i] ?? pooled.get(id)).filter((tx) => tx !== undefined);
}

/** Returns those of the given transactions that are in the mempool, in order. */
export async function mempoolTransactions(
  context: NetworkInfo & MempoolContext,
  ids: readonly string[],
): Promise<Tx[]> {
  const txs: Tx[] = [];
  for (const part of chunksOf(ids, mempoolIds)) {
    const entries = (await context.mempool.entries(part)).filter((entry) => entry !== undefined);
    txs.push(...(await mapInSlices(entries, (entry) => presentMempoolTx(entry, context.network))));
  }
  return txs;
}
