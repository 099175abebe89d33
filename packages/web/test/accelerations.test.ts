// Takes more than 30 s: pages are loaded in a real browser in several sizes and themes, with and without JavaScript.
import { readFile } from 'node:fs/promises';
import type { BrowserContextOptions } from 'playwright-core';
import { expect, test } from 'vitest';
import { activateChart } from './support/charts.ts';
import { waitForHydration, withPageLoad } from './support/open-page.ts';
import {
  accelerationAnswer,
  accelerationRecord,
  activeAcceleration,
  json,
  mined,
  now,
  sampleActive,
  textAnswer,
} from './support/samples/acceleration-sample.ts';
import type { SampleAnswer } from './support/samples/sample-answer.ts';
import { hashOf, sampleBlock, sampleInit, tip } from './support/samples/sample-data.ts';
import { expectSoundInBothViews } from './support/sound.ts';
import { leave } from './support/tabs.ts';
import { testSite } from './support/test-site.ts';

/** Answers of one test that replace those of the sample server. */
let own: ((path: string) => SampleAnswer | undefined) | undefined;
let asked: string[] = [];

const site = testSite({
  settings: { accelerator: true },
  first: (path) => {
    asked.push(path);
    return own?.(path) ?? accelerationAnswer(path);
  },
});
const off = testSite({ settings: { accelerator: false }, first: accelerationAnswer });

async function visit(path: string, options: BrowserContextOptions = {}, answers?: typeof own) {
  own = answers;
  asked = [];
  return site.visit(path, options);
}

const noScript = { javaScriptEnabled: false };
const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
const paths = ['/acceleration', '/acceleration/list/1', '/graphs/acceleration/fees'];

test.each(paths)(
  '%s, desktop, dark and phone, light: no error, axe finding, horizontal scroll or pending placeholder',
  async (path) => {
    const { page, faults } = await site.look(path);
    if (path === '/acceleration') await page.locator('[data-cy=accelerated-count]').waitFor();
    expect(await page.locator('main .skeleton-loader').count()).toBe(0);
    await expectSoundInBothViews(page, faults);
  },
);

