import type { Status } from '@glassblock/contract';
import type { BlockRow, IndexView, TxNumber } from '@glassblock/index';
import { displayHash, equalBytes, type Transaction } from '@glassblock/primitives';
import { type NetworkContext, withIndex } from '../network-context.ts';
import { bodyOfBlock } from './block-body.ts';
import { minedTxs, minedTxsAlone, type TxWithPrevouts } from './mined-txs.ts';

/** Where a transaction of the chain is, and itself. */
export interface BareMinedTx {
  tx: Transaction;
  row: BlockRow;
  number: TxNumber;
}

/** A transaction of the chain with what it spends and the block it is in. */
export interface MinedTx extends BareMinedTx, TxWithPrevouts {}

/** What one request reads of the chain: one view, so that all facts belong to one tip; each block row is read once. */
export interface ChainReader {
  readonly view: IndexView;
  /** Rows of the active chain by height, for heights that rows of the view name. */
  rowsAt(heights: readonly number[]): Promise<Map<number, BlockRow>>;
  /** Transactions by number, in that order, read in the best way there is (`minedTxs`). @throws of the node */
  many(numbers: readonly TxNumber[]): Promise<MinedTx[]>;
  /** A transaction by id: of all that share its prefix the one whose body has that id, the newest where two have it (BIP 30). */
  find(txid: Uint8Array): Promise<MinedTx | undefined>;
  /** The same without what it spends. */
  findAlone(txid: Uint8Array): Promise<BareMinedTx | undefined>;
  /** The number of a transaction, checked by the ids that the index keeps, else by bodies. */
  numberOf(txid: Uint8Array): Promise<TxNumber | undefined>;
  /** Ids of all transactions of a block of the view, internal order. */
  idsOfBlock(row: BlockRow): Promise<Uint8Array[]>;
  /**
   * Ids, internal order: those that the index keeps, the rest out of bodies. That takes a look at no more than `mostLooked`
   * transactions: the answer ends before the one that would be too many, so it may be shorter than the question.
   */
  idsOf(numbers: readonly TxNumber[]): Promise<Uint8Array[]>;
}

/** Transactions whose ids one answer may take out of bodies. */
export const maxLooked = 500;

/** Runs work on one view of the chain; undefined while there is none. */
export function withChain<T>(
  context: NetworkContext,
  work: (chain: ChainReader) => Promise<T>,
): Promise<T | undefined> {
  return withIndex(context, (view) => work(chainReader(context, view)));
}

/** @param context  only its bodies are asked */
export function chainReader(context: Pick<NetworkContext, 'bodies'>, view: IndexView): ChainReader {
  const rows = new Map<number, BlockRow>();

  async function rowsAt(heights: readonly number[]): Promise<Map<number, BlockRow>> {
    const missing = [...new Set(heights)].filter((height) => !rows.has(height));
    const found = await view.blocksAt(missing);
    missing.forEach((height, i) => {
      const row = found[i];
      if (row === undefined) throw new Error(`a row names block ${height}, which is not there`);
      rows.set(height, row);
    });
    return rows;
  }

  const sources = { view, bodies: context.bodies, rowsAt };

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
      const body = await bodyOfBlock(context.bodies, view, row, false);
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

export function statusIn(row: BlockRow): Status {
  return {
    confirmed: true,
    block_height: row.height,
    block_hash: displayHash(row.header.hash),
    block_time: row.header.time,
  };
}
