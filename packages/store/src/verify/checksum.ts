import { crc32c } from '@node-rs/crc32';

/** Added to a rotated checksum, so that a checksum of data that contains checksums stays useful. */
const maskDelta = 0xa282ead8;

/** Returns the masked CRC32C that LevelDB stores for these bytes. Source: google/leveldb, doc/log_format.md. */
export function maskedChecksum(bytes: Uint8Array): number {
  const checksum = crc32c(bytes);
  return (((checksum >>> 15) | (checksum << 17)) + maskDelta) >>> 0;
}
