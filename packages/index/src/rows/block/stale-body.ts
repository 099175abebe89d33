import { promisify } from 'node:util';
import { zstdCompress, zstdDecompressSync } from 'node:zlib';
import { record, rest, sized, type ValueOf, varint } from '@glassblock/primitives/records';

/** A stale block and the outputs that it spends, as serialized by the node. */
export const staleBody = record({
  block: sized(varint),
  spent: rest,
});
/** A stale block and the outputs that it spends. */
export type StaleBody = ValueOf<typeof staleBody>;

const maxBytes = 256 * 1024 * 1024;

const compress = promisify(zstdCompress);

/** Encodes a stale body, and compresses it in the thread pool. */
export const encodeStaleBody = (body: StaleBody): Promise<Uint8Array> => compress(staleBody.encode(body));

/** Decompresses and decodes a stale body. */
export const decodeStaleBody = (row: Uint8Array): StaleBody =>
  staleBody.decode(zstdDecompressSync(row, { maxOutputLength: maxBytes }));
