import { seededRandom } from '@glassblock/primitives';
import { describe, expect, it } from 'vitest';
import type { CompressedTx } from '../deltas.ts';
import { auditBlock, type BlockAudit } from './audit-block.ts';
import { type BlockArrival, backlog, type ExpectedTx, knownMark } from './block-arrival.ts';

const arrived = 1_700_000_000;
const long = 3_600;

interface Scene {
  /** The template: name, sat/vB, and optional properties. Each weighs `weight`, 400,000 WU by default. */
  template: (Partial<ExpectedTx> & { name: string; rate: number; weight?: number; age?: number })[];
  waiting?: { name: string; rate: number; weight?: number; firstSeen?: number }[];
  /** Names from the top of the block down; `name@rate` where the fee rate differs. */
  block: string[];
  /** Marks of transactions that are neither in the template nor in the backlog; default: seen. */
  marks?: Record<string, number>;
}

const defaultWeight = 400_000;
const overhead = 1_000;

/** A mempool and a block in which every transaction weighs a tenth of a block. */
function audited({ template, waiting = [], block, marks = {} }: Scene): BlockAudit {
  const mined = block.map((text) => {
    const [name = '', rate] = text.split('@');
    const planned = [...template, ...waiting].find((tx) => tx.name === name);
    const weight = planned?.weight ?? defaultWeight;
    return { txid: name, weight, rate: rate === undefined ? (planned?.rate ?? 1) : Number(rate) };
  });
  const placeOf = (name: string) => mined.findIndex(({ txid }) => txid === name);
  const inMempool = new Set([...template, ...waiting].map(({ name }) => name));
  const arrival: BlockArrival = {
    hash: '00'.repeat(32),
    time: arrived,
    reservedWeight: 8_000,
    template: template.map(({ name, rate, weight = defaultWeight, age = long, ...unusual }) => {
      const fee = (rate * weight) / 4;
      const tx: CompressedTx = [name, fee, weight / 4, 5_000, rate, 0, arrived - age];
      const defaultValue = { since: arrived - age, isReplaced: false, isSigopBound: false };
      return { tx, rate, position: placeOf(name), ...defaultValue, ...unusual };
    }),
    waiting: backlog(
      waiting.map(({ name, rate, weight = defaultWeight, firstSeen = arrived - long }) => {
        return { rate, weight, firstSeen, position: placeOf(name) };
      }),
    ),
    known: mined.map(({ txid }) => marks[txid] ?? (inMempool.has(txid) ? knownMark.seen : 0)),
  };
  const weight = overhead + mined.reduce((sum, tx) => sum + tx.weight, 0);
  return auditBlock(arrival, { weight, coinbaseWeight: 600, txs: mined });
}

const named = ({
  hash: _,
  time: __,
  template: ___,
  similarity: ____,
  expectedFees,
  expectedWeight,
  ...lists
}: BlockAudit) =>
  Object.fromEntries(
    Object.entries(lists)
      .filter(([, list]) => !Array.isArray(list) || list.length > 0)
      .map(([name, list]) => [name, Array.isArray(list) ? list.join(' ') : list]),
  );

const tx = (name: string, rate: number, unusual: Omit<Scene['template'][number], 'name' | 'rate'> = {}) => ({
  name,
  rate,
  ...unusual,
});
const four = [tx('a', 40), tx('b', 30), tx('c', 20), tx('d', 10)];
const room = 'z y x w v u t s r q';

