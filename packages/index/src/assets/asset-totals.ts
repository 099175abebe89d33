import { displayHash } from '@glassblock/primitives';
import type { AssetAmount, AssetChange, AssetEvent } from './asset-changes.ts';

/** Sums of the events of one asset. */
export interface AssetTotals {
  /** Transactions with an event of this asset. */
  readonly txCount: number;
  readonly issuanceCount: number;
  /** Explicit amounts only. */
  readonly issuedAmount: bigint;
  /** Issuances with a confidential amount. */
  readonly confidentialIssuances: number;
  /** Reissuance tokens of this asset, explicit amounts only. */
  readonly tokenAmount: bigint;
  /** Issuances with a confidential number of tokens. */
  readonly confidentialTokens: number;
  readonly burnCount: number;
  readonly burnedAmount: bigint;
  readonly pegInCount: number;
  readonly pegInAmount: bigint;
  readonly pegOutCount: number;
  readonly pegOutAmount: bigint;
}

/** Totals of an asset without events. */
export const noAssetTotals: AssetTotals = {
  txCount: 0,
  issuanceCount: 0,
  issuedAmount: 0n,
  confidentialIssuances: 0,
  tokenAmount: 0n,
  confidentialTokens: 0,
  burnCount: 0,
  burnedAmount: 0n,
  pegInCount: 0,
  pegInAmount: 0n,
  pegOutCount: 0,
  pegOutAmount: 0n,
};

/** Totals by asset id in display order; an asset without events has no entry. */
export type TotalsByAsset = Map<string, AssetTotals>;

const known = (amount: AssetAmount): bigint => amount ?? 0n;
const countConfidential = (amount: AssetAmount): number => (amount === undefined ? 1 : 0);

function totalsOfEvent(event: AssetEvent): AssetTotals {
  switch (event.kind) {
    case 'issuance':
    case 'reissuance':
      return {
        ...noAssetTotals,
        issuanceCount: 1,
        issuedAmount: known(event.amount),
        confidentialIssuances: countConfidential(event.amount),
        tokenAmount: known(event.tokenAmount),
        confidentialTokens: countConfidential(event.tokenAmount),
      };
    case 'burn':
      return { ...noAssetTotals, burnCount: 1, burnedAmount: event.amount };
    case 'peg-in':
      return { ...noAssetTotals, pegInCount: 1, pegInAmount: event.amount };
    case 'peg-out':
      return { ...noAssetTotals, pegOutCount: 1, pegOutAmount: event.amount };
  }
}

/** Returns the sum of two totals. */
export function addTotals(a: AssetTotals, b: AssetTotals): AssetTotals {
  return {
    txCount: a.txCount + b.txCount,
    issuanceCount: a.issuanceCount + b.issuanceCount,
    issuedAmount: a.issuedAmount + b.issuedAmount,
    confidentialIssuances: a.confidentialIssuances + b.confidentialIssuances,
    tokenAmount: a.tokenAmount + b.tokenAmount,
    confidentialTokens: a.confidentialTokens + b.confidentialTokens,
    burnCount: a.burnCount + b.burnCount,
    burnedAmount: a.burnedAmount + b.burnedAmount,
    pegInCount: a.pegInCount + b.pegInCount,
    pegInAmount: a.pegInAmount + b.pegInAmount,
    pegOutCount: a.pegOutCount + b.pegOutCount,
    pegOutAmount: a.pegOutAmount + b.pegOutAmount,
  };
}

/** Returns the totals of the assets that changes concern. */
export function totalsOfChanges(changes: readonly AssetChange[]): TotalsByAsset {
  const totals: TotalsByAsset = new Map();
  for (const { events } of changes) {
    const seen = new Set<string>();
    for (const event of events) {
      const id = displayHash(event.assetId);
      const own = { ...totalsOfEvent(event), txCount: seen.has(id) ? 0 : 1 };
      seen.add(id);
      totals.set(id, addTotals(totals.get(id) ?? noAssetTotals, own));
    }
  }
  return totals;
}

/**
 * Returns the circulating amount of an asset: issued and pegged in, less burned and pegged out. Undefined when an
 * issuance was confidential. Amounts burned in confidential outputs are unknown and count as circulating.
 */
export function supplyOf(totals: AssetTotals): AssetAmount {
  if (totals.confidentialIssuances > 0) return undefined;
  return totals.issuedAmount + totals.pegInAmount - totals.pegOutAmount - totals.burnedAmount;
}
