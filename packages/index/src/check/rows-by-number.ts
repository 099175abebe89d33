import type { Table, View } from '@glassblock/store';
import { distinctNumbers } from '../planning/sorted-numbers.ts';

/** Reads rows of a table by number, each once, in ascending order. */
export async function rowsByNumber(
  view: View,
  table: Table,
  numbers: Iterable<number>,
): Promise<Map<number, Uint8Array | undefined>> {
  const distinct = distinctNumbers(Uint32Array.from(numbers));
  const values = await view.getNumbered(table, distinct);
  return new Map(Array.from(distinct, (number, i) => [number, values.valueAt(i)]));
}
