import { bytes, record, u32, varint } from '@glassblock/primitives/records';

/**
 * A block of an Elements chain, in `blocks` and `stale`. Signatures and federation parameters, which are most of a
 * header, are left to the node; therefore the hash is stored.
 */
export const elementsBlockRow = record({
  hash: bytes(32),
  version: u32,
  prevHash: bytes(32),
  merkleRoot: bytes(32),
  time: u32,
  height: u32,
  size: u32,
  weight: u32,
  txCount: u32,
  medianTime: u32,
  /** Fees in the pegged asset. */
  totalFees: varint,
});
