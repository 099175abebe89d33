// Takes more than 30 s: pages are loaded in a real browser in several sizes and themes, with and without JavaScript.
import { readFile } from 'node:fs/promises';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { activateChart } from './support/charts.ts';
import { withPageLoad } from './support/open-page.ts';
import {
  miningAnswer,
  sampleMiningPool,
  sampleMiningPoolBlocks,
  sampleRanking,
} from './support/samples/mining-sample.ts';
import type { SampleAnswer } from './support/samples/sample-answer.ts';
import { sampleBlock, tip } from './support/samples/sample-data.ts';
import { expectSoundInBothViews } from './support/sound.ts';
import { leave } from './support/tabs.ts';
import { testSite } from './support/test-site.ts';

const now = Date.now();
/** Answers of one test that replace those of the sample server. */
let own: ((path: string) => SampleAnswer | undefined) | undefined;
let asked: string[] = [];

const site = testSite({
  settings: { audit: true },
  first: (path) => {
    asked.push(path);
    return own?.(path) ?? miningAnswer(path, now);
  },
});
const unaudited = testSite();
const withoutMining = testSite({ settings: { miningDashboard: false } });

async function visit(path: string, options: BrowserContextOptions = {}, answers?: typeof own) {
  own = answers;
  asked = [];
  return site.visit(path, options);
}

const json = (body: unknown, status = 200): SampleAnswer => ({ status, contentType: 'application/json', body });
const noScript = { javaScriptEnabled: false };
const windowsOf = (page: Page) => page.locator('[data-part~=window-tabs] a').allInnerTexts();
const paths = [
  '/mining',
  '/mining/pool/foundryusa',
  '/graphs/mining/pools',
  '/graphs/mining/hashrate-difficulty',
  '/graphs/mining/pools-dominance',
  '/graphs/mining/block-fees',
  '/graphs/mining/block-fees-subsidy',
  '/graphs/mining/block-rewards',
  '/graphs/mining/block-fee-rates',
  '/graphs/mining/block-sizes-weights',
  '/graphs/mining/block-health',
];

test.each(paths)(
  '%s, desktop, dark and phone, light: no error, axe finding, horizontal scroll or pending placeholder',
  async (path) => {
    const { page, faults } = await site.look(path);
    if (await page.locator('.chart-card').count()) await activateChart(page);
    expect(await page.locator('main .skeleton-loader').count()).toBe(0);
    await expectSoundInBothViews(page, faults);
  },
);

