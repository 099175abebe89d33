import type { CompressedTx } from '@glassblock/contract';
import { expect, test } from 'vitest';
import { csvRows, sortedTxs } from '../block/table-rows.ts';
import { flagsOf, painter, strengthAt, typeClassOf } from '../render/paint.ts';
import {
  filterGroups,
  filterParts,
  importantFilters,
  matcher,
  noFilter,
  parseFilter,
  readFilter,
  toggled,
} from './filter.ts';

const rbf = 2 ** 0;
const p2wpkh = 2 ** 12;
const p2tr = 2 ** 14;
const coinjoin = 2 ** 32;
const acp = 2 ** 44;

test.each([
  ['and', ['p2tr', 'coinjoin'], p2tr + coinjoin, true],
  ['and', ['p2tr', 'coinjoin'], p2tr + acp, false],
  ['and', ['sighash_acp'], acp, true],
  ['and', ['sighash_acp'], acp / 2, false],
  ['or', ['p2tr', 'coinjoin'], rbf + coinjoin, true],
  ['or', ['p2tr', 'coinjoin'], rbf + acp, false],
  ['nor', ['p2tr', 'coinjoin'], rbf, true],
  ['nor', ['p2tr', 'coinjoin'], coinjoin, false],
  ['and', [], 0, true],
  ['or', [], 0, true],
  ['nor', [], rbf, true],
] as const)('match %s of %j on %d is %s', (mode, keys, flagBits, passes) => {
  expect(matcher({ mode, keys })(flagBits)).toBe(passes);
});

test('of mutually exclusive flags the newest stays', () => {
  const filter = toggled(toggled(toggled(noFilter, 'v1'), 'p2tr'), 'v3');
  expect(filter.keys).toEqual(['p2tr', 'v3']);
  expect(toggled(toggled(filter, 'rbf'), 'no_rbf').keys).toEqual(['p2tr', 'v3', 'no_rbf']);
  expect(toggled(filter, 'p2tr').keys).toEqual(['v3']);
});

test('mined blocks have no replacements, projected ones no nonstandard transactions', () => {
  const keys = (kind: 'mined' | 'projected') => filterGroups(kind).flatMap(({ rows }) => rows.map(({ key }) => key));
  expect(keys('mined')).not.toContain('replacement');
  expect(keys('mined')).toContain('nonstandard');
  expect(keys('projected')).not.toContain('nonstandard');
  expect(keys('projected')).toContain('replacement');
});

test('a narrow picture offers important and active filters that may apply', () => {
  const keys = (kind: 'mined' | 'projected', chosen: string[]) => importantFilters(kind, chosen).map(({ key }) => key);
  expect(keys('mined', ['annex'])).toEqual([
    'rbf',
    'p2tr',
    'cpfp_parent',
    'cpfp_child',
    'acceleration',
    'op_return',
    'inscription',
    'annex',
    'coinjoin',
    'consolidation',
    'batch_payout',
  ]);
  expect(keys('projected', ['nonstandard'])).toContain('replacement');
  expect(keys('projected', ['nonstandard'])).not.toContain('nonstandard');
});

test('reads the filter from the URL and ignores invalid parts', () => {
  const filter = { mode: 'or', keys: ['p2tr', 'coinjoin'], tint: 'fee' } as const;
  expect(filterParts(filter)).toEqual({ filter: 'p2tr,coinjoin', match: 'or', tint: 'fee' });
  expect(filterParts(noFilter)).toEqual({ filter: undefined, match: undefined, tint: undefined });
  expect(readFilter(new URLSearchParams('filter=p2tr,coinjoin&match=or&tint=fee'))).toEqual(filter);
  expect(readFilter(new URLSearchParams('page=2'))).toBeUndefined();
  expect(readFilter(new URLSearchParams(`filter=__proto__,v1,<b>,v2${',p2tr'.repeat(9)}&match=xor&tint=9`))).toEqual({
    mode: 'and',
    keys: ['v2', 'p2tr'],
    tint: 'age',
  });
  expect(parseFilter(null)).toEqual(noFilter);
  expect(parseFilter({ keys: 'p2tr', mode: {}, tint: [] })).toEqual(noFilter);
});

const tx = (txid: string, rate: number, flags: number, time = 0, acc = false): CompressedTx =>
  acc ? [txid, 100, 200, 300, rate, flags, time, 1] : [txid, 100, 200, 300, rate, flags, time];

