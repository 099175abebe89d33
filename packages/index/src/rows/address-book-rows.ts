import { CodedError, concatBytes, type Height } from '@glassblock/primitives';
import type { RowChange } from '@glassblock/store';
import { u32Bytes } from '../tx-number.ts';

/** First byte of the marker's key and of keys of addresses. A book is no index: its keys share nothing with those. */
const prefix = { marker: 0, address: 1 };
const hashBytes = 32;

/** Hashes that the marker keeps: a reorganisation that reaches below them has the book made anew. */
export const keptHashes = 100;

/** What is in a book: all blocks up to a height, of which the last hashes are known. */
export interface BookMarker {
  height: Height;
  /** Of the last blocks, the newest first, at most `keptHashes`; internal order. */
  hashes: readonly Uint8Array[];
}

export const markerKey: Uint8Array = Uint8Array.of(prefix.marker);

/** Height in 4 bytes, then the hashes. */
export function encodeMarker({ height, hashes }: BookMarker): Uint8Array {
  return concatBytes(u32Bytes(height), ...hashes);
}

/** @throws {CodedError} store.damaged */
export function decodeMarker(bytes: Uint8Array): BookMarker {
  const count = (bytes.length - 4) / hashBytes;
  if (!Number.isInteger(count) || count < 1) throw new CodedError('store.damaged', 'the marker of the address book');
  const height = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) as Height;
  return {
    height,
    hashes: Array.from({ length: count }, (_, i) => bytes.slice(4 + hashBytes * i, 4 + hashBytes * (i + 1))),
  };
}

const nothing = new Uint8Array(0);

/** The row of an address. @param key  as `addressKey` gives it */
export const addressRow = (key: Uint8Array): RowChange => ({ key: rowKeyOf(key), value: nothing });

/** Key of the row of an address, and where a range of them begins and ends. */
export const rowKeyOf = (key: Uint8Array): Uint8Array => concatBytes(Uint8Array.of(prefix.address), key);

/** Key of the address of a row. */
export const keyOfRow = (row: Uint8Array): Uint8Array => row.slice(1);
