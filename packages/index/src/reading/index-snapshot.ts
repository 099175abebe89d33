import { rowKey, type View } from '@glassblock/store';
import type { ChainMap } from '../chain-map.ts';
import type { Prefixer } from '../prefixer.ts';
import type { tables } from '../rows/tables.ts';
import { u32Bytes } from '../tx-number.ts';

/** The tables at one tip, and the keys and maps to read them. */
export interface IndexSnapshot {
  readonly view: View;
  readonly prefixer: Prefixer;
  /** Of the view's chain. */
  readonly map: ChainMap;
}

/** Returns the rows of the groups with these numbers, in order; each row is read once. */
export async function groupRows(
  view: View,
  table: typeof tables.ids | typeof tables.spends | typeof tables.bodies,
  size: number,
  numbers: readonly number[],
): Promise<(Uint8Array | undefined)[]> {
  const groups = [...new Set(numbers.map((number) => Math.floor(number / size)))];
  const rows = await view.getMany(
    table,
    groups.map((group) => rowKey(table, u32Bytes(group))),
  );
  const byGroup = new Map(groups.map((group, i) => [group, rows[i]]));
  return numbers.map((number) => byGroup.get(Math.floor(number / size)));
}
