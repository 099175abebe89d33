// Takes more than 30 s: pages are loaded in a real browser in several sizes and themes, with and without JavaScript.
import { networkInterfaces } from 'node:os';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { wholePage } from './support/axe.ts';
import { confirmedTxid, pendingTxid } from './support/fixture-server.ts';
import { navigateTo, notFound, scriptBytes, withPageLoad } from './support/open-page.ts';
import { hashOf, ownAddress, sampleBlock, sampleInit, sampleTx, tip } from './support/samples/sample-data.ts';
import { expectSoundInBothViews } from './support/sound.ts';
import { leave, openInTab } from './support/tabs.ts';
import { testSite } from './support/test-site.ts';

const root = testSite({ host: '0.0.0.0' });
const below = testSite({ basePath: '/explorer/' });

/** Summary of a replacement. */
const replacement = (txid: string, part: object) => ({
  txid: txid.repeat(32),
  mined: false,
  fullRbf: false,
  oldFee: 200,
  oldVsize: 100,
  newFee: 700,
  newVsize: 140,
  ...part,
});
const rbfSummary = [
  replacement('ab', {}),
  replacement('cd', { fullRbf: true }),
  replacement('ef', { fullRbf: true, mined: true }),
];
/** A mempool with replacements. */
const replaced = testSite({
  first: (path) =>
    path === '/api/v1/init-data'
      ? { status: 200, contentType: 'application/json', body: { ...sampleInit(Date.now()), rbfSummary } }
      : undefined,
});

const visit = (url: string, options: BrowserContextOptions = {}, tolerated?: RegExp) =>
  openInTab(root.browser, url, { viewport: { width: 1440, height: 900 }, ...options }, tolerated);

/** Selects a square of the picture by keyboard. */
async function walkPicture(page: Page) {
  const canvas = page.locator('canvas[data-part~=picture-canvas]');
  await canvas.focus();
  await expect
    .poll(async () => {
      await canvas.press('ArrowRight');
      return page.locator('[data-part~=picture-tip]').count();
    })
    .toBe(1);
  return canvas;
}

/** Pages of unknown items. */
const absent = ['unknown transaction', 'nothing found'];
const paths: Record<string, string> = {
  dashboard: '/',
  block: `/block/${tip - 2}`,
  'projected block': '/mempool-block/0',
  transaction: `/tx/${confirmedTxid}`,
  'unconfirmed transaction': `/tx/${pendingTxid}`,
  address: `/address/${ownAddress}`,
  blocks: '/blocks/1',
  fees: '/fees',
  search: '/search',
  settings: '/settings',
  'unknown transaction': `/tx/dead${'0'.repeat(60)}`,
  'nothing found': '/search?q=nonsense',
};

describe.each(Object.entries(paths))('%s', (what, path) => {
  test('desktop, dark and phone, light: no console error, axe finding or horizontal scroll', async () => {
    const tolerated = absent.includes(what) ? notFound : undefined;
    const { page, faults } = await root.look(path, tolerated);
    await expectSoundInBothViews(page, faults, ...(what === 'dashboard' ? [wholePage] : []));
  });

  test('has no style attribute and no NaN in its HTML', async () => {
    const html = await (await fetch(root.origin + path)).text();
    const body = html.slice(html.indexOf('<body'), html.indexOf('<script id="site"'));
    expect(body).not.toMatch(/ style=/);
    expect(body).not.toMatch(/\bNaN\b|Infinity|undefined/);
  });
});

test('the same build works below another base path, with links, live socket and search', async () => {
  const { page, faults } = await visit(`${below.origin}/explorer/`);
  await page.locator('#bitcoin-block-840122 .blockLink').click();
  await page.locator('.title-block h1').filter({ hasText: '840,122' }).waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/explorer\/block\/0{8}/);
  await page.keyboard.press('/');
  await page.keyboard.type('840120');
  await page.keyboard.press('Enter');
  await page.locator('.title-block h1').filter({ hasText: '840,120' }).waitFor();
  await expect.poll(() => below.received.length).toBeGreaterThan(0);
  expect(faults).toEqual([]);
  await leave(page);
});

test('plain http on a name other than localhost works, including copying', async () => {
  const address = Object.values(networkInterfaces())
    .flat()
    .find((each) => each && !each.internal && each.family === 'IPv4')?.address;
  if (address === undefined) return;
  const { page, faults } = await visit(`${root.origin.replace('127.0.0.1', address)}/tx/${confirmedTxid}`);
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  await page.locator('.copy').first().click();
  await page.getByRole('button', { name: 'Copied to clipboard' }).waitFor();
  expect(faults).toEqual([]);
  await leave(page);
});

