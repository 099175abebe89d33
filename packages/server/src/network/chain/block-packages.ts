import type { BlockColumns } from '@glassblock/primitives/columns';
import { LRUCache } from 'lru-cache';
import { nextTurn } from '../../concurrency/slices.ts';
import { type Families, type FamilyColumns, findFamilies } from './block-families.ts';
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
  return findFamilies(familyColumns(columns));
}

function familyColumns(columns: BlockColumns): FamilyColumns {
  const { bytes, txCount, txids, txAt, strippedSize, firstInput, firstOutput, inputAt } = columns;
  const fees = new Float64Array(txCount);
  const weights = new Float64Array(txCount);
  for (let t = 0; t < txCount; t++) {
    weights[t] = 3 * strippedSize[t]! + txAt[t + 1]! - txAt[t]!;
    if (t === 0) continue;
    let fee = 0;
    for (let input = firstInput[t]!; input < firstInput[t + 1]!; input++) fee += columns.spentValue[input]!;
    for (let output = firstOutput[t]!; output < firstOutput[t + 1]!; output++) fee -= columns.outputValue[output]!;
    fees[t] = fee;
  }
  return { count: txCount, txids, fees, weights, firstInput, spentTxidAt: inputAt, bytes };
}
