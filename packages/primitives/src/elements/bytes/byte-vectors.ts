import { compactSizeAt, compactSizeWidth, skipPrefixed } from '../../bytes/byte-reader.ts';

/** Returns the length-prefixed items of a list that starts at `start` and was checked on reading, as views. */
export function byteVectorsAt(bytes: Uint8Array, start: number): Uint8Array[] {
  const width = compactSizeWidth(bytes, start);
  const items: Uint8Array[] = new Array(compactSizeAt(bytes, start, width));
  let at = start + width;
  for (let i = 0; i < items.length; i++) {
    const itemAt = at + compactSizeWidth(bytes, at);
    at = skipPrefixed(bytes, at);
    items[i] = bytes.subarray(itemAt, at);
  }
  return items;
}

/** Returns the length-prefixed bytes at `at`, which were checked on reading, as a view. */
export function prefixedAt(bytes: Uint8Array, at: number): Uint8Array {
  return bytes.subarray(at + compactSizeWidth(bytes, at), skipPrefixed(bytes, at));
}
