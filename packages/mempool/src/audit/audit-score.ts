import { ByteReader, ByteWriter, displayHash, hashFromDisplay } from '@glassblock/primitives';

/** Scores of an audit for lists and series; stored longer than the audit itself. */
export interface AuditScore {
  /** Display hex. */
  hash: string;
  height: number;
  /** Of the block's header, seconds since 1970. */
  time: number;
  /** Per cent, two decimals. */
  matchRate: number;
  /** 0 to 1. */
  similarity: number;
  /** Sats. */
  expectedFees: number;
  /** WU. */
  expectedWeight: number;
  /** Actual fees of the block, sats. */
  fees: number;
}

/** Hash in internal order (32), height (4), time (4), hundredths of a per cent (2), billionths (4), sats (8), WU (4), sats (8). */
export const scoreBytes = 66;

/** Encodes a score in `scoreBytes` bytes. */
export function encodeScore(score: AuditScore): Uint8Array {
  return new ByteWriter(scoreBytes)
    .bytes(hashFromDisplay(score.hash))
    .u32(score.height)
    .u32(score.time)
    .u16(Math.round(100 * score.matchRate))
    .u32(Math.round(1e9 * score.similarity))
    .u64(score.expectedFees)
    .u32(score.expectedWeight)
    .u64(score.fees)
    .finish();
}

/**
 * Decodes a score.
 * @param row `scoreBytes` long, as made by encodeScore
 */
export function decodeScore(row: Uint8Array): AuditScore {
  const reader = new ByteReader(row);
  return {
    hash: displayHash(reader.take(32)),
    height: reader.u32(),
    time: reader.u32(),
    matchRate: (reader.u8() + 256 * reader.u8()) / 100,
    similarity: reader.u32() / 1e9,
    expectedFees: reader.u64(),
    expectedWeight: reader.u32(),
    fees: reader.u64(),
  };
}
