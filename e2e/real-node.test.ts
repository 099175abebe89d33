import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BlockExt, NetworkState } from '@glassblock/contract';
import { type RealNode, startRealNode } from '@glassblock/node/testing';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestExplorer, type TestExplorer } from '../packages/server/test/support/test-explorer.ts';
import { desktop, openBrowser, senselessWords, visit, web } from './support/browser.ts';
import { everyPage, unknownPages } from './support/every-page.ts';
import { layWire } from './support/wire.ts';

let browser: Browser;
let node: RealNode;
let explorer: TestExplorer;
let directory: string;
let block: string;
let confirmed: string;
let pending: string;
let address: string;

/** Waits until index and pool stand where the node stands. */
async function settled(): Promise<number> {
  const height = Number(await node.client.rpc('getblockcount'));
  const pool = (await node.client.rpc('getrawmempool')) as string[];
  await explorer.until<NetworkState>(
    '/api/glass/v1/state',
    ({ index, mempool }) => index.height === height && index.synced && mempool.synced && mempool.count === pool.length,
  );
  return height;
}

/** A mark that a reload would wipe out. */
const leaveMark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-test-mark', 'here'));
const markStays = (page: Page) => page.locator('html[data-test-mark=here]').count();

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'glassblock-e2e-'));
  node = await startRealNode();
  await node.mine(110);
  address = await node.newAddress('bech32m');
  confirmed = await node.pay(address, 0.4, { feeRate: 6 });
  for (let i = 0; i < 4; i++) await node.pay(await node.newAddress(), 0.1 + i, { feeRate: 3 + 5 * i });
  block = (await node.mine(1))[0]!;
  pending = await node.pay(await node.newAddress('legacy'), 0.2, { feeRate: 4 });
  explorer = await startTestExplorer(
    { node: node.url, zmq: node.zmq, network: 'regtest', dataDir: directory },
    await web(),
  );
  await settled();
  await explorer.until<unknown[]>('/api/v1/fees/mempool-blocks', (blocks) => blocks.length > 0);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await explorer?.stop();
  await node?.stop();
  await rm(directory, { recursive: true, force: true });
});

everyPage(
  [
    { name: 'dashboard', path: () => '/', shows: '.latest-transactions' },
    { name: 'block', path: () => `/block/${block}`, shows: '.tx-box' },
    { name: 'empty block', path: () => '/block/5', shows: '.empty-rate' },
    { name: 'genesis block', path: () => '/block/0', shows: '.tx-box' },
    { name: 'transaction', path: () => `/tx/${confirmed}?showDetails=true`, shows: '.btn-success' },
    { name: 'pending transaction', path: () => `/tx/${pending}`, shows: '.btn-danger' },
    { name: 'address', path: () => `/address/${address}`, shows: '.tx-box' },
    { name: 'projected block', path: () => '/mempool-block/0', shows: 'canvas' },
    { name: 'blocks', path: () => '/blocks/2', shows: '.blocks-table' },
    { name: 'search', path: () => '/search', shows: '.sentence' },
    ...unknownPages,
  ],
  () => ({ browser, url: explorer.url }),
);

