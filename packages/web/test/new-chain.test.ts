import { expect, test } from 'vitest';
import { sampleStatistics } from './support/samples/sample-data.ts';
import { leave } from './support/tabs.ts';
import { testSite } from './support/test-site.ts';

const now = Date.now();
/** Samples of an empty mempool, one a minute. */
const samples = (count: number) =>
  sampleStatistics(now)
    .slice(0, count)
    .map((row) => ({ ...row, count: 0, vbytes_per_second: 0, vsizes: row.vsizes.map(() => 0) }));
let sampleCount = 1;

/** A network whose chain has a few blocks, all without fees, none of this week, and whose mempool has been empty since the start. */
const site = testSite({
  settings: {
    rootNetwork: 'regtest',
    networks: [{ name: 'regtest', label: 'Regtest', path: '', demo: false, lightning: false }],
  },
  first(path) {
    const answer = (body: unknown) => ({ status: 200, contentType: 'application/json', body, total: 4 });
    if (path.includes('/statistics/')) return answer(samples(sampleCount));
    if (path.includes('/mining/blocks/fees/'))
      return answer(
        [3, 2, 1].map((avgHeight) => ({ avgHeight, timestamp: now / 1000 - 60 * avgHeight, avgFees: 0, USD: -1 })),
      );
    if (path.includes('/mining/hashrate/pools/')) return answer([]);
    if (path.includes('/mining/hashrate/'))
      return answer({ hashrates: [], difficulty: [], currentHashrate: 0, currentDifficulty: 4.66e-10 });
    if (path.includes('/mining/pools/'))
      return answer({ pools: [], blockCount: 0, lastEstimatedHashrate: 0, lastEstimatedHashrate1w: 0 });
    return undefined;
  },
});
const textOf = async (path: string, selector: string) => {
  const { page } = await site.visit(path, { javaScriptEnabled: false });
  const words = await page.locator(selector).first().innerText();
  await leave(page);
  return words;
};

test('a mempool graph has its figures with the first sample, and its chart with the second one', async () => {
  sampleCount = 1;
  const first = await site.visit('/graphs/mempool');
  const few = first.page.getByText('The chart appears with the second value.');
  expect([await few.count(), await first.page.locator('[data-part~=chart-static]').count()]).toEqual([2, 0]);
  expect(await first.page.getByRole('button', { name: 'PNG' }).count()).toBe(0);
  await leave(first.page);
  sampleCount = 3;
  const { page } = await site.visit('/graphs/mempool');
  const chart = page.locator('section[aria-labelledby=mempool-graph]');
  expect(await chart.locator('[data-part~=chart-static] svg path').count()).toBeGreaterThan(0);
  expect(await few.count()).toBe(0);
  await leave(page);
});

test('the axis of a chart of zeros has no scale', async () => {
  const words = await textOf('/graphs/mining/block-fees', 'section[aria-labelledby=block-fees-graph]');
  expect(words).not.toMatch(/^0\.[2468]/m);
  expect(words).toMatch(/^0$/m);
});

test.each([
  ['/graphs/mining/hashrate-difficulty', 'Not enough data yet. The first point needs a week of blocks.'],
  ['/graphs/mining/pools-dominance', 'Not enough data yet. The first point needs a week of blocks.'],
  ['/mining', 'No blocks in this time window yet.'],
])('%s states why it has no chart', async (path, sentence) => {
  expect(await textOf(path, 'main')).toContain(sentence);
});

test('a forecast where blocks are mined on demand has no times', async () => {
  const words = await textOf('/fees', '[data-cy=forecast]');
  expect(words).toContain('2 blocks');
  expect(words).not.toContain('about');
});
