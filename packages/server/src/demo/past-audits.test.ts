import type { TxClassified } from '@glassblock/contract';
import { auditBlock } from '@glassblock/mempool/audit';
import { seededRandom } from '@glassblock/primitives';
import { expect, test } from 'vitest';
import { differencesOf, pastArrival } from './past-audits.ts';

const time = 1_795_000_000;

/** Transactions of 250 vB at falling fee rates from 20 sat/vB. */
const txsOf = (name: string, count: number): TxClassified[] =>
  Array.from({ length: count }, (_, i) => {
    const rate = 20 - (15 * i) / count;
    return { txid: `${name}${i}`, fee: Math.round(250 * rate), vsize: 250, value: 1_000, rate, flags: 1 };
  });
const auditOf = (differences: Parameters<typeof pastArrival>[4], count = 3_900) => {
  const txs = txsOf('a', count);
  const arrival = pastArrival('00', txs, txsOf('b', 500), time, differences);
  return auditBlock(arrival, {
    weight: 1_000 * count + 4_000,
    coinbaseWeight: 1_000,
    txs: txs.map(({ txid, vsize, rate }) => ({ txid, weight: 4 * vsize, rate })),
  });
};

test('a block without differences has full health', () => {
  const audit = auditOf({ missing: 0, fresh: 0, unseen: 0 });
  expect(audit).toMatchObject({ matchRate: 100, missing: [], added: [], fresh: [], unseen: [] });
  expect(audit.template).toHaveLength(3_900);
});

test('lists missing, fresh and unseen transactions', () => {
  const audit = auditOf({ missing: 39, fresh: 2, unseen: 1 });
  expect(audit.missing).toHaveLength(39);
  expect(audit.missing[0]).toBe('b0');
  expect(audit.fresh).toEqual(['b39', 'b40']);
  expect(audit.unseen).toEqual(['a3899']);
  expect(audit.matchRate).toBeCloseTo(99, 1);
});

test('health is from 97 to 100 %, and below 100 % for about one of fourteen blocks', () => {
  const random = seededRandom(7);
  const rates = Array.from({ length: 300 }, () => auditOf(differencesOf(random, 800), 800).matchRate);
  expect(Math.min(...rates)).toBeGreaterThan(97);
  const lower = rates.filter((rate) => rate < 99.9).length;
  expect(lower).toBeGreaterThan(8);
  expect(lower).toBeLessThan(40);
});