test('everything is readable without JavaScript, and search is a form', async () => {
  const { page } = await visit(root.origin, { javaScriptEnabled: false });
  expect(await page.locator('.mined-block').count()).toBe(8);
  await page.locator('input[name=q]').fill('840121');
  await withPageLoad(page, () => page.locator('input[name=q]').press('Enter'));
  await page.locator('.title-block h1').filter({ hasText: '840,121' }).waitFor();
  expect(await page.locator('[data-part~=tx-box]').count()).toBe(10);
  await leave(page);
});

test('slides in a mined block, confirms the transaction, and reports a lost connection', async () => {
  const follows = () => root.received.filter((text) => text.includes(pendingTxid)).length;
  const before = follows();
  // The sample server only has the pushed fields of the new block.
  const { page, faults } = await visit(`${root.origin}/tx/${pendingTxid}`, {}, notFound);
  await page.getByText('Expected in 2 blocks').waitFor();
  await expect.poll(follows).toBeGreaterThan(before);
  const block = sampleBlock(tip + 1, Date.now());
  root.push({ block, txConfirmed: pendingTxid });
  await page.locator('.btn-success').filter({ hasText: '1 confirmation' }).waitFor();
  await page.locator(`#bitcoin-block-${tip + 1}`).waitFor();
  // it is shown for at least two seconds: wait for it from the start
  const isSaid = page.waitForFunction(() =>
    document.querySelector('[data-part~=connection]')?.textContent?.includes('Offline'),
  );
  root.cut();
  await isSaid;
  expect(faults.filter((text) => !text.includes('WebSocket'))).toEqual([]);
  await leave(page);
});

test('removed pictures free their WebGL contexts', async () => {
  const { page, faults } = await root.visit('/settings');
  for (let times = 0; times < 4; times++) {
    await navigateTo(page, '/view/blocks?numBlocks=8');
    await expect.poll(() => page.locator('[data-part~=picture-canvas]').count()).toBe(8);
    await page.goBack();
    await page.locator('[data-cy=settings-page]').waitFor();
  }
  expect(faults).toEqual([]);
  await leave(page);
});

test('without WebGL the squares are drawn on a 2D canvas with keyboard navigation', async () => {
  const context = await root.browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(() => {
    const real = HTMLCanvasElement.prototype.getContext;
    Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', {
      value(this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
        return kind === 'webgl2' ? null : Reflect.apply(real, this, [kind, ...rest]);
      },
    });
  });
  await page.goto(`${root.origin}/mempool-block/0`);
  const canvas = await walkPicture(page);
  await canvas.press('Enter');
  await page.waitForURL(/\/tx\/[0-9a-f]{64}$/);
  await context.close();
});

describe('the latest replacements on the dashboard', () => {
  const table = (page: Page) =>
    page
      .locator('[data-part~=replacements-table] tbody tr')
      .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).innerText.replaceAll(/\s+/g, ' ')));

  test('are in the page, also without JavaScript, and updated live', async () => {
    const still = await replaced.visit('/', { javaScriptEnabled: false });
    expect(await table(still.page)).toEqual([
      expect.stringMatching(/babab 2 sat\/vB 5 sat\/vB RBF$/),
      expect.stringMatching(/2 sat\/vB 5 sat\/vB Full RBF$/),
      expect.stringMatching(/2 sat\/vB 5 sat\/vB Mined$/),
    ]);
    await leave(still.page);
    replaced.received.length = 0;
    const { page, faults } = await replaced.visit('/', {}, notFound);
    await expect.poll(() => replaced.received).toContain(JSON.stringify({ 'track-rbf-summary': true }));
    const many = Array.from({ length: 9 }, (_, place) => replacement(`0${place}`, { newFee: 140 * (place + 10) }));
    replaced.push({ rbfLatestSummary: many });
    await expect.poll(() => page.locator('[data-part~=replacements-table] tbody tr').count()).toBe(6);
    expect((await table(page))[5]).toMatch(/2 sat\/vB 15 sat\/vB RBF$/);
    replaced.push({ rbfLatestSummary: [] });
    await page
      .locator('[data-part~=replacements-card]', { hasText: 'There are no replacements in the mempool yet!' })
      .waitFor();
    await page.locator('[data-part~=replacements-card] [data-part~=card-head] a').click();
    await page.waitForURL('**/rbf');
    await expect.poll(() => replaced.received).toContain(JSON.stringify({ 'track-rbf-summary': false }));
    expect(faults).toEqual([]);
    await leave(page);
  });
});

