import type { CompressedTx } from '@glassblock/contract';
import { flagNames } from '@glassblock/primitives/flags';
import { isoTime } from '../../format/age.ts';
import { flagsOf } from '../render/paint.ts';

/** Sort keys of the table. */
export const sortKeys = ['amount', 'rate', 'vsize', 'age'] as const;
/** A sort key of the table. */
export type SortKey = (typeof sortKeys)[number];

const placeOf = { amount: 3, rate: 4, vsize: 2, age: 6 } as const;

/** Sorts by a column, largest first unless `rising`; by age oldest first. Ties are sorted by txid. */
export function sortedTxs(
  txs: ReadonlyMap<string, CompressedTx>,
  by: SortKey,
  rising: boolean,
): readonly CompressedTx[] {
  const place = placeOf[by];
  // an old transaction has an early time
  const sign = rising === (by === 'age') ? -1 : 1;
  return [...txs.values()].sort((a, b) => sign * (a[place] - b[place]) || (a[0] < b[0] ? -1 : 1));
}

/** Column titles of the saved table. */
export const csvColumns = [
  'txid',
  'fee_sats',
  'vsize_vB',
  'value_sats',
  'rate_sat_per_vB',
  'first_seen',
  'flags',
] as const;

/** Returns the rows of the CSV file; an unknown time is empty. */
export const csvRows = (txs: readonly CompressedTx[]): readonly (readonly (string | number)[])[] =>
  txs.map((tx) => [
    tx[0],
    tx[1],
    tx[2],
    tx[3],
    tx[4],
    tx[6] > 0 ? (isoTime(tx[6]) ?? '') : '',
    flagNames(flagsOf(tx)).join(' '),
  ]);
