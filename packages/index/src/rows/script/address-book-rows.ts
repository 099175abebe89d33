import { CodedError, type Height } from '@glassblock/primitives';
import { bytes, type Field, listToEnd, record, rest, u8, u32be } from '@glassblock/primitives/records';
import type { RowChange } from '@glassblock/store';

/** First byte of the marker's key and of address keys. The address book is a separate store from the index. */
const prefix = { marker: 0, address: 1 };

/** Number of hashes in the marker: a deeper reorg rebuilds the address index. */
export const storedHashes = 100;

/** State of an address book: all blocks up to a height, and the hashes of the last ones. */
export interface BookMarker {
  height: Height;
  /** Hashes of the last blocks, newest first, at most `storedHashes`; internal order. */
  hashes: readonly Uint8Array[];
}

const hash = bytes(32);

/** Value of the marker. */
export const bookMarker = record({
  height: u32be as Field<Height>,
  /** Internal order, newest first. */
  hashes: listToEnd(hash) as Field<readonly Uint8Array[]>,
});

/** Key of an address. */
export const addressRowKey = record({
  prefix: u8,
  /** Address type and hash or witness program, as in `addressKey`. */
  address: rest,
});

/** Key of the marker row. */
export const markerKey: Uint8Array = Uint8Array.of(prefix.marker);

/** Encodes the marker. */
export const encodeMarker = ({ height, hashes }: BookMarker): Uint8Array => bookMarker.encode({ height, hashes });

/** Decodes the marker. @throws {CodedError} store.damaged */
export function decodeMarker(row: Uint8Array): BookMarker {
  const count = (row.length - bookMarker.minBytes) / hash.minBytes;
  if (!Number.isInteger(count) || count < 1) throw new CodedError('store.damaged', 'the marker of the address book');
  return bookMarker.decode(row);
}

const nothing = new Uint8Array(0);

/**
 * Returns the row of an address.
 * @param key as in `addressKey`
 */
export const addressRow = (key: Uint8Array): RowChange => ({ key: rowKeyOf(key), value: nothing });

/** Returns the row key of an address, or the bound of a range of addresses. */
export const rowKeyOf = (key: Uint8Array): Uint8Array => addressRowKey.encode({ prefix: prefix.address, address: key });

/** Returns the address key of a row key. */
export const keyOfRow = (row: Uint8Array): Uint8Array => addressRowKey.decode(row).address;