test('the dashboard shows mining statistics, also without JavaScript', async () => {
  const { page } = await visit('/mining', noScript);
  const words = async (hook: string) => (await page.locator(`[data-cy=${hook}]`).innerText()).replaceAll(/\s+/g, ' ');
  expect(await words('reward-stats')).toContain('468.00 BTC');
  expect(await words('reward-stats')).toContain('0.1250 BTC/block');
  expect(await words('reward-stats')).toContain('4,000 sats/tx');
  expect(await words('difficulty-adjustment')).toContain('Next halving');
  expect(await words('pool-distribution')).toContain('99.21 %');
  expect(await words('hashrate-graph')).toContain('610 EH/s');
  // The drawing has labels of values and times.
  const drawing = page.locator('[data-cy=hashrate-graph] [data-part~=chart-static]');
  expect(await drawing.locator('[data-part~=static-left]').allTextContents()).toEqual(
    [300, 400, 500, 600, 700].map((rate) => `${rate} EH/s`),
  );
  const times = await drawing.locator('[data-part~=static-along]').allTextContents();
  expect(times.length).toBeGreaterThan(4);
  for (const time of times) expect(time).toMatch(/^\d{4}(-\d\d)?$/);
  expect(await words('latest-blocks')).toContain('840,123');
  expect(await page.locator('[data-cy=latest-blocks] tbody tr').count()).toBe(6);
  expect(await words('difficulty-adjustments-table')).toMatch(/838,656 .* 86\.39 T \+2\.01 %/);
  expect(await words('difficulty-adjustments-table')).toContain('-5.63 %');
  expect(await page.locator('[data-cy=pool-distribution-view-more]').getAttribute('href')).toBe('/graphs/mining/pools');
  expect(await page.content()).not.toMatch(/ style="/);
  await leave(page);
});

test.each([794, 1_024, 1_200])('the largest mining pools fit into their card at %i px', async (width) => {
  const { page } = await visit('/mining', { ...noScript, viewport: { width, height: 900 } });
  const card = (await page.locator('section[aria-labelledby=pools-title]').boundingBox())!;
  for (const row of await page.locator('section[aria-labelledby=pools-title] ol li').all()) {
    const [name, share] = [await row.locator('a').boundingBox(), await row.locator('> .figure').boundingBox()];
    expect(name!.width).toBeGreaterThan(60);
    expect(share!.x + share!.width).toBeLessThan(card.x + card.width);
  }
  await leave(page);
});

test('shows fiat only with a price, and health only with audits', async () => {
  const { page } = await visit('/graphs/mining/block-fees', noScript);
  expect(await page.locator('main').innerText()).not.toContain('USD');
  await page.goto(`${site.origin}/graphs/mining/block-fees-subsidy`);
  expect(await page.content()).not.toContain('USD</label>');
  await page.goto(`${site.origin}/graphs/mining/pools`);
  expect(await page.locator('[data-cy=mining-pools-table] thead').innerText()).not.toContain('health');
  own = (path) => miningAnswer(path, now, { withPrice: true });
  await page.goto(`${site.origin}/graphs/mining/block-fees`);
  expect(await page.locator('[data-part~=series-legend]').innerText()).toMatch(/Fees in USD\s+\$15,000/);
  own = (path) =>
    path.includes('/mining/pools/')
      ? json({
          ...sampleRanking,
          pools: sampleRanking.pools.map((pool, place) => ({
            ...pool,
            ...(place === 0 && { avgMatchRate: 99.5, avgFeeDelta: '-0.0125' }),
          })),
        })
      : undefined;
  await page.goto(`${site.origin}/graphs/mining/pools`);
  const rows = await page.locator('[data-cy=mining-pools-table] tbody tr').allInnerTexts();
  expect(rows[0]).toMatch(/99\.50\s%\s+-1\.25\s%/);
  expect(rows[1]).toMatch(/Unknown\s+-/);
  await leave(page);
});

test('ranks mining pools by blocks with shares, and the total below', async () => {
  const { page } = await visit('/graphs/mining/pools', noScript);
  const rows = await page.locator('[data-cy=mining-pools-table] tr').allInnerTexts();
  const plain = rows.map((row) => row.replaceAll(/\s+/g, ' ').trim());
  expect(plain[1]).toBe('1 Foundry USA 184 EH/s 302 (30.2 %) 2 (0.7 %)');
  expect(plain.at(-2)).toBe('13 Tiny 610 PH/s 1 (0.1 %) 1 (100.0 %)');
  expect(plain.at(-1)).toBe('All miners 610 EH/s 1,000 8 (0.8 %)');
  expect(await page.locator('[data-cy=mining-pools-table] a').first().getAttribute('href')).toBe(
    '/mining/pool/foundryusa',
  );
  // Two mining pools are below half a percent: together they are one part of the ring.
  expect(await page.locator('[data-part~=ring-part]').count()).toBe(12);
  expect(await page.locator('[data-part~=chart-files] a').getAttribute('href')).toBe(
    '/api/v1/mining/pools/1w?format=csv',
  );
  await withPageLoad(page, () => page.locator('#mining-1y[data-cy="1y"]').click());
  expect(page.url()).toBe(`${site.origin}/graphs/mining/pools?window=1y`);
  // There is no hash rate estimate for a year.
  expect(await page.locator('[data-cy=mining-pools-table] thead').innerText()).not.toContain('Hashrate');
  await leave(page);
});

test('offers only windows with enough blocks', async () => {
  const known = (total: number) => (path: string) => miningAnswer(path, now, { total });
  const { page } = await visit('/graphs/mining/block-fee-rates?window=24h', noScript, known(500));
  expect(await windowsOf(page)).toEqual(['24H', '3D', 'All']);
  own = known(52_560);
  await page.goto(`${site.origin}/graphs/mining/hashrate-difficulty`);
  expect(await windowsOf(page)).toEqual(['3M', '6M', '1Y', 'All']);
  expect(await page.locator('#hashrate-3m').getAttribute('aria-current')).toBe('true');
  await leave(page);
  // In the browser the number is in a header of the answer.
  const live = await visit('/graphs/mining/block-fee-rates?window=24h', {}, known(500));
  await live.page.click('#feerates-3d');
  await live.page.waitForURL('**?window=3d');
  await live.page.locator('#feerates-3d[aria-current]').waitFor();
  expect(await windowsOf(live.page)).toEqual(['24H', '3D', 'All']);
  expect(live.faults).toEqual([]);
  await leave(live.page);
});

test('stores the window for other mining charts, and a fragment selects one', async () => {
  const known = (path: string) => miningAnswer(path, now, { total: 52_560 });
  const { page, faults } = await visit('/graphs/mining/block-fee-rates', {}, known);
  const isShown = (hook: string, window: string) => page.locator(`#${hook}-${window}[aria-current]`).waitFor();
  await isShown('feerates', '1w');
  await page.click('#feerates-1m');
  await isShown('feerates', '1m');
  expect(await page.evaluate(() => localStorage.getItem('miningWindowPreference'))).toBe('1m');
  await page.goto(`${site.origin}/graphs/mining/block-sizes-weights`);
  await isShown('sizesweights', '1m');
  await page.goto(`${site.origin}/graphs/mining/hashrate-difficulty`);
  await isShown('hashrate', '3m');
  await page.goto(`${site.origin}/graphs/mining/block-fee-rates#1Y`);
  await page.waitForURL(`${site.origin}/graphs/mining/block-fee-rates?window=1y`);
  await isShown('feerates', '1y');
  await page.goto(`${site.origin}/graphs/mining/block-fee-rates#elsewhere`);
  await isShown('feerates', '1m');
  expect(page.url()).toBe(`${site.origin}/graphs/mining/block-fee-rates#elsewhere`);
  expect(faults).toEqual([]);
  await leave(page);
});

test('a chart has a table, files, and its newest values above it', async () => {
  const { page, faults } = await visit('/graphs/mining/block-fee-rates?window=24h');
  await activateChart(page);
  const legend = page.locator('[data-part~=series-legend]');
  const plain = async () => (await legend.innerText()).replaceAll(/\s+/g, ' ');
  expect(await plain()).toBe(
    'Min 2 sat/vB 10th 4 sat/vB 25th 7 sat/vB Median 10 sat/vB 75th 15 sat/vB 90th 24 sat/vB Max 300 sat/vB',
  );
  expect(await page.locator('[data-part~=series-when] a').getAttribute('href')).toBe(`/block/${tip}`);
  await page.locator('[data-part~=chart-table] summary').click();
  const cells = await page.locator('[data-part~=chart-table] tbody tr').first().locator('td').allInnerTexts();
  expect(cells.slice(1)).toEqual(['840,123', '2', '4', '7', '10', '15', '24', '300']);
  expect(await page.locator('[data-part~=chart-files] a').getAttribute('href')).toBe(
    '/api/v1/mining/blocks/fee-rates/24h?format=csv',
  );
  for (const [place, ending] of [/\.png$/, /^block-fee-rates-24h-\d+\.svg$/].entries()) {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('[data-part~=chart-files] button').nth(place).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(ending);
    const body = await readFile(await file.path());
    expect(body.length).toBeGreaterThan(2_000);
    if (place === 1) expect(body.toString()).toMatch(/^<svg [\s\S]*<\/svg>$/);
  }
  // The arrow keys read values.
  await page.locator('[data-part~=chart-host]').focus();
  await page.keyboard.press('ArrowLeft');
  await page.locator(`[data-part~=series-when] a[href="/block/${tip - 1}"]`).waitFor();
  expect(faults).toEqual([]);
  await leave(page);
});

test('shows health values, or a text when no block was audited', async () => {
  const { page } = await visit('/graphs/mining/block-health?window=24h', noScript);
  expect(await page.locator('[data-part~=series-legend]').innerText()).toMatch(/Health\s+98\.76\s%/);
  expect(await page.locator('[data-part~=series-when] a').getAttribute('href')).toBe(`/block/${tip}`);
  own = (path) => (path.includes('/predictions/') ? json([]) : undefined);
  await page.reload();
  expect(await page.locator('main').innerText()).toContain('No block audits in this time window.');
  await leave(page);
});

test('a series is switched off by keyboard and stored', async () => {
  const { page } = await visit('/graphs/mining/block-fee-rates');
  const max = page.getByRole('button', { name: 'Max' });
  expect(await max.getAttribute('aria-pressed')).toBe('false');
  await max.focus();
  await page.keyboard.press('Enter');
  expect(await max.getAttribute('aria-pressed')).toBe('true');
  await page.reload();
  await page.locator('[data-part~=series-legend] button[aria-pressed=true]', { hasText: 'Max' }).waitFor();
  await page.evaluate(() => localStorage.setItem('fee_rates_legend', '["not",1,{"min":"x"}]'));
  await page.reload();
  await page.locator('[data-part~=series-legend] button[aria-pressed=false]', { hasText: 'Max' }).waitFor();
  await leave(page);
});

test('fees and subsidy are compared in the chosen measure', async () => {
  const { page, faults } = await visit('/graphs/mining/block-fees-subsidy', {}, (path) =>
    miningAnswer(path, now, { withPrice: true }),
  );
  const legend = async () => (await page.locator('[data-part~=series-legend]').innerText()).replaceAll(/\s+/g, ' ');
  expect(await legend()).toBe('Subsidy 3.125 BTC Fees 0.25000 BTC');
  await page.getByLabel('USD').check();
  expect(await legend()).toBe('Subsidy $187,500 USD Fees $15,000 USD');
  await page.getByLabel('Share').check();
  expect(await legend()).toBe('Subsidy 92.59 % Fees 7.41 %');
  await page.reload();
  await page.locator('[data-part~=series-legend]', { hasText: '92.59' }).waitFor();
  expect(faults).toEqual([]);
  await leave(page);
});

test('prints the tables of a mining pool whole', async () => {
  const { page } = await visit('/mining/pool/foundryusa', noScript);
  await page.emulateMedia({ media: 'print' });
  const parts = await page.locator('[data-part~=table-scroll]').evaluateAll((all) =>
    all.map((each) => {
      const { overflowX, overflowY, maxHeight } = getComputedStyle(each);
      return [overflowX, overflowY, maxHeight].join(' ');
    }),
  );
  expect([...new Set(parts)]).toEqual(['visible visible none']);
  await leave(page);
});

test('a mining pool page shows statistics, tags, and blocks by link or scrolling', async () => {
  const { page } = await visit('/mining/pool/foundryusa', noScript);
  const words = (await page.locator('main').innerText()).replaceAll(/\s+/g, ' ');
  for (const part of [
    '44 30.6 %',
    '302 30.2 %',
    '61,234 7.3 %',
    '189 EH/s',
    '332,345.68 BTC',
    '/2cDw/',
    'Show all (3)',
  ])
    expect(words).toContain(part);
  expect(await page.locator('[data-cy=pool-blocks] tbody tr').count()).toBe(10);
  await page.locator('[data-cy=pool-addresses] summary').click();
  expect(await page.locator('[data-cy=pool-addresses] li').count()).toBe(2);
  const last = sampleMiningPoolBlocks(now, Number.POSITIVE_INFINITY)[9]!.height;
  await withPageLoad(page, () => page.locator('[data-cy=more-blocks] a').click());
  expect(page.url()).toBe(`${site.origin}/mining/pool/foundryusa?below=${last}`);
  expect(await page.locator('[data-cy=pool-blocks] tbody a').first().innerText()).toBe((last - 1).toLocaleString('en'));
  await leave(page);

  const live = await visit('/mining/pool/foundryusa');
  await live.page.locator('[data-cy=more-blocks]').scrollIntoViewIfNeeded();
  await live.page.waitForFunction(() => document.querySelectorAll('[data-cy=pool-blocks] tbody tr').length >= 110);
  // No row is requested twice, and the first hundred are not part of the HTML.
  expect(asked.filter((path) => path.endsWith(`/blocks/${last}`))).toHaveLength(1);
  expect(live.faults).toEqual([]);
  const row = live.page.locator('[data-cy=pool-blocks] tbody a').nth(90);
  await row.scrollIntoViewIfNeeded();
  const left = await row.boundingBox();
  await row.press('Enter');
  await live.page.waitForURL('**/block/*');
  await row.waitFor({ state: 'detached' });
  await live.page.goBack();
  await row.waitFor();
  await expect.poll(async () => Math.abs(((await row.boundingBox())?.y ?? 0) - (left?.y ?? 0))).toBeLessThanOrEqual(2);
  expect(asked.filter((path) => path.endsWith(`/blocks/${last}`))).toHaveLength(1);
  await leave(live.page);
});

test('adds a new block of the mining pool, and none of others', async () => {
  const before = site.received.length;
  const { page } = await visit('/mining/pool/foundryusa');
  await site.isFollowed(before);
  const first = page.locator('[data-cy=pool-blocks] tbody tr').first();
  const blockOf = (height: number, slug: string) => {
    const block = sampleBlock(height, now);
    return { ...block, extras: { ...block.extras, pool: { id: 1, name: slug, slug, minerNames: null } } };
  };
  site.push({ block: blockOf(tip + 1, 'antpool') });
  await page.locator(`#bitcoin-block-${tip + 1}`).waitFor();
  expect(await first.innerText()).toContain('840,123');
  site.push({ block: blockOf(tip + 2, 'foundryusa') });
  await page.locator('[data-cy=pool-blocks]', { hasText: '840,125' }).waitFor();
  expect(await first.innerText()).toContain('840,125');
  await leave(page);
});

test('reloads the ranking with each block', async () => {
  const before = site.received.length;
  const { page } = await visit('/graphs/mining/pools');
  await site.isFollowed(before);
  own = (path) =>
    path.includes('/mining/pools/') ? json({ ...sampleRanking, blockCount: 1_001 }) : miningAnswer(path, now);
  site.push({ block: sampleBlock(tip + 1, now) });
  await page.locator('[data-cy=mining-pools-table] tfoot', { hasText: '1,001' }).waitFor();
  await leave(page);
});

test('mining pool badges link their pages', async () => {
  const { page, faults } = await visit('/mining');
  const name = await page.locator('[data-cy=bitcoin-block-0-pool]').innerText();
  expect(name).toBe('Unknown');
  await page.locator('[data-cy=bitcoin-block-3-pool]').click();
  await page.waitForURL('**/mining/pool/foundryusa');
  await page.locator('h1', { hasText: 'Foundry USA' }).waitFor();
  await page.goto(`${site.origin}/block/${sampleBlock(tip - 3, now).height}`);
  const badge = page.locator('[data-cy=block-details-miner-badge]');
  expect(await badge.innerText()).toBe('Foundry USA');
  await badge.click();
  await page.waitForURL('**/mining/pool/foundryusa');
  await page.locator('#btn-pools').click();
  await page.waitForURL('**/mining');
  expect(faults).toEqual([]);
  await leave(page);
});

test('unknown mining pools and graphs are 404, and a site without mining has none', async () => {
  const { page } = await visit('/', noScript);
  for (const path of ['/mining/pool/unknown-slug', '/graphs/mining/nothing', '/graphs/mining/constructor'])
    expect((await page.goto(site.origin + path))?.status()).toBe(404);
  await leave(page);
  const bare = await unaudited.visit('/graphs/mining/pools', noScript);
  expect(await bare.page.locator('[data-part~=graph-tabs]').innerText()).not.toContain('Health');
  expect((await bare.page.goto(`${unaudited.origin}/graphs/mining/block-health`))?.status()).toBe(404);
  await leave(bare.page);
  const off = await withoutMining.visit('/', noScript);
  expect(await off.page.locator('#btn-pools').count()).toBe(0);
  expect(await off.page.locator('span[data-cy=bitcoin-block-0-pool]').count()).toBe(1);
  expect((await off.page.goto(`${withoutMining.origin}/mining`))?.status()).toBe(404);
  expect((await off.page.goto(`${withoutMining.origin}/mining/pool/foundryusa`))?.status()).toBe(404);
  expect((await off.page.goto(`${withoutMining.origin}/graphs/mining/pools`))?.status()).toBe(404);
  await leave(off.page);
});

test('reports failed requests, with a retry', async () => {
  const broken = (path: string) =>
    path.includes('/mining/') ? json({ error: 'the index is behind' }, 503) : undefined;
  const { page } = await visit('/mining', noScript, broken);
  expect(await page.locator('[data-part~=failed]').count()).toBe(4);
  expect(await page.locator('[data-part~=failed]').first().innerText()).toContain('the index is behind');
  // The rest of the page is shown.
  expect(await page.locator('[data-cy=latest-blocks] tbody tr').count()).toBe(6);
  own = undefined;
  await withPageLoad(page, () => page.locator('[data-part~=failed] a').first().click());
  expect(await page.locator('[data-part~=failed]').count()).toBe(0);
  own = broken;
  for (const path of ['/graphs/mining/block-fees', '/graphs/mining/pools', '/mining/pool/foundryusa']) {
    expect((await page.goto(site.origin + path))?.status()).toBe(503);
    expect(await page.locator('[data-part~=failed]').innerText()).toContain('Try again');
  }
  await leave(page);
});

const hostile = '<img src=x onerror=alert(1)>\u202e';
test('shows hostile names, tags and coinbases as text', async () => {
  const { page, faults } = await visit('/mining/pool/foundryusa', {}, (path) => {
    if (path.includes('/pool/foundryusa/blocks'))
      return json(
        sampleMiningPoolBlocks(now, tip).map((block) => ({
          ...block,
          extras: { ...block.extras, coinbaseRaw: Buffer.from(hostile).toString('hex') },
        })),
      );
    if (path.endsWith('/pool/foundryusa'))
      return json({ ...sampleMiningPool, pool: { ...sampleMiningPool.pool, name: hostile, regexes: [hostile] } });
    return undefined;
  });
  expect(await page.locator('h1').innerText()).toBe('<img src=x onerror=alert(1)>[U+202E]');
  expect(await page.locator('[data-cy=pool-tags] li').innerText()).toBe('<img src=x onerror=alert(1)>[U+202E]');
  expect(await page.locator('[data-cy=coinbase-tag]').first().innerText()).toBe('<img src=x onerror=alert(1)>');
  expect(await page.locator('main img').count()).toBe(0);
  own = (path) =>
    path.includes('/hashrate/pools')
      ? json([{ timestamp: 1_700_000_000, avgHashrate: 1, share: 1, poolName: hostile }])
      : undefined;
  await page.goto(`${site.origin}/graphs/mining/pools-dominance`);
  expect(await page.locator('[data-part~=series-name]').innerText()).toBe('<img src=x onerror=alert(1)>[U+202E]');
  expect(faults).toEqual([]);
  await leave(page);
});

test('graph tabs include mining graphs, and search finds mining pools by name', async () => {
  const { page } = await visit('/graphs/mempool', noScript);
  expect(await page.locator('[data-part~=graph-tabs] a').allInnerTexts()).toEqual([
    'Mempool',
    'Pools Ranking',
    'Pools Dominance',
    'Hashrate & Difficulty',
    'Block Fee Rates',
    'Block Fees',
    'Block Fees Vs Subsidy',
    'Block Rewards',
    'Block Sizes and Weights',
    'Block Health',
  ]);
  await page.goto(`${site.origin}/search?q=foundry`);
  expect(page.url()).toBe(`${site.origin}/mining/pool/foundryusa`);
  await leave(page);
  const live = await visit('/status/../blocks/1');
  await live.page.locator('input[type=search]').fill('foun');
  await live.page.getByRole('option', { name: 'Foundry USA' }).click();
  await live.page.waitForURL('**/mining/pool/foundryusa');
  await leave(live.page);
});

test('keeps the network prefix, also in right-to-left languages', async () => {
  const { page } = await visit('/testnet4/graphs/mining/pools', noScript);
  expect(await page.locator('[data-cy=mining-pools-table] a').first().getAttribute('href')).toBe(
    '/testnet4/mining/pool/foundryusa',
  );
  expect(await page.locator('#btn-pools').getAttribute('href')).toBe('/testnet4/mining');
  await leave(page);
  const right = await visit('/ar/mining', { viewport: { width: 390, height: 844 }, isMobile: true });
  expect(await right.page.locator('html').getAttribute('dir')).toBe('rtl');
  expect(
    await right.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBeLessThanOrEqual(0);
  expect(right.faults).toEqual([]);
  await leave(right.page);
});
