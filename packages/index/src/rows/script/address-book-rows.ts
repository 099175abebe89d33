import { CodedError, type Height } from '@glassblock/primitives';
import { bytes, type Field, listToEnd, record, rest, u8, u32be } from '@glassblock/primitives/records';
import type { RowChange } from '@glassblock/store';

/** First byte of the marker's key and of keys of addresses. A book is no index: its keys share nothing with those. */
const prefix = { marker: 0, address: 1 };

/** Number of hashes in the marker: a deeper reorg rebuilds the address index. */
export const storedHashes = 100;

/** What is in a book: all blocks up to a height, of which the last hashes are known. */
export interface BookMarker {
  height: Height;
  /** Of the last blocks, the newest first, at most `keptHashes`; internal order. */
  hashes: readonly Uint8Array[];
}

const hash = bytes(32);

/** Value of the marker. */
export const bookMarker = record({
  height: u32be as Field<Height>,
  /** Internal order, the newest first. */
  hashes: listToEnd(hash) as Field<readonly Uint8Array[]>,
});

/** Key of an address. */
export const addressRowKey = record({
  prefix: u8,
  /** Kind and hash or witness program, as `addressKey` gives them. */
  address: rest,
});

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

/** The row of an address. @param key  as `addressKey` gives it */
export const addressRow = (key: Uint8Array): RowChange => ({ key: rowKeyOf(key), value: nothing });

/** Key of the row of an address, and where a range of them begins and ends. */
export const rowKeyOf = (key: Uint8Array): Uint8Array => addressRowKey.encode({ prefix: prefix.address, address: key });

/** Key of the address of a row. */
export const keyOfRow = (row: Uint8Array): Uint8Array => addressRowKey.decode(row).address;
