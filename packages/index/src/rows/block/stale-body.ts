import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { record, rest, sized, type ValueOf, varint } from '@glassblock/primitives/records';

/** A block that left the active chain and the outputs that it spends, as the node serialises them. */
export const staleBody = record({
  block: sized(varint),
  spent: rest,
});
export type StaleBody = ValueOf<typeof staleBody>;

const maxBytes = 256 * 1024 * 1024;

/** Encodes and compresses a stale body. */
export const encodeStaleBody = (body: StaleBody): Uint8Array => zstdCompressSync(staleBody.encode(body));

/** Decompresses and decodes a stale body. */
export const decodeStaleBody = (row: Uint8Array): StaleBody =>
  staleBody.decode(zstdDecompressSync(row, { maxOutputLength: maxBytes }));