test('the dashboard shows pending and completed accelerations, also without JavaScript', async () => {
  const { page } = await visit('/acceleration', noScript);
  const part = async (hook: string) => plain(await page.locator(`[data-cy=${hook}]`).innerText());
  expect(await part('pending-accelerations')).toContain('8 pending');
  // The mean of 20,000 to 27,000 sats; eight times 5,000 vB.
  expect(await part('pending-accelerations')).toContain('0.000235 BTC');
  expect(await part('pending-accelerations')).toContain('40.00 kvB 4.00 % of a block');
  expect(await part('acceleration-stats')).toContain('1,234 accelerated');
  expect(await part('acceleration-stats')).toContain('1.2346 BTC');
  expect(await part('acceleration-stats')).toContain('2.02 MvB 0.20 % of the blocks');
  expect(await page.locator('#acceleration-1w').getAttribute('aria-current')).toBe('true');
  expect(await part('acceleration-fees')).toContain('1,006,000 sats');
  expect(await page.locator('[data-cy=acceleration-fees-view-more]').getAttribute('href')).toBe(
    '/graphs/acceleration/fees?window=1w',
  );
  const rows = page.locator('[data-cy=pending-accelerations-list] tbody tr');
  expect(await rows.count()).toBe(6);
  expect(plain(await rows.first().innerText())).toMatch(/ 3 sat\/vB 20,000 sats [3-9] minutes ago$/);
  expect(await page.locator('[data-cy=recent-accelerations] tbody tr').count()).toBe(6);
  expect(await page.locator('[data-cy=recent-accelerations]').innerText()).not.toContain('Pending');
  expect(await page.locator('[data-cy=pending-accelerations]').count()).toBe(1);
  expect(await page.content()).not.toMatch(/ style="/);
  expect(await page.locator('main').innerText()).not.toContain('$');
  await withPageLoad(page, () => page.locator('#acceleration-all').click());
  expect(page.url()).toBe(`${site.origin}/acceleration?window=all`);
  expect(asked.some((path) => path.endsWith('/stats?timeframe=all'))).toBe(true);
  // All time has no number of blocks.
  expect(await part('acceleration-stats')).toContain('2.02 MvB');
  expect(await part('acceleration-stats')).not.toContain('%');
  await leave(page);
});

test('shows fiat values only with a price', async () => {
  const { page } = await visit('/acceleration', noScript, (path) =>
    path.endsWith('/init-data')
      ? json({
          ...sampleInit(now * 1000),
          conversions: { time: now, USD: 50_000, EUR: 0, GBP: 0, CAD: 0, CHF: 0, AUD: 0, JPY: 0 },
        })
      : undefined,
  );
  expect(plain(await page.locator('[data-cy=acceleration-stats]').innerText())).toContain('$61,728');
  await leave(page);
});

test('adds a requested acceleration, removes a mined one', async () => {
  const before = site.received.length;
  const { page, faults } = await visit('/acceleration');
  await expect
    .poll(() => site.received.slice(before).some((text) => text.includes('"track-accelerations":true')))
    .toBe(true);
  const figures = page.locator('[data-cy=pending-accelerations]');
  // A delta before the list is ignored.
  site.push({ accelerations: { added: [activeAcceleration('lost', 1, 5)], removed: [] } });
  site.push({ accelerations: { accelerations: sampleActive.slice(0, 2) } });
  await figures.getByText('2 pending').waitFor();
  site.push({ accelerations: { added: [activeAcceleration('new', 0, 77_777)], removed: [hashOf('active0')] } });
  const rows = page.locator('[data-cy=pending-accelerations-list] tbody tr');
  await rows.filter({ hasText: '77,777' }).waitFor();
  expect(await rows.count()).toBe(2);
  expect(await rows.first().locator('.hash').getAttribute('title')).toBe(hashOf('new'));
  site.push({ accelerations: { added: [], removed: [hashOf('new'), hashOf('active1')] } });
  await page.getByText('No active accelerations.').waitFor();
  expect(plain(await figures.innerText())).toContain('0 pending');
  // Leaving the page ends the subscription.
  await page.locator('[data-cy=recent-accelerations] .more').click();
  await page.waitForURL('**/acceleration/list/1');
  await expect
    .poll(() => site.received.slice(before).some((text) => text.includes('"track-accelerations":false')))
    .toBe(true);
  expect(faults).toEqual([]);
  await leave(page);
});

test('the picture counts accelerated transactions of the next block', async () => {
  const before = site.received.length;
  const { page } = await visit('/acceleration');
  await page.locator('[data-cy=accelerated-count]').waitFor();
  expect(site.received.slice(before).some((text) => text.includes('"track-mempool-block":0'))).toBe(true);
  site.push({
    'projected-block-transactions': {
      index: 0,
      sequence: 20,
      blockTransactions: [
        [hashOf('a'), 1_000, 200, 5_000, 5, 1, now, 1],
        [hashOf('b'), 900, 200, 5_000, 4.5, 1, now],
      ],
    },
  });
  await page.getByText('1 of 2 transactions of the next block are accelerated.').waitFor();
  await leave(page);
});

test('reloads recent accelerations with each block', async () => {
  const before = site.received.length;
  const { page } = await visit('/acceleration');
  await site.isFollowed(before);
  own = (path) =>
    path.includes('/history?') ? json([accelerationRecord(99, { ...mined, bidBoost: 99_999 })]) : undefined;
  site.push({ block: sampleBlock(tip + 1, now * 1000) });
  await page.locator('[data-cy=recent-accelerations]', { hasText: '99,999' }).waitFor();
  await leave(page);
});

test('each widget fails separately, with an error and a retry', async () => {
  const { page } = await visit('/acceleration', noScript, (path) =>
    path.includes('/stats') || path.includes('/history?') ? textAnswer('Failed to get <b>', 500) : undefined,
  );
  for (const hook of ['acceleration-stats', 'recent-accelerations']) {
    const part = page.locator(`[data-cy=${hook}]`);
    expect(await part.innerText()).toContain('Could not be loaded.');
    expect(await part.locator('[data-part~=failed] a').getAttribute('href')).toBe('/acceleration');
  }
  expect(await page.locator('[data-cy=pending-accelerations]').innerText()).toMatch(/8\s+pending/);
  expect(await page.locator('main .skeleton-loader').count()).toBe(0);
  await leave(page);
});

test('shows no figures without data', async () => {
  const { page } = await visit('/acceleration', noScript, (path) =>
    path.includes('/accelerations') && !path.includes('/stats') ? json([]) : undefined,
  );
  const main = await page.locator('main').innerText();
  expect(main).toContain('No active accelerations.');
  expect(main).toContain('No recent accelerations.');
  expect(main).toContain('No accelerations in this time window.');
  await page.goto(`${site.origin}/graphs/acceleration/fees`);
  expect(await page.locator('main').innerText()).toContain('No accelerations in this time window.');
  await page.goto(`${site.origin}/acceleration/list/1`);
  expect(await page.locator('main').innerText()).toContain('No recent accelerations.');
  await leave(page);
});

test.each(paths)('%s without a source reports it and requests nothing more', async (path) => {
  const { page, faults } = await visit(path, {}, (asked) =>
    asked.includes('/accelerations') ? textAnswer('Acceleration data is not available.', 400) : undefined,
  );
  expect(await page.locator('main').innerText()).toContain('This server has no acceleration source configured.');
  expect(await page.locator('main .skeleton-loader, main [data-part~=failed]').count()).toBe(0);
  expect(faults).toEqual([]);
  await leave(page);
});

test('lists fifteen per page, with results', async () => {
  const { page } = await visit('/acceleration/list', noScript);
  expect(page.url()).toBe(`${site.origin}/acceleration/list/1`);
  const rows = page.locator('tbody tr');
  expect(await rows.count()).toBe(15);
  const statuses = await page.locator('tbody tr td:nth-child(5)').allInnerTexts();
  expect(statuses.slice(0, 7).map(plain)).toEqual([
    'Pending',
    'Completed ⌛ (provisional)',
    'Completed',
    'Mined',
    'Canceled',
    'Failed ⌛ (provisional)',
    '~',
  ]);
  expect(plain(await rows.nth(0).locator('td').nth(1).innerText())).toBe('~');
  expect(plain(await rows.nth(2).locator('td').nth(1).innerText())).toBe('12,345 sats');
  expect(await rows.nth(3).locator('.miner-name').getAttribute('href')).toBe('/mining/pool/viabtc');
  // A mining pool's name is plain text without bidirectional overrides.
  expect(await rows.nth(2).locator('.miner-name span').innerText()).toContain('<img src=x onerror=alert(1)>');
  expect(await rows.nth(2).locator('.miner-name span').innerText()).not.toContain('\u202e');
  expect(await page.locator('main img').count()).toBe(0);
  await withPageLoad(page, () => page.locator('.pagination a', { hasText: '3' }).first().click());
  expect(page.url()).toBe(`${site.origin}/acceleration/list/3`);
  expect(await rows.count()).toBe(10);
  const beyond = await page.goto(`${site.origin}/acceleration/list/4`);
  expect(beyond?.status()).toBe(404);
  expect(await page.locator('main').innerText()).toContain('No such page.');
  await leave(page);
});

test('arrow keys page through the list up to its ends', async () => {
  const { page, faults } = await visit('/acceleration/list/2');
  await page.keyboard.press('ArrowRight');
  await page.waitForURL('**/list/3');
  await page.locator('.pagination .active', { hasText: '3' }).waitFor();
  await waitForHydration(page);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await page.waitForURL('**/list/2');
  await page.locator('.pagination .active', { hasText: '2' }).waitFor();
  expect(asked.some((path) => path.includes('page=4'))).toBe(false);
  expect(faults).toEqual([]);
  await leave(page);
});

test('the chart has a table, a file, and only windows with enough days', async () => {
  const { page, faults } = await visit('/graphs/acceleration/fees');
  expect(await page.locator('[data-part~=window-tabs] a').allInnerTexts()).toEqual(['1W', '1M', '3M', '6M', 'All']);
  expect(await page.locator('#accelerationfees-1w').getAttribute('aria-current')).toBe('true');
  expect(plain(await page.locator('[data-part~=series-legend]').innerText())).toBe(
    'Accelerated transactions 16 Total bid boost 1,006,000 sats',
  );
  expect(await page.locator('[data-part~=graph-tabs] [aria-current=page]').innerText()).toBe('Acceleration Fees');
  await activateChart(page);
  await page.locator('[data-part~=chart-table] summary').click();
  const cells = await page.locator('[data-part~=chart-table] tbody tr').first().locator('td').allInnerTexts();
  expect(cells.slice(1)).toEqual([(tip - 144).toLocaleString('en'), '16', '1,006,000']);
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByText('CSV', { exact: true }).click()]);
  expect(file.suggestedFilename()).toBe('acceleration-fees-1w.csv');
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
  expect(lines[0]).toBe('Time,Height,Accelerated transactions,Total bid boost (sats)');
  expect(lines[7]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z,839979,16,1006000$/);
  await page.locator('#accelerationfees-3m').click();
  await page.waitForURL('**?window=3m');
  expect(faults).toEqual([]);
  await leave(page);
});

