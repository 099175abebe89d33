// Takes more than 30 s: the pages are built once, and a browser loads them in both sizes.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDevnode, type Devnode } from '@glassblock/devnode';
import { elementsNetworks } from '@glassblock/primitives/elements';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestExplorer, type TestExplorer } from '../packages/server/test/support/test-explorer.ts';
import { launchBrowser } from '../packages/web/test/support/open-page.ts';
import { expectSoundInBothViews } from '../packages/web/test/support/sound.ts';
import { desktop, formattingErrors, visit, web } from './support/browser.ts';

let node: Devnode;
let explorer: TestExplorer;
let browser: Browser;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'glassblock-liquidtestnet-'));
  const elements = { network: elementsNetworks.liquidtestnet };
  node = await createDevnode({ profile: 'core31', seed: 5, live: false, blocks: 300, mempoolSize: 4, elements });
  node.elements!.commands.emitTraffic(4);
  const assetRegistry = join(directory, 'assets.json');
  await writeFile(assetRegistry, JSON.stringify(node.elements!.registry()));
  const network = { liquid: node.elements!.rpcUrl, liquidNetwork: 'liquidtestnet' };
  const flags = { ...network, assetRegistry, dataDir: directory };
  explorer = await startTestExplorer(flags, await web());
  const { height } = node.elements!.chain;
  await explorer.until('/liquidtestnet/api/blocks/tip/height', (answer) => Number(answer) === height);
  browser = await launchBrowser();
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await explorer?.stop();
  await node?.stop();
  await rm(directory, { recursive: true, force: true });
});

test('the dashboard of Liquid Testnet has the newest block, the chart of the mempool and no pages of the audit', async () => {
  const { page, faults, close } = await visit(browser, explorer.url);
  const { tip, height } = node.elements!.chain;
  for (const title of ['Transaction Fees', `Block ${height}`, 'Recent Blocks', 'Recent Transactions']) {
    await page.getByRole('heading', { name: title, exact: true }).waitFor();
  }
  await page.locator('[data-part~=inside] canvas').first().waitFor();
  await page.locator('[data-part~=inflow-widget]').scrollIntoViewIfNeeded();
  // a chart, or until two minutes are recorded the sentence in its place
  await page.locator('[data-part~=inflow-widget] > *').first().waitFor();
  expect(await page.locator('a[href*="/audit/"]').count()).toBe(0);
  expect(await formattingErrors(page)).toEqual([]);
  await expectSoundInBothViews(page, faults);
  await page.setViewportSize(desktop.viewport!);
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox').fill('federation');
  expect(await dialog.getByRole('option').count()).toBe(0);
  await dialog.getByRole('combobox').fill('assets');
  await expect.poll(() => dialog.getByRole('option').count()).toBeGreaterThan(0);
  await page.keyboard.press('Escape');
  await page.goto(`${explorer.url}/block/${tip.hash}`);
  await page.locator('[data-part~=inside] canvas').first().waitFor();
  await page.setViewportSize(desktop.viewport!);
  await expectSoundInBothViews(page, faults);
  await close();
});
