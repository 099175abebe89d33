import { compareTxNumbers, type HistoryEntry, type IndexView, type TxNumber } from '@glassblock/index';
import { type Height, seededRandom, toHex } from '@glassblock/primitives';
import { describe, expect, it } from 'vitest';
import { mergedHistory } from './script-history.ts';

const entryAt = (height: number, position: number, value: bigint): HistoryEntry => {
  const delta = { fundedCount: 1, fundedSum: value, spentCount: 0, spentSum: 0n };
  return { number: { height: height as Height, position }, delta, totals: { txCount: 0, ...delta } };
};

/** Histories by script hash; counts the rows read. */
function viewOf(histories: ReadonlyMap<string, readonly HistoryEntry[]>) {
  const view = {
    read: 0,
    async history(hash: Uint8Array, { before, limit }: { before?: TxNumber; limit: number }) {
      const rows = (histories.get(toHex(hash)) ?? [])
        .filter(({ number }) => before === undefined || compareTxNumbers(number, before) < 0)
        .sort((a, b) => compareTxNumbers(b.number, a.number))
        .slice(0, limit);
      view.read += rows.length;
      return rows;
    },
  };
  return view as typeof view & IndexView;
}

const hashes = Array.from({ length: 12 }, (_, i) => i.toString(16).padStart(64, '0'));

describe('merged history of a group', () => {
  it.each([1, 2, 3, 4, 5])(
    'is the sorted union, one entry per transaction with its net value (seed %i)',
    async (seed) => {
      const random = seededRandom(seed);
      const histories = new Map<string, HistoryEntry[]>();
      const netByPlace = new Map<string, { number: TxNumber; value: bigint }>();
      for (const hash of hashes) {
        const places = new Set<number>();
        const size = Math.floor(random() ** 3 * 200);
        while (places.size < size) places.add(Math.floor(random() * 600));
        const entries = [...places].map((place) => {
          return entryAt(Math.floor(place / 7), place % 7, BigInt(Math.floor(random() * 100)) - 50n);
        });
        histories.set(hash, entries);
        for (const { number, delta } of entries) {
          const key = `${number.height}:${number.position}`;
          netByPlace.set(key, { number, value: (netByPlace.get(key)?.value ?? 0n) + delta.fundedSum });
        }
      }
      const wanted = [...netByPlace.values()].sort((a, b) => compareTxNumbers(b.number, a.number));
      const view = viewOf(histories);
      expect(await mergedHistory(view, hashes, { limit: 5_000 })).toEqual(wanted);
      for (const limit of [1, 10, 64]) {
        const pages: typeof wanted = [];
        for (;;) {
          const before = pages.at(-1)?.number;
          const page = await mergedHistory(view, hashes, { limit, ...(before === undefined ? {} : { before }) });
          if (page.length === 0) break;
          expect(page.length).toBeLessThanOrEqual(limit);
          pages.push(...page);
        }
        expect(pages).toEqual(wanted);
      }
    },
  );

  it('reads little more than it returns', async () => {
    const long = Array.from({ length: 3_000 }, (_, i) => entryAt(i, 0, 1n));
    const view = viewOf(new Map(hashes.map((hash) => [hash, long])));
    await mergedHistory(view, hashes, { limit: 50 });
    expect(view.read).toBeLessThan(12 * 80);
  });
});
