import { rowKey } from '@glassblock/store';
import { bodyGroup, bodyIn, type StoredBody } from '../rows/block/body-row.ts';
import { idAt, idGroup, idIn } from '../rows/block/ids-row.ts';
import { numbersIn } from '../rows/block/txids-row.ts';
import { cellIn, cellTxs } from '../rows/script/cells-row.ts';
import { decodeSpendGroup, type SpendRecord, spendGroup } from '../rows/script/spends-row.ts';
import { tables } from '../rows/tables.ts';
import { type TxNumber, u32Bytes } from '../tx-number.ts';
import { groupRows, type IndexSnapshot } from './index-snapshot.ts';

/** The input that spends an output. */
export interface Spender {
  number: TxNumber;
  vin: number;
}

/** Position of a transaction in its serialized block: `skip` transactions precede it in those bytes. */
export interface TxSpan {
  offset: number;
  size: number;
  skip: number;
}

/** Returns candidate positions of a transaction, newest first: exact with stored ids, otherwise the body decides. */
export async function locateTx({ view, prefixer, map }: IndexSnapshot, txid: Uint8Array): Promise<TxNumber[]> {
  const { bucket, rest } = prefixer.txid(txid);
  const row = await view.get(tables.txids, rowKey(tables.txids, u32Bytes(bucket)));
  let numbers = numbersIn(row, rest, prefixer.txidWidth).filter((number) => number < map.next);
  if (prefixer.identity.keepIds && numbers.length > 0) {
    const rows = await groupRows({ view, map }, tables.ids, idGroup, numbers);
    numbers = numbers.filter((number, i) => rows[i] !== undefined && idIn(rows[i], number % idGroup, txid));
  }
  return numbers.reverse().map((number) => map.placeOf(number));
}

/** Returns the spenders of each transaction's outputs, by output index. */
export async function spendersOf(
  { view, map }: IndexSnapshot,
  txs: readonly { number: TxNumber }[],
): Promise<Map<number, Spender>[]> {
  const numbers = txs.map(({ number }) => map.numberAt(number));
  const rows = await groupRows({ view, map }, tables.spends, spendGroup, numbers);
  const decoded = new Map<Uint8Array, SpendRecord[]>();
  return numbers.map((number, i) => {
    const row = rows[i];
    if (row === undefined) return new Map();
    let records = decoded.get(row);
    if (records === undefined) {
      decoded.set(row, (records = decodeSpendGroup(Math.floor(number / spendGroup), row)));
    }
    const own = records.filter(({ funding }) => funding === number);
    return new Map(own.map(({ vout, spender, vin }) => [vout, { number: map.placeOf(spender), vin }]));
  });
}

/** Returns txids in internal byte order, without reading bodies; undefined if the index does not store them. */
export async function storedTxids(
  { view, prefixer, map }: IndexSnapshot,
  txs: readonly TxNumber[],
): Promise<(Uint8Array | undefined)[]> {
  if (!prefixer.identity.keepIds) return txs.map(() => undefined);
  const numbers = txs.map((tx) => map.numberAt(tx));
  const rows = await groupRows({ view, map }, tables.ids, idGroup, numbers);
  return rows.map((row, i) => (row === undefined ? undefined : idAt(row, numbers[i]! % idGroup)));
}

/** Returns the positions of transactions in their serialized blocks. */
export async function spansOf({ view, map }: IndexSnapshot, txs: readonly TxNumber[]): Promise<(TxSpan | undefined)[]> {
  const heights = [...new Set(txs.map(({ height }) => height))];
  const rows = await view.getMany(
    tables.cells,
    heights.map((height) => rowKey(tables.cells, u32Bytes(height))),
  );
  const byHeight = new Map(heights.map((height, i) => [height, rows[i]]));
  return txs.map(({ height, position }) => {
    const row = byHeight.get(height);
    const cell = row === undefined || height >= map.count ? undefined : cellIn(row, position);
    if (cell === undefined) return undefined;
    return { ...cell, offset: firstOffsetOf(map.txCountOf(height)) + cell.offset, skip: position % cellTxs };
  });
}

/** Returns stored bodies; undefined if the index does not store them. */
export async function storedBodies(
  { view, prefixer, map }: IndexSnapshot,
  txs: readonly TxNumber[],
): Promise<(StoredBody | undefined)[]> {
  if (!prefixer.identity.keepBodies) return txs.map(() => undefined);
  const numbers = txs.map((tx) => map.numberAt(tx));
  const rows = await groupRows({ view, map }, tables.bodies, bodyGroup, numbers);
  return rows.map((row, i) => (row === undefined ? undefined : bodyIn(row, numbers[i]! % bodyGroup)));
}

/** Returns the offset of a block's first transaction, after header and count. */
const firstOffsetOf = (txCount: number): number => 80 + (txCount < 0xfd ? 1 : txCount < 0x10000 ? 3 : 5);