const palette = {
  ramp: [
    [0, 0, 1],
    [1, 0, 0],
  ],
  accelerated: [0.5, 0, 0.5],
  marks: new Map([
    ['here', [0, 0.6, 1]],
    ['removed', [1, 0, 0.8]],
  ] as const),
  types: [
    [0.1, 0, 0],
    [0.2, 0, 0],
    [0.3, 0, 0],
    [0.4, 0, 0],
    [0.5, 0, 0],
  ],
  ground: [0, 0, 0],
  ink: [1, 1, 1],
} as const;

test('dims transactions that do not match: to a fifth, or further by age', () => {
  const txs = new Map([['a', tx('a', 1000, p2wpkh)]]);
  const paint = (tint: 'fee' | 'age') => painter(palette, txs, { mode: 'and', keys: ['p2tr'], tint }, 0)('a', 1000);
  expect(paint('fee')).toEqual([1, 0, 0, 0.2]);
  expect(paint('age')).toEqual([1, 1, 1, 0.1]);
});

test('colors by type, acceleration and comparison, also removed transactions', () => {
  const txs = new Map([
    ['a', tx('a', 1000, p2wpkh + p2tr)],
    ['b', tx('b', 1000, p2wpkh, 0, true)],
  ]);
  const byType = painter(palette, txs, { ...noFilter, tint: 'type' }, 0);
  expect(byType('a', 1000)).toEqual([0.1, 0, 0, 1]);
  expect(byType('b', 1000)).toEqual([0.5, 0, 0.5, 1]);
  expect(byType('gone', 1000)).toEqual([1, 0, 0, 1]);
  expect(painter(palette, txs, noFilter, 0, new Map([['a', 'here']]))('a', 1000)).toEqual([0, 0.6, 1, 1]);
  expect(painter(palette, txs, noFilter, 0, new Map([['a', 'removed']]))('a', 1000)).toEqual([1, 0, 0.8, 1]);
  expect(painter(palette, txs, noFilter, 0, new Map([['a', 'match']]))('a', 1000)).toEqual([1, 0, 0, 1]);
  // marginal transactions have a darker color of their fee rate
  expect(painter(palette, txs, noFilter, 0, new Map([['a', 'fresh']]))('a', 1000)).toEqual([0.4, 0, 0, 1]);
  expect([p2tr + p2wpkh, p2wpkh, 2 ** 11, 2 ** 10, 2 ** 8].map(typeClassOf)).toEqual([0, 1, 2, 3, 4]);
});

test('the age color is full in the first minute and a third after a day', () => {
  expect([0, -50, 86_400, 1e9].map((seconds) => Math.round(strengthAt(seconds) * 100) / 100)).toEqual([
    1, 1, 0.34, 0.34,
  ]);
  const txs = new Map([['a', tx('a', 1000, 0, 1000)]]);
  const paint = painter(palette, txs, noFilter, 1000 + 86_400);
  expect(paint('a', 1000).map((part) => Math.round(part * 100) / 100)).toEqual([0.34, 0, 0, 1]);
});

test('accelerated transactions match their filter without a flag', () => {
  expect(flagsOf(tx('a', 1, rbf, 0, true))).toBe(rbf + 2 ** 19);
  expect(flagsOf(tx('a', 1, rbf + 2 ** 19, 0, true))).toBe(rbf + 2 ** 19);
});

test('sorts the table by size descending, by age oldest first, and reversed', () => {
  const txs = new Map([
    ['a', tx('a', 5, 0, 30)],
    ['b', tx('b', 9, 0, 10)],
    ['c', tx('c', 9, 0, 20)],
  ]);
  const ids = (...how: [Parameters<typeof sortedTxs>[1], boolean]) => sortedTxs(txs, ...how).map(([txid]) => txid);
  expect(ids('rate', false)).toEqual(['b', 'c', 'a']);
  expect(ids('rate', true)).toEqual(['a', 'b', 'c']);
  expect(ids('age', false)).toEqual(['b', 'c', 'a']);
  expect(ids('age', true)).toEqual(['a', 'c', 'b']);
});

test('a saved row has readable time and flags', () => {
  expect(csvRows([tx('a', 5, rbf + p2tr, 1_700_000_000), tx('b', 5, 0)])).toEqual([
    ['a', 100, 200, 300, 5, '2023-11-14T22:13:20.000Z', 'rbf p2tr'],
    ['b', 100, 200, 300, 5, '', ''],
  ]);
});
