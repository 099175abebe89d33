import type { Status } from '@glassblock/contract';
import type { BlockRow, IndexView, TxNumber } from '@glassblock/index';
import { displayHash, equalBytes, type Transaction, type TxOutput } from '@glassblock/primitives';
import { type NetworkContext, withIndex } from '../network-context.ts';
import { mapBounded } from './map-bounded.ts';

/** A transaction of the chain with the block it is in. */
export interface MinedTx {
  tx: Transaction;
  prevouts: TxOutput[];
  row: BlockRow;
  number: TxNumber;
}

/** What one request reads of the chain: one view, so that all facts belong to one tip; each block row is read once. */
export interface ChainReader {
  readonly view: IndexView;
  /** Rows of the active chain by height, for heights that rows of the view name. */
  rowsAt(heights: readonly number[]): Promise<Map<number, BlockRow>>;
  /** The transaction of a number, from its block's body. @throws of the node */
  at(number: TxNumber): Promise<MinedTx>;
  /** A transaction by id: of all that share its prefix the one whose body has that id, the newest where two have it (BIP 30). */
  find(txid: Uint8Array): Promise<MinedTx | undefined>;
  /** The number of a transaction, checked by the ids that the index keeps, else by bodies. */
  numberOf(txid: Uint8Array): Promise<TxNumber | undefined>;
  /**
   * Ids, internal order: those that the index keeps, the rest out of bodies. That takes a look at no more than `mostLooked`
   * transactions: the answer ends before the one that would be too many, so it may be shorter than the question.
   */
  idsOf(numbers: readonly TxNumber[]): Promise<Uint8Array[]>;
}

/** Transactions whose ids one answer may take out of bodies. */
export const mostLooked = 500;
const bodiesAtOnce = 4;

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

  async function at(number: TxNumber): Promise<MinedTx> {
    const row = (await rowsAt([number.height])).get(number.height)!;
    const { block, spent } = await context.bodies.body(row.header.hash);
    const tx = block.txs[number.position];
    if (tx === undefined) throw new Error(`a row names transaction ${number.position} of block ${number.height}`);
    return { tx, prevouts: row.height === 0 ? [] : spent.of(number.position), row, number };
  }

  return {
    view,
    rowsAt,
    at,
    async find(txid) {
      for (const number of await view.locate(txid)) {
        const found = await at(number);
        if (equalBytes(found.tx.txid, txid)) return found;
      }
      return undefined;
    },
    async numberOf(txid) {
      const candidates = await view.locate(txid);
      const ids = candidates.length === 0 ? [] : await view.txids(candidates);
      for (const [i, number] of candidates.entries()) {
        if (equalBytes(ids[i] ?? (await at(number)).tx.txid, txid)) return number;
      }
      return undefined;
    },
    async idsOf(numbers) {
      const ids = [...(await view.txids(numbers))];
      const unnamed = new Map<string, TxNumber>();
      let end = numbers.length;
      for (const [i, number] of numbers.entries()) {
        if (ids[i] !== undefined || unnamed.has(keyOf(number))) continue;
        if (unnamed.size === mostLooked) {
          end = i;
          break;
        }
        unnamed.set(keyOf(number), number);
      }
      // by height, so that a body is asked for once while it is at hand
      const byHeight = Map.groupBy(unnamed.values(), ({ height }) => height);
      const looked = new Map<string, Uint8Array>();
      await mapBounded([...byHeight.values()], bodiesAtOnce, async (group) => {
        for (const number of group) looked.set(keyOf(number), (await at(number)).tx.txid.slice());
      });
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
