/** A table of the store: rows are found by a partition key and ordered inside it by a sort key, both of fixed width. */
export interface Table {
  readonly name: string;
  /** First byte of every physical key; unique in a store, 1 to 239. */
  readonly id: number;
  readonly partitionBytes: number;
  readonly sortBytes: number;
}

/** Key of a row inside its table. `sort` is empty where the table has none. */
export interface RowKey {
  readonly partition: Uint8Array;
  readonly sort: Uint8Array;
}

const none = new Uint8Array(0);

/** Builds a row key and checks its widths: a wrong one is an internal error. */
export function rowKey(table: Table, partition: Uint8Array, sort: Uint8Array = none): RowKey {
  if (partition.length !== table.partitionBytes || sort.length !== table.sortBytes) {
    throw new Error(`key of ${partition.length}+${sort.length} bytes in table ${table.name}`);
  }
  return { partition, sort };
}

/** Returns the physical key: table id, partition, sort. */
export function physicalKey(table: Table, key: RowKey): Uint8Array {
  const bytes = new Uint8Array(1 + table.partitionBytes + table.sortBytes);
  bytes[0] = table.id;
  bytes.set(key.partition, 1);
  bytes.set(key.sort, 1 + table.partitionBytes);
  return bytes;
}

/** Bytes of the physical key of a row with a number as key: table id, 32-bit number, big-endian. */
export const numberedBytes = 5;

/** Writes the physical key of a row with a number as key. @param id of its table */
export function writeNumberedKey(to: Uint8Array, at: number, id: number, number: number): void {
  to[at] = id;
  to[at + 1] = number >>> 24;
  to[at + 2] = number >>> 16;
  to[at + 3] = number >>> 8;
  to[at + 4] = number;
}

/** Returns the number at an offset of a key as a signed integer, which takes no memory of its own in a map. */
export const signedAt = (key: Uint8Array, at: number): number =>
  (key[at]! << 24) | (key[at + 1]! << 16) | (key[at + 2]! << 8) | key[at + 3]!;

/** Returns the physical keys of numbered rows, as views of one array. */
export function numberedKeys(table: Table, numbers: Uint32Array): Uint8Array[] {
  if (table.partitionBytes !== 4 || table.sortBytes !== 0) throw new Error(`table ${table.name} is not numbered`);
  const bytes = new Uint8Array(numberedBytes * numbers.length);
  const keys: Uint8Array[] = [];
  for (let i = 0; i < numbers.length; i++) {
    const at = numberedBytes * i;
    writeNumberedKey(bytes, at, table.id, numbers[i]!);
    keys.push(bytes.subarray(at, at + numberedBytes));
  }
  return keys;
}

/**
 * Returns the smallest key above all keys that start with `prefix`, which must not be all 0xff; table ids rule that
 * out.
 */
export function endOfPrefix(prefix: Uint8Array): Uint8Array {
  const end = prefix.slice();
  for (let i = end.length - 1; i >= 0; i--) {
    if (end[i] !== 0xff) {
      end[i] = end[i]! + 1;
      return end.subarray(0, i + 1);
    }
  }
  throw new Error('no key is above this prefix');
}
