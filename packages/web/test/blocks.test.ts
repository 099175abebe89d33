// Takes more than 30 s: pages are loaded in a real browser in several sizes and themes, with and without JavaScript.
import { readFile } from 'node:fs/promises';
import type { BlockExt, CompressedTx, TxClassified } from '@glassblock/contract';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { axeFindings } from './support/axe.ts';
import { navigateTo, waitForHydration, withPageLoad } from './support/open-page.ts';
import type { SampleAnswer } from './support/samples/sample-answer.ts';
import { hashOf, sampleBlock, sampleMempoolBlocks, sampleSquares, tip } from './support/samples/sample-data.ts';
import { expectSoundInBothViews } from './support/sound.ts';
import { leave } from './support/tabs.ts';
import { testSite } from './support/test-site.ts';

const now = Date.now();
const json = (body: unknown): SampleAnswer => ({ status: 200, contentType: 'application/json', body });

/** A stale block, the canonical one of its height, and the transactions of both. */
const staleHeight = tip - 5;
const winner = sampleBlock(staleHeight, now);
const stale: BlockExt = {
  ...winner,
  id: `00000000${hashOf('stale').slice(8)}`,
  stale: true,
  version: 0x20000006,
  extras: {
    ...winner.extras,
    coinbaseRaw: Buffer.from('<img src=x onerror=alert(1)> \u202egnp.exe').toString('hex'),
    pool: { id: 9, name: 'Lost & found <b>', slug: 'lost', minerNames: null },
  },
};
const tapFlag = 2 ** 14;
const coinjoinFlag = 2 ** 32;
/** Three transactions in both blocks, then those in only one. */
const summary = (name: string): TxClassified[] =>
  [...['a', 'b', 'c'].map((each) => `both-${each}`), ...['d', 'e'].map((each) => `${name}-${each}`)].map(
    (id, place) => ({
      txid: hashOf(id),
      fee: place === 0 ? 0 : 1000 * place,
      vsize: 20_000 - place,
      value: 5_000_000 + place,
      rate: place / 20,
      flags: place === 0 ? 0 : (place % 2) * tapFlag + (place === 4 ? coinjoinFlag : 0),
    }),
  );
/** Blocks whose transactions were requested. */
const summaries: string[] = [];
let failSummaries = false;

/** Answers about the stale block, and summaries of both. */
function first(path: string): SampleAnswer | undefined {
  const [bare = ''] = path.split('?');
  if (bare.endsWith(`/block/${stale.id}`)) return json(stale);
  if (bare.endsWith(`/block/${stale.id}/status`))
    return json({ in_best_chain: false, height: staleHeight, next_best: null });
  if (bare.includes(`/block/${stale.id}/txs/`)) return json([]);
  if (bare.endsWith('/summary') && bare.includes('/block/')) {
    summaries.push(bare);
    if (failSummaries) return { status: 503, contentType: 'text/plain', body: 'away' };
    return json(summary(bare.includes(stale.id) ? 'stale' : 'won'));
  }
  if (bare.endsWith('/mempool/at/1000'))
    return { status: 404, contentType: 'text/plain', body: 'No data for this time' };
  return undefined;
}

const site = testSite({ first });

const { visit } = site;
const blockPath = (height: number) => `/block/${sampleBlock(height, now).id}`;

/** Waits for the picture and the texts around it. */
const pictured = (page: Page) => page.locator('canvas[data-part~=picture-canvas]').first().waitFor();