describe('live', () => {
  test('the dashboard shows a payment and then its block, and says nothing of difficulty that is not so', async () => {
    const { page, faults, close } = await visit(browser, explorer.url);
    await leaveMark(page);
    const txid = await node.pay(await node.newAddress(), 0.31, { feeRate: 9 });
    await page.locator(`.latest-transactions a[href="/tx/${txid}"]`).waitFor();
    await page.locator('#mempool-block-0').filter({ hasText: '2 transactions' }).waitFor();
    expect(await page.locator('.difficulty-card').innerText()).toContain('never changes');
    await node.mine(1);
    const height = await settled();
    await page.locator(`#bitcoin-block-${height}`).filter({ hasText: '3 transactions' }).waitFor();
    await page
      .locator('.latest-card')
      .getByRole('link', { name: String(height), exact: true })
      .waitFor();
    expect(await senselessWords(page)).toEqual([]);
    expect(await markStays(page)).toBe(1);
    expect(faults).toEqual([]);
    await close();
  });

  test('a pending transaction becomes confirmed without a reload', async () => {
    const txid = await node.pay(await node.newAddress(), 0.32, { feeRate: 8 });
    await settled();
    const { page, faults, close } = await visit(browser, `${explorer.url}/tx/${txid}`);
    await leaveMark(page);
    await page.getByText('Expected in the next block').waitFor();
    await node.mine(1);
    await page.locator('.btn-success').filter({ hasText: '1 confirmation' }).waitFor();
    await node.mine(1);
    await page.locator('.btn-success').filter({ hasText: '2 confirmations' }).waitFor();
    expect(await markStays(page)).toBe(1);
    expect(faults).toEqual([]);
    await close();
  });

  test('a transaction that nobody knows appears once it is sent; a replacement is told', async () => {
    const txid = await node.pay(await node.newAddress(), 0.33, { feeRate: 2 });
    await settled();
    const { page, faults, close } = await visit(browser, `${explorer.url}/tx/${txid}`);
    await page.locator('.btn-danger').waitFor();
    const bumped = (await node.client.rpc('bumpfee', txid)) as { txid: string };
    await page.locator(`.alert-replaced a[href="/tx/${bumped.txid}"]`).waitFor();
    expect(faults).toEqual([]);
    await close();
    await node.mine(1);
    await settled();
  });

  test('an address shows a payment as it comes in and as it is mined', async () => {
    const own = await node.newAddress();
    const { page, faults, close } = await visit(browser, `${explorer.url}/address/${own}`);
    await page.getByText('No transaction has touched this address yet').waitFor();
    const txid = await node.pay(own, 0.5);
    await page.locator(`.tx-box a[href="/tx/${txid}"]`).waitFor();
    await node.mine(1);
    await page.locator('.balance').filter({ hasText: '0.50000000' }).waitFor();
    expect(await page.locator('.tx-box').count()).toBe(1);
    expect(faults).toEqual([]);
    await close();
    await settled();
  });

  test('the picture of the next block gains the square of a new transaction', async () => {
    await node.pay(await node.newAddress(), 0.01, { feeRate: 20 });
    await settled();
    const { page, faults, close } = await visit(browser, `${explorer.url}/mempool-block/0`);
    const canvas = page.locator('canvas');
    await canvas.waitFor();
    await page.locator('.app-mempool-block summary').click();
    const rows = page.locator('.app-mempool-block tbody tr');
    await expect.poll(() => rows.count()).toBe(1);
    const still = async () => {
      const [first, second] = [await canvas.screenshot(), await canvas.screenshot()];
      return first.equals(second) ? first : undefined;
    };
    let before: Buffer | undefined;
    await expect.poll(async () => (before = await still()) !== undefined, { timeout: 10_000 }).toBe(true);
    const txid = await node.pay(await node.newAddress(), 0.02, { feeRate: 200 });
    await page.locator(`.app-mempool-block tbody a[href="/tx/${txid}"]`).waitFor();
    await expect.poll(async () => (await canvas.screenshot()).equals(before!), { timeout: 10_000 }).toBe(false);
    await node.mine(1);
    await page.getByText('The pool fills no block of this number now').waitFor();
    expect(faults).toEqual([]);
    await close();
    await settled();
  });

  test('a block slides across the divide, unless the visitor wants no motion', async () => {
    const slides = async (reducedMotion: 'reduce' | 'no-preference') => {
      const { page, faults, close } = await visit(browser, explorer.url, { ...desktop, reducedMotion });
      await page.evaluate(() => {
        const real = Element.prototype.animate;
        Element.prototype.animate = function (...args) {
          if (this.matches('.mined')) document.documentElement.setAttribute('data-slid', 'true');
          return real.apply(this, args);
        };
      });
      await node.mine(1);
      const height = await settled();
      await page.locator(`#bitcoin-block-${height}`).waitFor();
      const slid = await page.locator('html[data-slid]').count();
      expect(faults).toEqual([]);
      await close();
      return slid;
    };
    expect(await slides('no-preference')).toBe(1);
    expect(await slides('reduce')).toBe(0);
  });
});

test('everything reads without JavaScript, and search is a form', async () => {
  const { page, faults, close } = await visit(browser, explorer.url, { ...desktop, javaScriptEnabled: false });
  expect(await page.locator('.mined-block').count()).toBe(8);
  await page.locator('input[name=q]').fill(confirmed);
  await page.locator('input[name=q]').press('Enter');
  await page.waitForURL(`**/tx/${confirmed}`);
  await page.locator('.story-line a').first().click();
  await page.locator('.title-block h1').filter({ hasText: '111' }).waitFor();
  expect(await page.locator('.tx-box').count()).toBe(6);
  await page.locator('input[name=q]').fill('nothing like it');
  await page.locator('input[name=q]').press('Enter');
  await page.getByText('Nothing found').waitFor();
  expect(faults).toEqual([]);
  await close();
});

