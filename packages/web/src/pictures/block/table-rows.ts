import type { CompressedTx } from '@glassblock/contract';
import { flagNames } from '@glassblock/primitives/flags';
import { isoTime } from '../../format/age.ts';
import { flagsOf } from '../render/paint.ts';

/** What the table twin of a picture can be sorted by. */
export const sortKeys = ['amount', 'rate', 'vsize', 'age'] as const;
export type SortKey = (typeof sortKeys)[number];

const placeOf = { amount: 3, rate: 4, vsize: 2, age: 6 } as const;

/** Sorted by a column, the largest first unless `rising`; the oldest first by age. Equal ones by their ids. */
export function sortedTxs(
  txs: ReadonlyMap<string, CompressedTx>,
  by: SortKey,
  rising: boolean,
): readonly CompressedTx[] {
  const place = placeOf[by];
  // An old transaction has an early time.
  const sign = rising === (by === 'age') ? -1 : 1;
  return [...txs.values()].sort((a, b) => sign * (a[place] - b[place]) || (a[0] < b[0] ? -1 : 1));
}

/** Names of the columns of the saved table. */
export const csvColumns = [
  'txid',
  'fee_sats',
  'vsize_vB',
  'value_sats',
  'rate_sat_per_vB',
  'first_seen',
  'flags',
] as const;

/** The same as rows of a CSV file; a time that is not known is empty. */
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