test('a square opens in a new tab below base path and language', async () => {
  const { page } = await below.visit('/explorer/ar/mempool-block/0');
  const canvas = await walkPicture(page);
  const [opened] = await Promise.all([page.context().waitForEvent('page'), canvas.press('Control+Enter')]);
  await opened.waitForURL(/^http:\/\/[^/]+\/explorer\/ar\/tx\/[0-9a-f]{64}$/);
  await leave(page);
});

test('on a phone the bars of the latest blocks end with their rows', async () => {
  const { page } = await root.visit('/', { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  const row = await page.locator('[data-part~=latest-card] tbody tr').first().boundingBox();
  const bar = await page.locator('[data-part~=latest-card] [data-part~=bar]').first().boundingBox();
  expect((bar?.x ?? 0) + (bar?.width ?? 0)).toBeLessThanOrEqual((row?.x ?? 0) + (row?.width ?? 0) + 0.5);
  expect(bar?.width).toBe(56);
  await leave(page);
});

test('an address shows a payment live, and its spend', async () => {
  const follows = () => root.received.filter((text) => text.includes(`"track-address":"${ownAddress}"`)).length;
  const earlier = follows();
  const { page } = await visit(`${root.origin}/address/${ownAddress}`);
  await expect.poll(follows).toBeGreaterThan(earlier);
  const before = await page.locator('[data-part~=tx-box]').count();
  const newest = page.locator('[data-part~=tx-box]').first();
  const paid = await newest.locator('[data-part~=tx-head] .hash').getAttribute('title');
  const sample = sampleTx(hashOf('incoming'), { now: Date.now() });
  const tx = { ...sample, vin: sample.vin.slice(0, 1).map((input) => ({ ...input, txid: paid ?? '', vout: 1 })) };
  root.push({
    'address-transactions': [
      { ...tx, vsize: 1, adjustedVsize: 1, feePerVsize: 1, adjustedFeePerVsize: 1, effectiveFeePerVsize: 1 },
    ],
  });
  await expect.poll(() => page.locator('[data-part~=tx-box]').count()).toBe(before + 1);
  const spent = page
    .locator('[data-part~=tx-box]')
    .nth(1)
    .locator('.table-tx-vout li')
    .nth(1)
    .locator('a[data-part~=io-arrow]');
  expect(await spent.getAttribute('href')).toContain(tx.txid);
  await leave(page);
});

test('the network switcher links the same page of another network', async () => {
  const { page, faults } = await visit(root.origin);
  await page.locator('[data-part~=switcher] summary').click();
  await page.locator('a.testnet4').click();
  await page.getByText('This is a test network').waitFor();
  await page.locator('.mined-block .blockLink').first().click();
  await page.waitForURL(/\/testnet4\/block\//);
  expect(faults).toEqual([]);
  await leave(page);
});

test("unknown paths redirect to the network's root, unknown ids are 404", async () => {
  const at = async (path: string) => {
    const response = await fetch(root.origin + path, { redirect: 'manual' });
    return [response.status, response.headers.get('location')];
  };
  expect(await at('/nowhere/at/all')).toEqual([302, '/']);
  expect(await at('/testnet4/nowhere/at/all')).toEqual([302, '/testnet4']);
  expect(await at('/liquid')).toEqual([302, '/']);
  expect((await at(`/block/${'f'.repeat(64)}`))[0]).toBe(404);
  expect((await at('/address/nonsense'))[0]).toBe(404);
  expect((await at('/mempool-block/no'))[0]).toBe(404);
  // the highest projected block is shown in place of missing ones
  expect((await at('/mempool-block/9'))[0]).toBe(200);
  expect(await at(`/tx/${confirmedTxid}:1`)).toEqual([302, `/tx/${confirmedTxid}#vout=1`]);
});

test("the cookie's theme applies to the first paint", async () => {
  const html = await (
    await fetch(root.origin, { headers: { cookie: 'glassblock=theme=contrast.unit=sats.rate=vb.time=rtl' } })
  ).text();
  expect(html).toMatch(/id="theme" rel="stylesheet" href="\/assets\/contrast-/);
  expect(html).toContain('>sats<');
});

test('the dashboard loads less than 150,000 bytes of script before its charts and pictures', async () => {
  const bytes = await scriptBytes(root.browser, root.origin);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThan(150_000);
});
