import { displayHash, hashFromDisplay } from '@glassblock/primitives';
import { bytes, mapped, record, u16, u32, u64, type ValueOf } from '@glassblock/primitives/records';

/** A hash in display hex, stored in internal order. */
export const shownHash = mapped(bytes(32), hashFromDisplay, displayHash);

/** Block health, per cent with two decimals, stored in hundredths. */
export const matchRateField = mapped(
  u16,
  (percent: number) => Math.round(100 * percent),
  (stored) => stored / 100,
);

/** A share from 0 to 1, stored in billionths. */
export const similarityField = mapped(
  u32,
  (share: number) => Math.round(1e9 * share),
  (stored) => stored / 1e9,
);

/** Summary of an audit for lists and series; stored longer than the audit itself. */
export const auditScore = record({
  /** Display hex. */
  hash: shownHash,
  height: u32,
  /** Time of the block header, Unix seconds. */
  time: u32,
  /** Per cent, two decimals. */
  matchRate: matchRateField,
  /** 0 to 1. */
  similarity: similarityField,
  /** Sats. */
  expectedFees: u64,
  /** WU. */
  expectedWeight: u32,
  /** Actual fees of the block, sats. */
  fees: u64,
});
/** The score of an audit. */
export type AuditScore = ValueOf<typeof auditScore>;

/** Bytes of a row of scores. */
export const scoreBytes = auditScore.minBytes;

/** Encodes the score of an audit. */
export const encodeScore = (score: AuditScore): Uint8Array => auditScore.encode(score);

/**
 * Decodes the score of an audit.
 * @param row `scoreBytes` long
 */
export const decodeScore = (row: Uint8Array): AuditScore => auditScore.decode(row);
