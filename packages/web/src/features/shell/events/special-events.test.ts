import { expect, test } from 'vitest';
import { eventNews, specialEvents, subsidyAt } from './special-events.ts';

const mainnet = specialEvents('mainnet', 210_000);
/** The heights of the last eight blocks. */
const upTo = (tip: number) => Array.from({ length: Math.min(8, tip + 1) }, (_, place) => tip - place);

test('mainnet has genesis, fifteen halvings and Taproot', () => {
  expect(mainnet.map(({ height }) => height)).toEqual([
    0, 210_000, 420_000, 630_000, 709_632, 840_000, 1_050_000, 1_260_000, 1_470_000, 1_680_000, 1_890_000, 2_100_000,
    2_310_000, 2_520_000, 2_730_000, 2_940_000, 3_150_000,
  ]);
  expect(mainnet.filter(({ kind }) => kind === 'halving').map(({ subsidy }) => subsidy)).toEqual([
    2_500_000_000, 1_250_000_000, 625_000_000, 312_500_000, 156_250_000, 78_125_000, 39_062_500, 19_531_250, 9_765_625,
    4_882_812, 2_441_406, 1_220_703, 610_351, 305_175, 152_587,
  ]);
});

test('announces Taproot on mainnet only, halvings where their interval is known', () => {
  expect(specialEvents('signet', 210_000).some(({ kind }) => kind === 'taproot')).toBe(false);
  expect(specialEvents('regtest', 150)[1]).toEqual({ height: 150, kind: 'halving', nth: 1, subsidy: 2_500_000_000 });
  expect(specialEvents('somewhere', undefined)).toEqual([{ height: 0, kind: 'genesis' }]);
});

// tip announcement
test.each([
  [838_991, undefined],
  [838_992, 'soon 840000 1008'],
  [839_999, 'soon 840000 1'],
  [840_000, 'now 840000'],
  [840_007, 'now 840000'],
  [840_008, undefined],
  [708_624, 'soon 709632 1008'],
  [709_639, 'now 709632'],
  [0, 'now 0'],
  [7, 'now 0'],
  [8, undefined],
  [3_150_000, 'now 3150000'],
  [3_150_008, undefined],
])('with the tip at %d: %s', (tip, said) => {
  const news = eventNews(mainnet, upTo(tip));
  const words =
    news && (news.kind === 'soon' ? `soon ${news.event.height} ${news.blocks}` : `now ${news.event.height}`);
  expect(words).toBe(said);
});

test('an event is over once its block is not recent, and there is no announcement without blocks', () => {
  expect(
    eventNews(
      mainnet,
      Array.from({ length: 32 }, (_, place) => 840_010 - place),
    ),
  ).toBeUndefined();
  expect(eventNews(mainnet, [])).toBeUndefined();
});

test.each([
  [0, 210_000, 5_000_000_000],
  [209_999, 210_000, 5_000_000_000],
  [210_000, 210_000, 2_500_000_000],
  [840_000, 210_000, 312_500_000],
  [6_929_999, 210_000, 1],
  [6_930_000, 210_000, 0],
  [150, 150, 2_500_000_000],
])('block %i with a halving every %i has a subsidy of %i sats', (height, interval, sats) => {
  expect(subsidyAt(height, interval)).toBe(sats);
});
