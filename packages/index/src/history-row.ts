import { VarintReader, VarintWriter } from './varint.ts';

/** What one transaction did to one script. */
export interface ScriptDelta {
  fundedCount: number;
  fundedSum: bigint;
  spentCount: number;
  spentSum: bigint;
}

/** Running totals of a script after a transaction. */
export interface ScriptTotals extends ScriptDelta {
  txCount: number;
}

export interface HistoryRow {
  /** This transaction alone. */
  delta: ScriptDelta;
  /** All up to and including this transaction. */
  totals: ScriptTotals;
}

export const noTotals: ScriptTotals = { txCount: 0, fundedCount: 0, fundedSum: 0n, spentCount: 0, spentSum: 0n };

/** Totals after one more transaction. */
export function addDelta(totals: ScriptTotals, delta: ScriptDelta): ScriptTotals {
  return {
    txCount: totals.txCount + 1,
    fundedCount: totals.fundedCount + delta.fundedCount,
    fundedSum: totals.fundedSum + delta.fundedSum,
    spentCount: totals.spentCount + delta.spentCount,
    spentSum: totals.spentSum + delta.spentSum,
  };
}

/** Nine varints: the transaction's own counts and sums, then the running ones. The newest row answers the totals. */
export function encodeHistoryRow({ delta, totals }: HistoryRow): Uint8Array {
  return new VarintWriter()
    .add(delta.fundedCount)
    .add(delta.fundedSum)
    .add(delta.spentCount)
    .add(delta.spentSum)
    .add(totals.txCount)
    .add(totals.fundedCount)
    .add(totals.fundedSum)
    .add(totals.spentCount)
    .add(totals.spentSum)
    .finish();
}

export function decodeHistoryRow(bytes: Uint8Array): HistoryRow {
  const reader = new VarintReader(bytes);
  return {
    delta: {
      fundedCount: reader.number(),
      fundedSum: reader.big(),
      spentCount: reader.number(),
      spentSum: reader.big(),
    },
    totals: {
      txCount: reader.number(),
      fundedCount: reader.number(),
      fundedSum: reader.big(),
      spentCount: reader.number(),
      spentSum: reader.big(),
    },
  };
}
