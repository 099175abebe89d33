import { expect, test } from 'vitest';
import { sampleBlock, tip } from '../../../test/support/samples/sample-data.ts';
import { matchingMiningPools } from '../../data/search/matching-mining-pools.ts';
import { hashrate } from '../../format/hashrate.ts';
import { miningPoolColour, miningPoolColourName } from './mining-pool-colour.ts';
import { withNewBlocks } from './with-new-blocks.ts';

const now = 1_700_000_000_000;
const of = (slug: string, height: number) => {
  const block = sampleBlock(height, now);
  return { ...block, extras: { ...block.extras, pool: { ...block.extras.pool, slug } } };
};

//   live    tip+2 other   tip+1 own   tip own'        own' is another block than the page had at that height
//   page                              tip own  tip-3
test('adds new blocks of the mining pool, ignores others, and removes stale ones', () => {
  const lost = { ...of('own', tip), id: 'f'.repeat(64) };
  const live = [of('other', tip + 2), of('own', tip + 1), of('own', tip)];
  const shown = withNewBlocks([lost, of('own', tip - 3)], live, 'own');
  expect(shown.map(({ height, id }) => [height, id === lost.id])).toEqual([
    [tip + 1, false],
    [tip, false],
    [tip - 3, false],
  ]);
  expect(withNewBlocks([of('own', tip)], live, 'own').map(({ height }) => height)).toEqual([tip + 1, tip]);
});

test('formats hashrates with a suitable prefix, and tiny ones as powers of ten', () => {
  const words = (rate: number) => `${hashrate(rate).value} ${hashrate(rate).unit}`;
  expect([6.1e20, 999.6e18, 1.2e21, 750, 0, 6.5e-7, Number.NaN].map(words)).toEqual([
    '610 EH/s',
    '1 ZH/s',
    '1.2 ZH/s',
    '750 H/s',
    '0 H/s',
    '6.50 × 10⁻⁷ H/s',
    '– H/s',
  ]);
});

test('a mining pool has the same color everywhere, and unknown miners have their own', () => {
  expect(miningPoolColour('foundryusa')).toBe(miningPoolColour('foundryusa'));
  expect(miningPoolColourName('unknown')).toBe('none');
  const large = [
    'foundryusa',
    'antpool',
    'viabtc',
    'f2pool',
    'spiderpool',
    'marapool',
    'luxor',
    'ocean',
    'braiinspool',
  ];
  expect(new Set(large.map(miningPoolColour)).size).toBe(large.length);
  expect(miningPoolColour('<img src=x>')).toBeLessThan(12);
});

test('finds mining pools by part of their name, prefixes first, at most ten', () => {
  const miningPools = ['BTC Pool', 'AntPool', 'Poolin', 'F2Pool'].map((name, id) => ({
    name,
    slug: name,
    unique_id: id,
  }));
  expect(matchingMiningPools(miningPools, ' POOL ').map(({ name }) => name)).toEqual([
    'Poolin',
    'BTC Pool',
    'AntPool',
    'F2Pool',
  ]);
  expect(matchingMiningPools(miningPools, 'p')).toEqual([]);
  expect(
    matchingMiningPools(
      Array.from({ length: 30 }, () => miningPools[1]!),
      'ant',
    ),
  ).toHaveLength(10);
});
