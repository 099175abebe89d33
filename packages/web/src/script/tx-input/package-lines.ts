import type { PackageResult, TestedTx } from '@glassblock/contract';

/** One line of an answer about a transaction: taken, refused, or not tried. */
export interface TestedLine {
  txid: string;
  allowed: boolean | undefined;
  /** sat/vB */
  rate: number | undefined;
  reason: string | undefined;
}

const satsPerVbyte = (btcPerKvb: number): number => btcPerKvb * 100_000;

/** The fields of a value that may be anything. */
const fields = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** The node's results of a package as lines. */
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

/** The node's results of a test as lines. The rate is the effective one, or that of the fee when none is told. */
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
