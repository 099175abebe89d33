import type { BlockColumns } from '@glassblock/primitives/columns';
import { LRUCache } from 'lru-cache';
import { nextTurn } from '../../concurrency/slices.ts';
import { type Families, type FamilyTx, findFamilies } from './block-families.ts';
import type { Body } from './bodies.ts';

const stored = new LRUCache<string, Promise<Families>>({ max: 8 });
/** Of the last blocks: their audit, packages and messages follow each other. */
const storedColumns = new LRUCache<string, BlockColumns>({ max: 2 });

/**
 * Returns a block as columns.
 * @param id hash of the block, display hex
 * @throws {CodedError} as `columns` of a body
 */
export function columnsOf(id: string, body: Body): BlockColumns {
  let columns = storedColumns.get(id);
  if (columns === undefined) storedColumns.set(id, (columns = body.columns()));
  return columns;
}

/**
 * Returns the packages of a mined block, computed from its transactions alone.
 * @param id hash of the block, display hex
 */
export function familiesOf(id: string, body: Body): Promise<Families> {
  let families = stored.get(id);
  if (families === undefined) {
    families = familiesOfBody(id, body);
    stored.set(id, families);
    families.catch(() => stored.delete(id));
  }
  return families;
}

/** Reads a block as columns: with an object for each transaction it took twice the time, and five turns. */
async function familiesOfBody(id: string, body: Body): Promise<Families> {
  const columns = columnsOf(id, body);
  await nextTurn();
  const keyAt = keysOf(body.bytes);
  const txs = Array.from({ length: columns.txCount }, (_, position) => familyTx(columns, position, keyAt));
  await nextTurn();
  return findFamilies(txs);
}

const txidBytes = 32;

/** Returns a function that reads the txid at an offset as a string, which is not its hex. */
function keysOf({ buffer, byteOffset, length }: Uint8Array): (at: number) => string {
  const bytes = Buffer.from(buffer, byteOffset, length);
  return (at) => bytes.toString('latin1', at, at + txidBytes);
}

function familyTx(columns: BlockColumns, position: number, keyAt: (at: number) => string): FamilyTx {
  const { txids, txAt, strippedSize, firstInput, firstOutput, inputAt, spentValue, outputValue } = columns;
  const [from, to] = [firstInput[position]!, firstInput[position + 1]!];
  let fee = 0;
  const spends: string[] = [];
  for (let input = from; input < to; input++) {
    fee += spentValue[input]!;
    spends.push(keyAt(inputAt[input]!));
  }
  if (position > 0) for (let o = firstOutput[position]!; o < firstOutput[position + 1]!; o++) fee -= outputValue[o]!;
  const at = txidBytes * position;
  return {
    txid: txids.subarray(at, at + txidBytes),
    key: txids.toString('latin1', at, at + txidBytes),
    fee,
    weight: 3 * strippedSize[position]! + txAt[position + 1]! - txAt[position]!,
    spends,
  };
}
