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

/**
 * Returns the rows of the groups with these numbers, in order; each row is read once. Undefined for numbers above the
 * snapshot's chain, such as those of blocks that only the node has: while the first build writes its tables the chain is
 * empty, and the rows of its numbers are there already.
 */
export async function groupRows(
  { view, map }: Pick<IndexSnapshot, 'view' | 'map'>,
  table: typeof tables.ids | typeof tables.spends | typeof tables.bodies,
  size: number,
  numbers: readonly number[],
): Promise<(Uint8Array | undefined)[]> {
  const known = numbers.filter((number) => number < map.next);
  const groups = [...new Set(known.map((number) => Math.floor(number / size)))];
  const rows = await view.getMany(
    table,
    groups.map((group) => rowKey(table, u32Bytes(group))),
  );
  const byGroup = new Map(groups.map((group, i) => [group, rows[i]]));
  return numbers.map((number) => (number < map.next ? byGroup.get(Math.floor(number / size)) : undefined));
}
