import type { PackageResult, TestedTx } from '@glassblock/contract';

/** Result of a transaction: accepted, rejected, or not tested. */
export interface TestedLine {
  txid: string;
  allowed: boolean | undefined;
  /** sat/vB */
  rate: number | undefined;
  reason: string | undefined;
}

const satsPerVbyte = (btcPerKvb: number): number => btcPerKvb * 100_000;

/** Returns the properties of an unknown value. */
const fields = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** Converts the node's package results to rows. */
export function packageLines(result: PackageResult): TestedLine[] {
  return Object.entries(result['tx-results']).map(([wtxid, value]) => {
    const { txid, error, fees } = fields(value);
    const rate = fields(fees)['effective-feerate'];
    return {
      txid: typeof txid === 'string' ? txid : wtxid,
      allowed: error === undefined,
      rate: typeof rate === 'number' ? satsPerVbyte(rate) : undefined,
      reason: typeof error === 'string' ? error : undefined,
    };
  });
}

/** Converts the node's test results to rows. The fee rate is the effective one, or fee per vsize without it. */
export function testLines(results: readonly TestedTx[]): TestedLine[] {
  return results.map(({ txid, allowed, fees, vsize, 'reject-reason': reason }) => {
    const effective = fees?.['effective-feerate'];
    const own = fees && vsize ? Math.round(fees.base * 1e8) / vsize : undefined;
    return {
      txid,
      allowed,
      rate: effective === undefined ? own : satsPerVbyte(effective),
      reason,
    };
  });
}