const sizes: [string, BrowserContextOptions][] = [
  ['desktop, dark', { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' }],
  ['phone, light', { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, colorScheme: 'light' }],
];

describe.each([
  ['a mined block', `${blockPath(tip - 2)}?showDetails=true&filter=p2tr`],
  ['a stale block', `/block/${stale.id}?showDetails=true`],
  ['a projected block', '/mempool-block/1?filter=coinjoin,p2tr&match=or&tint=type'],
  ['a projected block of the past', '/mempool-block/1?at=1700000000'],
] as const)('%s', (name, path) => {
  test('desktop, dark and phone, light: no error, axe finding or horizontal scroll', async () => {
    const { page, faults } = await visit(path, { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' });
    if (!name.endsWith('past')) {
      await page.locator('[data-part~=inside], [data-part~=compare]').first().scrollIntoViewIfNeeded();
      await pictured(page);
      await page.locator('[data-part~=filter-button]').first().click();
      await page.locator('[data-part~=filter-menu]').waitFor();
    }
    await expectSoundInBothViews(page, faults);
    await leave(page);
  });
});

test('without JavaScript a block has facts, miner, linked details and transactions', async () => {
  const { page } = await visit(blockPath(tip - 2), { javaScriptEnabled: false });
  const block = sampleBlock(tip - 2, now);
  expect(await page.locator('h1').innerText()).toBe('Block 840,121');
  expect(await page.locator('[data-cy=block-details-miner-badge]').innerText()).toBe(block.extras.pool.name);
  expect(await page.locator('.block-tx-title h2').innerText()).toBe(
    `${block.tx_count.toLocaleString('en')} transactions`,
  );
  expect(await page.locator('#details').isVisible()).toBe(false);
  expect(await page.locator('[data-part~=picture-frame]').isVisible()).toBe(false);
  await withPageLoad(page, () => page.locator('.btn.btn-outline-info').click());
  const details = await page.locator('#details').innerText();
  for (const fact of ['0x20400000', 'signals bit 22', '0x17034219', '86.39 T', '0x1234abcd', block.extras.header])
    expect(details).toContain(fact);
  expect(await page.locator('[data-part~=tx-box]').count()).toBe(10);
  await leave(page);
});

test('details open and close without reloading the block', async () => {
  const { page, faults } = await visit(blockPath(tip - 2));
  const asked: string[] = [];
  page.on('request', (request) => void (request.url().includes('/api/block/') && asked.push(request.url())));
  await page.locator('.btn.btn-outline-info').click();
  await page.locator('#details').waitFor();
  expect(page.url()).toContain('showDetails=true');
  await page.locator('.btn.btn-outline-info').click();
  await page.locator('#details').waitFor({ state: 'hidden' });
  expect([asked, faults]).toEqual([[], []]);
  await leave(page);
});

test('adjacent blocks have tooltips, links and arrow keys', async () => {
  const { page } = await visit(blockPath(tip - 2));
  const next = page.getByRole('link', { name: 'Next Block', exact: true });
  await next.hover();
  expect(await page.locator('.tooltip-inner:visible').innerText()).toBe('Next Block');
  await page.keyboard.press('ArrowLeft');
  await page.locator('h1').filter({ hasText: '840,122' }).waitFor();
  await waitForHydration(page);
  await page.keyboard.press('ArrowRight');
  await page.locator('h1').filter({ hasText: '840,121' }).waitFor();
  await page.getByRole('link', { name: 'Previous Block', exact: true }).first().click();
  await page.locator('h1').filter({ hasText: '840,120' }).waitFor();
  await leave(page);
});

test('a stale block names the canonical one and is compared with it; its texts stay text', async () => {
  const { page, faults } = await visit(`/block/${stale.id}?showDetails=true`);
  expect(await page.locator('h1').innerText()).toBe('Stale Block 840,118');
  expect(await page.locator('.alert a').getAttribute('href')).toBe(`/block/${winner.id}`);
  expect(await page.locator('#details').innerText()).toContain('<img src=x onerror=alert(1)> gnp.exe');
  expect(await page.locator('#details').innerText()).toContain('signals bits 1, 2');
  expect(await page.locator('#details').innerText()).not.toContain('Taproot');
  expect(await page.locator('main img').count()).toBe(0);
  await page.locator('[data-part~=compare]').scrollIntoViewIfNeeded();
  const sides = page.locator('[data-part~=compare-side]');
  expect(await sides.locator('h2').allInnerTexts()).toEqual([
    'Stale Block Lost & found <b>',
    `Winning Block ${winner.extras.pool.name}`,
  ]);
  await expect.poll(() => page.locator('[data-part~=compare] canvas').count()).toBe(2);
  const left = page.locator('[data-part~=compare] canvas').first();
  await left.focus();
  const said = new Set<string>();
  let step = 0;
  await expect
    .poll(async () => {
      await left.press(step++ % 2 === 0 ? 'ArrowRight' : 'ArrowUp');
      const status = page
        .locator('[data-part~=picture-tip] [data-part~=rows] > div', { hasText: 'Status' })
        .locator('dd');
      for (const words of await status.allInnerTexts()) said.add(words);
      return [...said].sort();
    })
    .toEqual(['In both blocks', 'Only in this block']);
  expect(faults).toEqual([]);
  await leave(page);
});

test('a phone shows one of two compared blocks, by tabs in the URL', async () => {
  const { page } = await visit(`/block/${stale.id}?view=actual`, {
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  });
  const seen = () => page.locator('[data-part~=compare-side]:visible h2').allInnerTexts();
  expect(await seen()).toEqual([`Winning Block ${winner.extras.pool.name}`]);
  await page.locator('[data-part~=compare-tabs] a', { hasText: 'Stale Block' }).tap();
  await expect.poll(seen).toEqual(['Stale Block Lost & found <b>']);
  expect(new URL(page.url()).searchParams.get('view')).toBe('stale');
  await leave(page);
});

test('requests block transactions when the picture is in view, and again after a failure', async () => {
  failSummaries = true;
  // an earlier page may still request other blocks
  const asked = () => summaries.filter((path) => path.includes(sampleBlock(tip - 4, now).id));
  const { page } = await visit(blockPath(tip - 4), { viewport: { width: 390, height: 300 } });
  expect(asked()).toEqual([]);
  await page.locator('[data-part~=inside]').scrollIntoViewIfNeeded();
  await page.getByText('The block transactions could not be loaded.').waitFor();
  failSummaries = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await pictured(page);
  await leave(page);
});

test('the content below the picture does not move when the picture is loaded', async () => {
  const { page } = await site.visit('/settings');
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/block\/[0-9a-f]{64}\/summary$/, async (route) => {
    await held;
    await route.continue();
  });
  await navigateTo(page, `/block/${sampleBlock(tip - 2, now).id}`);
  await page.locator('[data-part~=picture-frame]').waitFor();
  const top = () => page.locator('.block-txs').evaluate((txs) => txs.getBoundingClientRect().top + window.scrollY);
  const before = await top();
  release();
  await page.locator('[data-part~=fold]').waitFor();
  expect(Math.abs((await top()) - before)).toBeLessThan(4);
  await leave(page);
});

test('outlines a searched transaction in a color that is not a fee color', async () => {
  const txid = sampleSquares(1)[700]?.[0] ?? '';
  const { page, faults } = await visit('/mempool-block/0', { viewport: { width: 1280, height: 1200 } });
  await pictured(page);
  expect(await page.locator('[data-part~=picture-searched]').count()).toBe(0);
  await page.fill('[data-part~=search] input', txid);
  const outline = page.locator('[data-part~=picture-searched]');
  await outline.waitFor();
  const box = (await outline.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const shot = await loadImage(await page.screenshot({ clip: box }));
  const drawing = createCanvas(shot.width, shot.height).getContext('2d');
  drawing.drawImage(shot, 0, 0);
  const pixel = (x: number, y: number) => [
    ...drawing.getImageData(Math.round(x), Math.round(y), 1, 1).data.slice(0, 3),
  ];
  const middle = shot.width / 2;
  const purple = [128, 0, 128];
  expect([pixel(middle, 1), pixel(1, middle), pixel(middle, shot.height - 2)]).toEqual([purple, purple, purple]);
  // The centre of the outline is the transaction itself.
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  expect(await page.locator('[data-part~=picture-tip] [title]').first().getAttribute('title')).toBe(txid);
  await page.fill('[data-part~=search] input', 'something else');
  await outline.waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
  await leave(page);
});

test('on a phone the menu starts with important filters and has the others too', async () => {
  const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
  const { page, faults } = await visit('/mempool-block/1?filter=sighash_none', phone);
  await pictured(page);
  await page.locator('[data-part~=filter-button]').click();
  const menu = page.locator('[data-part~=filter-menu]');
  const chip = (name: string) => menu.getByRole('button', { name, exact: true });
  await chip('Taproot').waitFor();
  expect(await chip('sighash_none').getAttribute('aria-pressed')).toBe('true');
  expect([await chip('P2WPKH').count(), await menu.locator('[data-part~=chip]').count()]).toEqual([0, 12]);
  const { height } = (await menu.boundingBox()) ?? { height: 844 };
  expect(height).toBeLessThan(600);
  await chip('More filters').click();
  await chip('P2WPKH').click();
  await page.waitForURL('**?filter=sighash_none%2Cp2wpkh');
  await page.keyboard.press('Escape');
  expect(await menu.count()).toBe(0);
  expect(faults).toEqual([]);
  await leave(page);
});

test('filters: menu, count, URL, table and file', async () => {
  const { page, faults } = await visit(blockPath(tip - 2));
  await pictured(page);
  // a choice is shown immediately; the URL and the links of the page follow a moment later
  const isStored = async (query: string) => {
    await page.locator(`.btn-outline-info[href*="?${query}&showDetails"]`).waitFor();
    expect(new URL(page.url()).search).toBe(`?${query}`);
  };
  await page.locator('[data-part~=filter-button]').click();
  await page.locator('[data-part~=filter-menu]').getByRole('button', { name: 'Taproot' }).click();
  await page.getByText('2 of 5 transactions match').waitFor();
  await isStored('filter=p2tr');
  await page.locator('[data-part~=filter-menu]').getByRole('button', { name: 'Coinjoin' }).click();
  await page.getByText('0 of 5 transactions match').waitFor();
  await isStored('filter=p2tr%2Ccoinjoin');
  await page.getByRole('radio', { name: 'Any' }).check();
  await page.getByText('3 of 5 transactions match').waitFor();
  await isStored('filter=p2tr%2Ccoinjoin&match=or');
  await page.getByRole('radio', { name: 'None' }).check();
  await page.getByText('2 of 5 transactions match').waitFor();
  await isStored('filter=p2tr%2Ccoinjoin&match=nor');
  await page.getByRole('radio', { name: 'Any' }).check();
  await isStored('filter=p2tr%2Ccoinjoin&match=or');
  await page.getByRole('radio', { name: 'Classic' }).check();
  await isStored('filter=p2tr%2Ccoinjoin&match=or&tint=fee');
  expect(await page.locator('[data-part~=filter-menu]').getByText('Replacement', { exact: true }).count()).toBe(0);
  await page.keyboard.press('Escape');
  expect(await page.locator('[data-part~=filter-menu]').count()).toBe(0);
  await page.getByText('Data table').click();
  await expect.poll(() => page.locator('[data-part~=picture-table] tbody tr').count()).toBe(3);
  const amounts = () => page.locator('[data-part~=picture-table] tbody tr td:nth-child(2)').allInnerTexts();
  await page.getByRole('button', { name: 'Virtual size' }).click();
  const byVsize = await page.locator('[data-part~=picture-table] tbody tr td:nth-child(4)').allInnerTexts();
  expect(byVsize).toEqual(['20.00 kvB', '20.00 kvB', '20.00 kvB']);
  expect((await amounts()).length).toBe(3);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.locator('[data-part~=picture-table-head]').getByRole('button', { name: 'CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('block-840121.csv');
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toEqual([
    'txid,fee_sats,vsize_vB,value_sats,rate_sat_per_vB,first_seen,flags',
    `${hashOf('both-b')},1000,19999,5000001,0.05,,p2tr`,
    `${hashOf('won-d')},3000,19997,5000003,0.15,,p2tr`,
    `${hashOf('won-e')},4000,19996,5000004,0.2,,coinjoin`,
  ]);
  await page.goto(`${site.origin}/mempool-block/0`);
  await page.locator('[data-part~=chip]', { hasText: 'Coinjoin' }).waitFor();
  await page.locator('[data-part~=chip]', { hasText: 'Coinjoin' }).click();
  await page.locator('[data-part~=chip]', { hasText: 'Taproot' }).click();
  await expect.poll(() => page.locator('[data-part~=chip]').count()).toBe(0);
  expect(faults).toEqual([]);
  await leave(page);
});

test('the dashboard has predefined filters, and the stored one', async () => {
  const { page, faults } = await visit('/?filter=p2tr');
  await page.locator('[data-part~=inside-card]').scrollIntoViewIfNeeded();
  await pictured(page);
  const names = () => page.locator('[data-part~=preset-names] button').allInnerTexts();
  expect(await names()).toEqual(['All', 'Consolidation', 'Coinjoin', 'Data']);
  expect(await page.locator('[data-part~=preset-count]').innerText()).toBe('');
  await page.evaluate(() => localStorage.setItem('picture-filter', '{"mode":"nor","keys":["p2tr"],"tint":"fee"}'));
  await page.reload();
  await page.locator('[data-part~=inside-card]').scrollIntoViewIfNeeded();
  await expect.poll(names).toEqual(['All', 'Consolidation', 'Coinjoin', 'Data', 'Custom']);
  await page.getByRole('button', { name: 'Coinjoin' }).click();
  await expect
    .poll(() => page.locator('[data-part~=preset-count]').innerText())
    .toMatch(/^0\s+of 2,900 transactions match$/);
  await page.getByRole('button', { name: 'Custom' }).click();
  await expect
    .poll(() => page.locator('[data-part~=preset-count]').innerText())
    .toMatch(/^2,900\s+of 2,900 transactions match$/);
  expect(await axeFindings(page, '[data-part~=inside-card]')).toEqual([]);
  expect(faults).toEqual([]);
  await leave(page);
});

test.each(sizes)('%s: paints the squares', async (_, options) => {
  const { page } = await visit('/mempool-block/2', options);
  const canvas = page.locator('canvas[data-part~=picture-canvas]');
  await canvas.scrollIntoViewIfNeeded();
  const sizeOf = async () => (await canvas.screenshot()).length;
  // A plain background is a PNG of a few kilobytes; thousands of squares take many.
  await expect.poll(sizeOf).toBeGreaterThan(25_000);
  await leave(page);
});

test('shows a message in a browser without canvas', async () => {
  const context = await site.browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(() => {
    Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', { value: () => null });
  });
  await page.goto(`${site.origin}/mempool-block/0`);
  await page.getByText('Your browser does not support this feature.').waitFor();
  await context.close();
});

test('a tooltip describes a square with its flags; a hostile number stays a number', async () => {
  const { page, faults } = await visit('/mempool-block/3');
  const odd: CompressedTx = [hashOf('odd'), 7777, 900_000, 123_456_789, 8.5, tapFlag + coinjoinFlag, 1_700_000_000, 1];
  await pictured(page);
  site.push({ 'projected-block-transactions': { index: 3, sequence: 11, blockTransactions: [odd] } });
  const canvas = page.locator('canvas[data-part~=picture-canvas]');
  await expect.poll(() => canvas.getAttribute('aria-label')).toContain('1 transaction,');
  await expect
    .poll(async () => {
      await canvas.press('Escape');
      await canvas.press('ArrowRight');
      return page.locator('[data-part~=picture-tip]').allInnerTexts();
    })
    .toEqual([expect.stringContaining('1.23456789')]);
  const tip_ = await page.locator('[data-part~=picture-tip]').innerText();
  for (const part of ['7,777', 'Accelerated fee rate', '8.5', '900.00', 'kvB', 'First seen', 'years ago'])
    expect(tip_).toContain(part);
  expect(await page.locator('[data-part~=picture-tags] li').allInnerTexts()).toEqual([
    'Taproot',
    'Accelerated',
    'Coinjoin',
  ]);
  expect(faults).toEqual([]);
  await leave(page);
});

test('the projected block page: titles, fee curve with table, highest block', async () => {
  const before = site.received.length;
  const { page } = await visit('/mempool-block/7');
  expect(await page.locator('h1').innerText()).toBe('Stack of 7 mempool blocks');
  expect(await page.title()).toBe('Stack of 7 mempool blocks · Glassblock');
  await page.locator('[data-part~=chart-table] summary').click();
  expect(await page.locator('[data-part~=chart-table] tbody tr').count()).toBe(7);
  await site.isFollowed(before);
  site.push({ 'mempool-blocks': sampleMempoolBlocks().slice(0, 2) });
  await page.locator('h1').filter({ hasText: 'Mempool block 2' }).waitFor();
  await expect.poll(() => page.locator('[data-part~=chart-table] tbody tr').count()).toBe(60);
  await leave(page);
});

test('shows the next block of an earlier minute, by URL and slider, and returns to now', async () => {
  const { page, faults } = await visit('/mempool-block/1?at=1700000030');
  expect(await page.locator('.title-block .badge').innerText()).toContain('2023-11-14');
  await page.getByText('Only statistics are stored for earlier times, not transactions.').waitFor();
  await page.getByRole('link', { name: 'Back to live' }).click();
  await pictured(page);
  await page.getByRole('slider').press('ArrowLeft');
  await page.locator('.title-block .badge').waitFor();
  const at = Number(new URL(page.url()).searchParams.get('at'));
  expect(at % 60).toBe(0);
  expect(Date.now() / 1000 - at).toBeLessThan(300);
  await page.goto(`${site.origin}/mempool-block/1?at=1000`);
  await page.getByText('No data for this time. Showing the current block.').waitFor();
  expect(faults).toEqual([]);
  await leave(page);
});

test('without JavaScript the slider is a form', async () => {
  const { page } = await visit('/mempool-block/0', { javaScriptEnabled: false });
  await page.getByRole('button', { name: 'Show' }).click();
  await page.locator('.title-block .badge').waitFor();
  expect(new URL(page.url()).searchParams.get('at')).toMatch(/^\d{10}$/);
  await leave(page);
});
