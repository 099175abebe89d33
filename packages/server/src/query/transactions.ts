import type { Outspend, Status, Tx } from '@glassblock/contract';
import type { BlockRow, IndexView, SpendCandidate, TxNumber } from '@glassblock/index';
import {
  CodedError,
  displayHash,
  equalBytes,
  hashFromDisplay,
  type Transaction,
  type TxOutput,
} from '@glassblock/primitives';
import { type NetworkContext, withIndex } from '../network-context.ts';
import { presentPoolTx, presentTx, unconfirmed } from './present-tx.ts';

export function statusIn(row: BlockRow): Status {
  return {
    confirmed: true,
    block_height: row.height,
    block_hash: displayHash(row.header.hash),
    block_time: row.header.time,
  };
}

/** A transaction of the chain with the block it is in. */
export interface MinedTx {
  tx: Transaction;
  prevouts: TxOutput[];
  row: BlockRow;
  number: TxNumber;
}

/** The transaction of a number, from its block's body. @throws of the node */
export async function minedAt(context: NetworkContext, view: IndexView, number: TxNumber): Promise<MinedTx> {
  const [row] = await view.blocksAt([number.height]);
  if (row === undefined) throw new Error(`a row names block ${number.height}, which is not there`);
  const { block, spent } = await context.bodies.body(row.header.hash);
  const tx = block.txs[number.position];
  if (tx === undefined) throw new Error(`a row names transaction ${number.position} of block ${number.height}`);
  return { tx, prevouts: row.height === 0 ? [] : spent.of(number.position), row, number };
}

/** A transaction of the chain: of all that share its prefix, the one whose body has that id. */
export async function minedTx(
  context: NetworkContext,
  view: IndexView,
  txid: Uint8Array,
): Promise<MinedTx | undefined> {
  for (const number of await view.locate(txid)) {
    const found = await minedAt(context, view, number);
    if (equalBytes(found.tx.txid, txid)) return found;
  }
  return undefined;
}

const refuse = (id: string) => new CodedError('tx.not-found', 'no such transaction', { datum: id });

/** Looks in the pool, then in the chain; once more in the pool, because a reorg may have moved it there meanwhile. */
async function anywhere<T>(
  context: NetworkContext,
  id: string,
  inPool: (id: string) => Promise<T | undefined>,
  inChain: (found: MinedTx) => T,
): Promise<T> {
  const txid = hashFromDisplay(id);
  const lookUp = async (): Promise<T | undefined> => {
    const mined = await withIndex(context, async (view) => {
      const found = await minedTx(context, view, txid);
      return found === undefined ? undefined : inChain(found);
    });
    return mined ?? (await inPool(id));
  };
  const found = (await lookUp()) ?? (await context.journalAwait(id, lookUp));
  if (found === undefined) throw refuse(id);
  return found;
}

export function transaction(context: NetworkContext, id: string): Promise<Tx> {
  return anywhere(
    context,
    id,
    async () => {
      const [entry] = await context.pool.entries([id]);
      return entry === undefined ? undefined : presentPoolTx(entry, context.network);
    },
    ({ tx, prevouts, row }) => presentTx(tx, prevouts, statusIn(row), context.network),
  );
}

export function rawTransaction(context: NetworkContext, id: string): Promise<{ raw: Uint8Array; status: Status }> {
  return anywhere(
    context,
    id,
    async () => {
      const [entry] = await context.pool.entries([id]);
      return entry === undefined ? undefined : { raw: entry.raw, status: unconfirmed };
    },
    ({ tx, row }) => ({ raw: tx.raw, status: statusIn(row) }),
  );
}

/** Confirmation; an unknown transaction is simply not confirmed. */
export async function transactionStatus(context: NetworkContext, id: string): Promise<Status> {
  const row = await withIndex(context, async (view) => (await minedTx(context, view, hashFromDisplay(id)))?.row);
  return row === undefined ? unconfirmed : statusIn(row);
}

/** Who spends the outputs of a transaction, by output. @param vouts  outputs asked for */
export async function outspends(context: NetworkContext, id: string, vouts: readonly number[]): Promise<Outspend[]> {
  const txid = hashFromDisplay(id);
  const inChain = await withIndex(context, async (view) => {
    const spenders = await view.spenders(txid);
    return Promise.all(vouts.map((vout) => spenderOf(context, view, txid, vout, spenders.get(vout) ?? [])));
  });
  const inPool = await context.pool.spenders(vouts.map((vout) => ({ txid: id, vout })));
  return vouts.map((_, i): Outspend => {
    const mined = inChain?.[i];
    if (mined !== undefined) return mined;
    const pooled = inPool[i];
    return pooled === undefined ? { spent: false } : { spent: true, ...pooled, status: unconfirmed };
  });
}

async function spenderOf(
  context: NetworkContext,
  view: IndexView,
  txid: Uint8Array,
  vout: number,
  candidates: readonly SpendCandidate[],
): Promise<Outspend | undefined> {
  for (const { number, vin } of candidates) {
    const { tx, row } = await minedAt(context, view, number);
    const input = tx.inputCount > vin ? tx.input(vin) : undefined;
    if (input !== undefined && input.prevVout === vout && equalBytes(input.prevTxid, txid)) {
      return { spent: true, txid: displayHash(tx.txid), vin, status: statusIn(row) };
    }
  }
  return undefined;
}

/** Outspends of every output. @throws {CodedError} tx.not-found */
export async function allOutspends(context: NetworkContext, id: string): Promise<Outspend[]> {
  const count = await anywhere(
    context,
    id,
    async () => {
      const tx = await poolTransaction(context, id);
      return tx?.vout.length;
    },
    ({ tx }) => tx.outputCount,
  );
  return outspends(
    context,
    id,
    Array.from({ length: count }, (_, vout) => vout),
  );
}

async function poolTransaction(context: NetworkContext, id: string): Promise<Tx | undefined> {
  const [entry] = await context.pool.entries([id]);
  return entry === undefined ? undefined : presentPoolTx(entry, context.network);
}