test('links them on mainnet only', async () => {
  const { page } = await visit('/', noScript);
  expect(await page.locator('#btn-acceleration').getAttribute('href')).toBe('/acceleration');
  await page.goto(`${site.origin}/testnet4`);
  expect(await page.locator('#btn-acceleration').count()).toBe(0);
  for (const path of paths) {
    await page.goto(`${site.origin}/testnet4${path}`);
    expect(page.url()).toBe(`${site.origin}/testnet4`);
  }
  expect(asked.filter((path) => path.includes('accelerat'))).toEqual([]);
  await leave(page);
});

test('links them in the header if there is room, else in the footer', async () => {
  const { page } = await visit('/acceleration/list/1');
  for (const width of [768, 900, 1024, 1139, 1140, 1259, 1260]) {
    await page.setViewportSize({ width, height: 800 });
    const beside = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect([width, Math.max(0, beside)]).toEqual([width, 0]);
    expect(await page.locator('#btn-acceleration').isVisible()).toBe(width >= 1140);
  }
  expect(await page.locator('.footer a[href="/acceleration"]').isVisible()).toBe(true);
  await leave(page);
});

test('has no pages where they are disabled', async () => {
  const { page } = await off.visit('/graphs/mempool', noScript);
  expect(await page.content()).not.toContain('/acceleration');
  for (const path of paths) expect((await page.goto(off.origin + path))?.status()).toBe(404);
  await leave(page);
});

test('shows out-of-band fees of a mining pool if there is a source', async () => {
  const { page } = await visit('/mining/pool/foundryusa', noScript);
  expect((await page.locator('.pool-paid li').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([
    '1w 0.0123 BTC',
    '1m 0.2346 BTC',
    'all 3.4568 BTC',
  ]);
  await page.goto(`${off.origin}/mining/pool/foundryusa`);
  await page.locator('.pool-known').waitFor();
  expect(await page.locator('.pool-paid').count()).toBe(0);
  await leave(page);
});
