import {
  bytes,
  compactSize,
  f64,
  list,
  mapped,
  record,
  sized,
  u8,
  u16,
  u32,
  u32be,
  uintBE,
  type ValueOf,
  when,
} from '@glassblock/primitives/records';
import type { ChannelId } from '../graph/channel-id.ts';
import { type ClosingReason, closingReasonOf, closingReasons } from '../graph/closure-columns.ts';

const text = mapped(
  sized(compactSize),
  (value: string) => new TextEncoder().encode(value),
  (stored) => new TextDecoder().decode(stored),
);

/** A node as it was last announced. */
export const nodeRow = record({
  /** Unix seconds; 0: never announced. */
  updatedAt: u32,
  /** Unix seconds; 0: unknown. */
  firstSeen: u32,
  /** 0xRRGGBB. */
  color: u32,
  alias: text,
  /** Hex, most significant byte first. */
  features: text,
  sockets: list(compactSize, text),
  records: list(compactSize, record({ type: text, payload: text })),
});
/** A node as it was last announced. */
export type NodeRow = ValueOf<typeof nodeRow>;

const policy = record({
  /** Unix seconds; 0: no policy, and the rest is 0. */
  updatedAt: u32,
  baseFeeMsat: f64,
  feeRatePpm: u32,
  cltvDelta: u16,
  minHtlcMsat: f64,
  maxHtlcMsat: f64,
  isDisabled: u8,
});

const closure = record({
  /** Internal order. */
  txid: bytes(32),
  height: u32,
  /** Unix seconds. */
  time: u32,
  feeSats: f64,
  reason: mapped(u8, (name: ClosingReason): number => closingReasons[name], closingReasonOf),
  isResolved: mapped(
    u8,
    (value: boolean) => (value ? 1 : 0),
    (stored) => stored === 1,
  ),
  evidenceHeight: u32,
});

/** A channel, open or closed. */
export const channelRow = record({
  firstKey: bytes(33),
  secondKey: bytes(33),
  /** Internal order; zero while the funding output is not found. */
  fundingTxid: bytes(32),
  /** Sats; 0 while it is not found. */
  capacitySats: f64,
  /** Unix seconds. */
  created: u32,
  firstPolicy: policy,
  secondPolicy: policy,
  isClosed: u8,
  closure: when<{ isClosed: number }, ValueOf<typeof closure>>(({ isClosed }) => isClosed === 1, closure),
});
/** A channel, open or closed. */
export type ChannelRow = ValueOf<typeof channelRow>;

const channelKeyRow = record({ high: u32be, low: u32be });

/** Encodes the key of a channel. */
export const channelKey = (id: ChannelId): Uint8Array =>
  channelKeyRow.encode({ high: Number(id >> 32n), low: Number(id & 0xffffffffn) });

/** Decodes the key of a channel. */
export function channelOfKey(key: Uint8Array): ChannelId {
  const { high, low } = channelKeyRow.decode(key);
  return (BigInt(high) << 32n) | BigInt(low);
}

/** The block up to which closures are complete; the marker of each commit. */
export const chainMarker = record({ height: u32be, hash: bytes(32) });

/** Hours or days since 1970. */
export const periodKey = record({ period: uintBE(4) });
