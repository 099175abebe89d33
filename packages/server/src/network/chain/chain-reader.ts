import type { Status } from '@glassblock/contract';
import type { BlockRow, IndexView, TxNumber } from '@glassblock/index';
import { displayHash, equalBytes, type Transaction } from '@glassblock/primitives';
import { bodyOfBlock } from './block-body.ts';
import type { Bodies } from './bodies.ts';
import { type ChainContext, withIndex } from './chain-context.ts';
import { minedTxs, minedTxsAlone } from './mined-txs.ts';
import type { TxWithPrevouts } from './tx-cache.ts';

/** A mined transaction and its position. */
export interface BareMinedTx {
  tx: Transaction;
  row: BlockRow;
  number: TxNumber;
}

/** A mined transaction with its prevouts and block. */
export interface MinedTx extends BareMinedTx, TxWithPrevouts {}

/** Chain access of one request: one view, so that all data belong to one tip; each block row is read once. */
export interface ChainReader {
  readonly view: IndexView;
  /** Returns rows of the best chain by height, for heights that exist in the view. */
  rowsAt(heights: readonly number[]): Promise<Map<number, BlockRow>>;
  /**
   * Returns transactions by number, in that order, in the cheapest way (`minedTxs`).
   * @throws of the node
   */
  many(numbers: readonly TxNumber[]): Promise<MinedTx[]>;
  /**
   * Returns a transaction by id: of all that share its prefix the one whose body has that id, the newest of two (BIP
   * 30).
   */
  find(txid: Uint8Array): Promise<MinedTx | undefined>;
  /** The same without prevouts. */
  findAlone(txid: Uint8Array): Promise<BareMinedTx | undefined>;
  /** Returns transactions by number, in that order, without prevouts. @throws of the node */
  bareTxs(numbers: readonly TxNumber[]): Promise<Transaction[]>;
  /** Returns the number of a transaction, verified by stored ids, else by bodies. */
  numberOf(txid: Uint8Array): Promise<TxNumber | undefined>;
  /** Returns the ids of all transactions of a block of the view, internal order. */
  idsOfBlock(row: BlockRow): Promise<Uint8Array[]>;
  /**
   * Returns ids, internal order: stored ones, else from bodies. At most `maxLooked` are read from bodies: the answer
   * ends before the limit, so it may be shorter than the request.
   */
  idsOf(numbers: readonly TxNumber[]): Promise<Uint8Array[]>;
}

/** Maximum transactions whose ids one answer reads from bodies. */
export const maxLooked = 500;

/** Runs work on one view of the chain; undefined while there is none. */
export function withChain<T>(context: ChainContext, work: (chain: ChainReader) => Promise<T>): Promise<T | undefined> {
  return withIndex(context, (view) => work(chainReader(context.bodies, view)));
}

/** Creates a reader of a view of the index. */
export function chainReader(bodies: Bodies, view: IndexView): ChainReader {
  const rows = new Map<number, BlockRow>();

  async function rowsAt(heights: readonly number[]): Promise<Map<number, BlockRow>> {
    const missing = [...new Set(heights)].filter((height) => !rows.has(height));
    const found = await view.blocksAt(missing);
    missing.forEach((height, i) => {
      const row = found[i];
      if (row === undefined) throw new Error(`a row refers to block ${height}, which does not exist`);
      rows.set(height, row);
    });
    return rows;
  }

  const sources = { view, bodies, rowsAt };

  async function many(numbers: readonly TxNumber[]): Promise<MinedTx[]> {
    const txs = await minedTxs(sources, numbers);
    const known = await rowsAt(numbers.map(({ height }) => height));
    return txs.map(({ tx, prevouts }, i) => {
      const number = numbers[i]!;
      return { tx, prevouts, row: known.get(number.height)!, number };
    });
  }

  async function findAlone(txid: Uint8Array): Promise<BareMinedTx | undefined> {
    for (const number of await view.locate(txid)) {
      const [tx] = await minedTxsAlone(sources, [number]);
      if (equalBytes(tx!.txid, txid))
        return { tx: tx!, row: (await rowsAt([number.height])).get(number.height)!, number };
    }
    return undefined;
  }

  return {
    view,
    rowsAt,
    many,
    findAlone,
    bareTxs: (numbers) => minedTxsAlone(sources, numbers),
    async find(txid) {
      for (const number of await view.locate(txid)) {
        const [found] = await many([number]);
        if (equalBytes(found!.tx.txid, txid)) return found;
      }
      return undefined;
    },
    async idsOfBlock(row) {
      const { height, txCount } = row;
      const ids = await view.txids(Array.from({ length: txCount }, (_, position) => ({ height, position })));
      if (ids.every((id) => id !== undefined)) return ids;
      const body = await bodyOfBlock(bodies, view, row, false);
      return Array.from({ length: body.txCount }, (_, position) => body.tx(position).txid);
    },
    async numberOf(txid) {
      const candidates = await view.locate(txid);
      const ids = candidates.length === 0 ? [] : await view.txids(candidates);
      for (const [i, number] of candidates.entries()) {
        if (equalBytes(ids[i] ?? (await minedTxsAlone(sources, [number]))[0]!.txid, txid)) return number;
      }
      return undefined;
    },
    async idsOf(numbers) {
      const ids = [...(await view.txids(numbers))];
      const unnamed = new Map<string, TxNumber>();
      let end = numbers.length;
      for (const [i, number] of numbers.entries()) {
        if (ids[i] !== undefined || unnamed.has(keyOf(number))) continue;
        if (unnamed.size === maxLooked) {
          end = i;
          break;
        }
        unnamed.set(keyOf(number), number);
      }
      const looked = new Map<string, Uint8Array>();
      const txs = await minedTxsAlone(sources, [...unnamed.values()]);
      for (const [i, key] of [...unnamed.keys()].entries()) looked.set(key, txs[i]!.txid);
      return numbers.slice(0, end).map((number, i) => ids[i] ?? looked.get(keyOf(number))!);
    },
  };
}

const keyOf = ({ height, position }: TxNumber) => `${height}:${position}`;

/** Statuses of block rows, which the index shares between requests. */
const statuses = new WeakMap<BlockRow, Status>();

/** Returns the confirmed status of a block. */
export function statusIn(row: BlockRow): Status {
  let status = statuses.get(row);
  if (status === undefined) {
    const { header, height } = row;
    status = {
      confirmed: true,
      block_height: height,
      block_hash: displayHash(header.hash),
      block_time: header.time,
    };
    statuses.set(row, status);
  }
  return status;
}