describe('audit of a block', () => {
  const scenes: [name: string, scene: Scene, expected: Record<string, unknown>][] = [
    ['as expected', { template: four, block: ['a', 'b', 'c', 'd'] }, { matchRate: 100 }],
    ['nothing expected, nothing mined', { template: [], block: [] }, { matchRate: 100 }],
    ['an empty block', { template: four, block: [] }, { matchRate: 0, missing: 'a b c d' }],
    [
      'an empty block while all is fresh',
      { template: [tx('a', 9, { age: 20 })], block: [] },
      { matchRate: 100, fresh: 'a' },
    ],
    ['one left out', { template: four, block: ['a', 'c', 'd'] }, { matchRate: 75, missing: 'b' }],
    ['one left out of three', { template: four.slice(0, 3), block: ['a', 'b'] }, { matchRate: 66.67, missing: 'c' }],
    // ages are as of the arrival
    [
      'fresh at 180 s',
      { template: [tx('a', 9, { age: 180 }), tx('b', 8)], block: ['b'] },
      { matchRate: 100, fresh: 'a' },
    ],
    [
      'missing at 181 s',
      { template: [tx('a', 9, { age: 181 }), tx('b', 8)], block: ['b'] },
      { matchRate: 50, missing: 'a' },
    ],
    [
      'old, but its fee rate was just raised by a child',
      { template: [tx('a', 9, { since: arrived - 5 }), tx('b', 8)], block: ['b'] },
      { matchRate: 100, fresh: 'a' },
    ],
    [
      'replaced',
      {
        template: [tx('a', 9, { isReplaced: true }), tx('b', 8)],
        block: ['new@9', 'b'],
        marks: { new: knownMark.conflict },
      },
      { matchRate: 100, replaced: 'a new', unseen: 'new' },
    ],
    [
      'replaced by one that was in the mempool before',
      { template: [tx('b', 8)], block: ['b', 'old@1'], marks: { old: knownMark.conflict + knownMark.seen } },
      { matchRate: 100, replaced: 'old' },
    ],
    [
      'bound by signature operations',
      { template: [tx('a', 9, { isSigopBound: true }), tx('b', 8)], block: ['b'] },
      { matchRate: 100, sigop: 'a' },
    ],
    [
      'bound by signature operations, and mined',
      { template: [tx('a', 9, { isSigopBound: true })], block: ['a'] },
      { matchRate: 100 },
    ],
    // below 1 sat/vB a miner is expected to follow its own policy at that rate
    ['low fee rate, and none as low mined', { template: [tx('a', 9), tx('b', 0.5)], block: ['a'] }, { matchRate: 100 }],
    [
      'low fee rate, and lower ones mined',
      { template: [tx('a', 9), tx('b', 0.5), tx('c', 0.4)], block: ['a', 'c'] },
      { matchRate: 66.67, missing: 'b' },
    ],
    [
      'never seen, among high fee rates',
      { template: four, block: ['a', 'hidden@30', 'b', 'c', 'd'] },
      { matchRate: 100, unseen: 'hidden', added: 'hidden' },
    ],
    [
      'never seen, behind all others',
      { template: four, block: ['a', 'b', 'c', 'd', 'hidden@1'] },
      { matchRate: 100, unseen: 'hidden' },
    ],
    ['moved up', { template: four, block: ['d', 'a', 'b', 'c'] }, { matchRate: 100, prioritized: 'd' }],
    ['moved down', { template: four, block: ['b', 'c', 'd', 'a'] }, { matchRate: 100, deprioritized: 'a' }],
    [
      'never seen and moved up',
      { template: four, block: ['hidden@1', 'a', 'b', 'c', 'd'] },
      { matchRate: 100, unseen: 'hidden', added: 'hidden', prioritized: 'hidden' },
    ],
    [
      'accelerated',
      { template: [tx('a', 9)], block: ['a'], marks: { a: knownMark.seen + knownMark.accelerated } },
      { matchRate: 100, accelerated: 'a' },
    ],
    [
      'replaced by the next of the backlog',
      { template: four, waiting: [{ name: 'next', rate: 9 }], block: ['a', 'c', 'd', 'next'] },
      { matchRate: 75, missing: 'b', added: 'next' },
    ],
    [
      'chosen from the end of the backlog',
      {
        template: four,
        waiting: [...room.split(' ').map((name, i) => ({ name, rate: 9 - i / 10 })), { name: 'far', rate: 1 }],
        block: ['a', 'b', 'c', 'd', 'far'],
      },
      { matchRate: 100 },
    ],
    [
      'displaced at the end of a full block by an unexpected one',
      {
        template: room.split(' ').map((name, i) => tx(name, 20 - i)),
        block: [...room.split(' ').slice(0, 9), 'hidden@5'],
      },
      { matchRate: 100, unseen: 'hidden' },
    ],
    [
      'displaced at the end, and another one left out',
      {
        template: room.split(' ').map((name, i) => tx(name, 20 - i)),
        block: ['hidden@30', 'z', ...room.split(' ').slice(2, 9)],
      },
      { matchRate: 88.89, missing: 'y', unseen: 'hidden', added: 'hidden' },
    ],
  ];
  it.each(scenes)('%s', (_, scene, expected) => {
    expect(named(audited(scene))).toEqual(expected);
  });

  it('has sums and similarity of the template', () => {
    const audit = audited({ template: four, block: ['a', 'b', 'd'] });
    expect(audit.expectedFees).toBe(10_000_000);
    expect(audit.expectedWeight).toBe(1_600_000);
    expect(audit.similarity).toBe((600 + 1_200_000) / (600 + 1_600_000));
    expect(audit.template.map(([id]) => id)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('rejects marks of another block', () => {
    const arrival = { hash: '', time: 0, reservedWeight: 0, template: [], waiting: backlog([]), known: [1] };
    expect(() => auditBlock(arrival, { weight: 0, coinbaseWeight: 0, txs: [] })).toThrow(
      'an audit of 0 transactions by 1',
    );
  });
});

describe('audits of random mempools and blocks', () => {
  it('never put a transaction into two exclusive groups', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const random = seededRandom(seed);
      const pick = (share: number) => random() < share;
      const weight = () => 400 + 4 * Math.floor(random() * 200_000);
      const template = Array.from({ length: Math.floor(random() * 12) }, (_, i) =>
        tx(`t${i}`, 0.2 + random() * 20, {
          weight: weight(),
          age: Math.floor(random() * 400),
          isReplaced: pick(0.1),
          isSigopBound: pick(0.1),
        }),
      ).sort((a, b) => b.rate - a.rate);
      const waiting = Array.from({ length: Math.floor(random() * 8) }, (_, i) => ({
        name: `w${i}`,
        rate: random(),
        weight: weight(),
        firstSeen: arrived - Math.floor(random() * 400),
      }));
      const others = Array.from({ length: Math.floor(random() * 4) }, (_, i) => `o${i}@${random() * 20}`);
      const names = [...template, ...waiting].map(({ name }) => name).filter(() => pick(0.7));
      const block = [...names, ...others].sort(() => random() - 0.5);
      const marks = Object.fromEntries(others.map((name) => [name.split('@')[0], Math.floor(random() * 8)]));
      const audit = audited({ template, waiting, block, marks });
      const mined = new Set(block.map((name) => name.split('@')[0]!));
      const expected = new Set(template.map(({ name }) => name));
      const where = `seed ${seed}`;

      const excused = [...audit.fresh, ...audit.sigop, ...audit.replaced.filter((id) => !mined.has(id))];
      const absent = [...audit.missing, ...excused];
      expect(new Set(absent).size, where).toBe(absent.length);
      for (const id of absent) expect([expected.has(id), mined.has(id)], where).toEqual([true, false]);
      for (const id of [...audit.added, ...audit.unseen]) {
        expect([expected.has(id), mined.has(id)], where).toEqual([false, true]);
      }
      expect(
        audit.added.filter((id) => audit.replaced.includes(id)),
        where,
      ).toEqual([]);
      expect(
        audit.prioritized.filter((id) => audit.deprioritized.includes(id)),
        where,
      ).toEqual([]);
      expect(audit.matchRate >= 0 && audit.matchRate <= 100, where).toBe(true);
      expect(audit.similarity >= 0 && audit.similarity <= 1, where).toBe(true);
      if (audit.missing.length === 0) expect(audit.matchRate, where).toBe(100);
    }
  });
});
