/** Lease rates of a node for channels with its own funds, as announced in record 1 (lightning/bolts pull request 878). */
export interface LeaseRates {
  /** Weight units of the funding transaction for which the buyer pays. */
  fundingWeight: number;
  /** Parts per ten thousand of the leased amount. */
  leaseFeeBasis: number;
  leaseFeeBaseSats: number;
  /** Maximum fee rate of the leased channel. */
  maxFeeRatePpm: number;
  /** Maximum base fee of the leased channel. */
  maxBaseFeeMsat: number;
}

/** Record type of a liquidity ad. */
export const liquidityAdRecord = '1';

/**
 * Decodes lease rates: three u16, one u32, and a u32 without its leading zero bytes.
 * @returns undefined for anything else
 */
export function decodeLeaseRates(hex: string): LeaseRates | undefined {
  if (!/^([0-9a-f]{2}){10,14}$/.test(hex) || /^.{20}00/.test(hex)) return undefined;
  const numberAt = (start: number, end: number) => Number.parseInt(hex.slice(2 * start, 2 * end) || '0', 16);
  return {
    fundingWeight: numberAt(0, 2),
    leaseFeeBasis: numberAt(2, 4),
    maxFeeRatePpm: 1_000 * numberAt(4, 6),
    leaseFeeBaseSats: numberAt(6, 10),
    maxBaseFeeMsat: numberAt(10, 14),
  };
}
