import type { BlockExt, NetworkState, Tx } from '@glassblock/contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestExplorer, type TestExplorer } from '../packages/server/test/support/test-explorer.ts';
import { openBrowser, visit, web } from './support/browser.ts';
import { everyPage, unknownPages } from './support/every-page.ts';

let browser: Browser;
let explorer: TestExplorer;
let block: BlockExt;
let confirmed: Tx;
let pending: string;
let address: string;

beforeAll(async () => {
  explorer = await startTestExplorer({}, await web());
  // Two cores share this with another test file and its browser.
  await vi.waitFor(
    async () => {
      const { index, mempool } = await explorer.get<NetworkState>('/api/glass/v1/state');
      expect([index.synced, mempool.synced]).toEqual([true, true]);
    },
    { timeout: 90_000, interval: 200 },
  );
  await explorer.until<unknown[]>('/api/v1/fees/mempool-blocks', (blocks) => blocks.length > 2);
  const blocks = await explorer.get<BlockExt[]>('/api/v1/blocks');
  block = blocks.find(({ tx_count: count }) => count > 30)!;
  const txs = await explorer.get<Tx[]>(`/api/block/${block.id}/txs`);
  confirmed = txs.find(({ vin }) => vin.length > 1) ?? txs[1]!;
  address = await quietAddress(txs);
  pending = (await explorer.get<string[]>('/api/mempool/txids')).at(-1)!;
  browser = await openBrowser();
});

/** Of some addresses the one with the least on its page: axe reads every row. */
async function quietAddress(txs: readonly Tx[]): Promise<string> {
  const owners = new Set(txs.flatMap(({ vout }) => vout.flatMap((output) => output.scriptpubkey_address ?? [])));
  const found = await Promise.all(
    [...owners].slice(0, 12).map(async (owner) => {
      const history = await explorer.get<Tx[]>(`/api/address/${owner}/txs`);
      return { owner, rows: history.reduce((sum, { vin, vout }) => sum + vin.length + vout.length, 0) };
    }),
  );
  return found.sort((a, b) => a.rows - b.rows)[0]!.owner;
}

afterAll(async () => {
  await browser?.close();
  await explorer?.stop();
  expect(explorer?.faults).toEqual([]);
});

everyPage(
  [
    { name: 'dashboard', path: () => '/', shows: '.latest-transactions .hash' },
    { name: 'block', path: () => `/block/${block.id}`, shows: '.tx-box' },
    { name: 'transaction', path: () => `/tx/${confirmed.txid}`, shows: '.btn-success' },
    { name: 'pending transaction', path: () => `/tx/${pending}`, shows: '.story' },
    { name: 'address', path: () => `/address/${address}`, shows: '.tx-box' },
    { name: 'projected block', path: () => '/mempool-block/0', shows: 'canvas' },
    { name: 'blocks', path: () => '/blocks/1', shows: '.blocks-table' },
    { name: 'search', path: () => '/search', shows: '.sentence' },
    ...unknownPages,
  ],
  () => ({ browser, url: explorer.url }),
);

test('it says on every page that it is a demo, and promises no change of difficulty', async () => {
  const { page, faults, close } = await visit(browser, explorer.url);
  await page.locator('.banner.demo').waitFor();
  await page.locator('.demo-mark').waitFor();
  expect(await page.locator('.difficulty-card').innerText()).toContain('never changes');
  await page.locator('#btn-blocks').click();
  await page.locator('.blocks-table').waitFor();
  await page.locator('.banner.demo').waitFor();
  expect(faults).toEqual([]);
  await close();
});

test('transactions come in by themselves', async () => {
  const { page, faults, close } = await visit(browser, explorer.url);
  const first = page.locator('.latest-transactions .hash').first();
  const before = await first.getAttribute('title');
  await expect.poll(() => first.getAttribute('title'), { timeout: 20_000 }).not.toBe(before);
  expect(faults).toEqual([]);
  await close();
});
