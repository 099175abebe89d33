import type { BlockColumns } from '@glassblock/primitives/columns';
import { RowReader } from '@glassblock/primitives/records';
import { rowKey, type View } from '@glassblock/store';
import { bodyGroup, bodyRecord, packBodies, packed, unpacked } from '../rows/block/body-row.ts';
import { tables } from '../rows/tables.ts';
import { u32Bytes } from '../tx-number.ts';

/** Returns the rows with the bodies of a block, the first one merged with its previous content. */
export async function bodyRows(
  view: View,
  columns: BlockColumns,
  first: number,
): Promise<{ group: number; value: Uint8Array }[]> {
  const { txCount } = columns;
  const start = Math.floor(first / bodyGroup);
  const head = await view.get(tables.bodies, rowKey(tables.bodies, u32Bytes(start)));
  const rows: { group: number; value: Uint8Array }[] = [];
  for (let group = start; group * bodyGroup < first + txCount; group++) {
    const from = Math.max(group * bodyGroup, first) - first;
    const to = Math.min((group + 1) * bodyGroup, first + txCount) - first;
    rows.push({ group, value: packBodies(columns, from, to, group === start ? head : undefined) });
  }
  return rows;
}

/** Returns the rows after the bodies of a block are removed. */
export async function cutBodies(
  view: View,
  first: number,
  txCount: number,
): Promise<{ group: number; value: Uint8Array | undefined }[]> {
  const start = Math.floor(first / bodyGroup);
  const rows: { group: number; value: Uint8Array | undefined }[] = [];
  for (let group = start; group * bodyGroup < first + txCount; group++) {
    const stored = group === start ? first % bodyGroup : 0;
    if (stored === 0) {
      rows.push({ group, value: undefined });
      continue;
    }
    const row = await view.get(tables.bodies, rowKey(tables.bodies, u32Bytes(group)));
    if (row === undefined) throw new Error('a group of bodies is missing');
    const bytes = unpacked(row);
    const reader = new RowReader(bytes);
    for (let i = 0; i < stored; i++) bodyRecord.skip(reader);
    rows.push({ group, value: packed(bytes.subarray(0, reader.at)) });
  }
  return rows;
}
