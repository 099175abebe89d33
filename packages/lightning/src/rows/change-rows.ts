import { f64, mapped, record, u8, u16, u32, u32be } from '@glassblock/primitives/records';

const flag = mapped(
  u8,
  (value: boolean) => (value ? 1 : 0),
  (stored) => stored === 1,
);

/** Sort key of a policy: its time in Unix seconds, then the side. */
export const policyKey = record({ time: u32be, side: u8 });

/** A policy of one side of a channel. */
export const policyRow = record({
  baseFeeMsat: f64,
  feeRatePpm: u32,
  cltvDelta: u16,
  minHtlcMsat: f64,
  maxHtlcMsat: f64,
  isDisabled: flag,
  /** Changes since the row before; 0: the first known policy. */
  changes: u32,
});

/** Unix seconds since which a node can be reached or not. */
export const reachKey = record({ time: u32be });

/** Whether a node can be reached. */
export const reachRow = record({ isReached: flag });