test('search leads to heights, hashes, transactions and addresses', async () => {
  const { page, faults, close } = await visit(browser, explorer.url);
  const search = async (what: string, url: RegExp) => {
    await page.keyboard.press('Escape');
    await page.locator('h1').first().click();
    await page.keyboard.press('/');
    await page.keyboard.insertText(what);
    await page.keyboard.press('Enter');
    await page.waitForURL(url);
  };
  await search('7', /\/block\/[0-9a-f]{64}$/);
  await page.locator('.title-block h1').filter({ hasText: '7' }).waitFor();
  await search(block, new RegExp(`/block/${block}$`));
  await search(confirmed, new RegExp(`/tx/${confirmed}$`));
  await search(address, new RegExp(`/address/${address}$`));
  // Little in a hash of regtest tells a block from a transaction: it may ask for one and then for the other.
  expect(faults.filter((fault) => !new RegExp(`/api/(tx/${block}|v1/block/${confirmed})`).test(fault))).toEqual([]);
  await close();
});

describe('when something is away', () => {
  test('without its node the page says so and still shows what it knows; it recovers by itself', async () => {
    const seen = await visit(browser, explorer.url);
    await leaveMark(seen.page);
    const untouched = String(await node.client.rpc('getblockhash', 60));
    await node.restart(async () => {
      await explorer.until<NetworkState>('/api/glass/v1/state', ({ node: { state } }) => state !== 'ready');
      const fresh = await visit(browser, explorer.url);
      await fresh.page.locator('.banner.info').filter({ hasText: 'The node does not answer.' }).waitFor();
      expect(await fresh.page.locator('.mined-block').count()).toBe(8);
      // What the index knows is shown; what only the node has is said to be missing.
      await fresh.go(`${explorer.url}/block/${untouched}`);
      await fresh.page.locator('.title-block h1').filter({ hasText: '60' }).waitFor();
      await fresh.page.locator('.block-txs .banner.bad').waitFor();
      expect(await senselessWords(fresh.page)).toEqual([]);
      expect(fresh.faults).toEqual([]);
      await fresh.close();
      // The page that was open all the time hears of it too.
      await seen.page
        .locator('.banner.info')
        .filter({ hasText: 'The node does not answer.' })
        .waitFor({ timeout: 30_000 });
    });
    const txid = await node.pay(await node.newAddress(), 0.11, { feeRate: 5 });
    await seen.page.locator('.banner.info').waitFor({ state: 'detached', timeout: 40_000 });
    await seen.page.locator(`.latest-transactions a[href="/tx/${txid}"]`).waitFor({ timeout: 30_000 });
    await settled();
    expect(await markStays(seen.page)).toBe(1);
    expect(seen.faults).toEqual([]);
    await seen.close();
  }, 120_000);

  test('when the wire is cut the page says so, comes back by itself and knows what it missed', async () => {
    const wire = await layWire(explorer.url);
    const { page, faults, sockets, close } = await visit(browser, `${wire.url}/tx/${confirmed}`);
    await leaveMark(page);
    const before = (await explorer.get<BlockExt[]>('/api/v1/blocks'))[0]!.height;
    wire.cut();
    await page.locator('.connection').getByText('Offline').waitFor();
    await node.mine(2);
    await settled();
    expect(await page.locator(`#bitcoin-block-${before + 1}`).count()).toBe(0);
    wire.mend();
    await page.locator('.connection .badge').waitFor({ state: 'detached' });
    await page.locator(`#bitcoin-block-${before + 2}`).waitFor();
    await page.locator(`#bitcoin-block-${before + 1}`).waitFor();
    expect(sockets.length).toBeGreaterThan(1);
    expect(await markStays(page)).toBe(1);
    // While nobody answers the browser itself complains; nothing else may.
    expect(faults.filter((fault) => !/WebSocket|net::ERR_/.test(fault))).toEqual([]);
    await close();
    await wire.close();
  });
});
