import { ByteReader, ByteWriter } from '@glassblock/primitives';
import { type Change, rowKey, type Table } from '@glassblock/store';

/** Writes what each row was before a block, so that disconnecting is writing it back. */
export function encodeUndo(before: readonly Change[]): Uint8Array {
  const writer = new ByteWriter(1 << 16);
  writer.compactSize(before.length);
  for (const { table, key, value } of before) {
    writer.u8(table.id);
    writer.bytes(key.partition);
    writer.bytes(key.sort);
    writer.u8(value === undefined ? 0 : 1);
    if (value !== undefined) writer.lengthPrefixed(value);
  }
  return writer.finish();
}

/** @param tablesById  the tables that the row may speak of */
export function decodeUndo(bytes: Uint8Array, tablesById: ReadonlyMap<number, Table>): Change[] {
  const reader = new ByteReader(bytes);
  return Array.from({ length: reader.compactSize() }, () => {
    const id = reader.u8();
    const table = tablesById.get(id);
    if (table === undefined) throw new Error(`an undo row speaks of table ${id}`);
    const partition = reader.take(table.partitionBytes);
    const sort = reader.take(table.sortBytes);
    const value = reader.u8() === 1 ? reader.lengthPrefixed() : undefined;
    return { table, key: rowKey(table, partition, sort), value };
  });
}
