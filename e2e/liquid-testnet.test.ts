// Takes more than 30 s: the pages are built once, and a browser loads them in both sizes.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { elementsNetworks } from '@glassblock/primitives/elements';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectSoundInBothViews } from '../packages/web/test/support/sound.ts';
import { desktop, formattingErrors, visit } from './support/browser.ts';
import { type ElementsSite, openElementsSite } from './support/elements-site.ts';

let site: ElementsSite;

beforeAll(async () => {
  const elements = { network: elementsNetworks.liquidtestnet };
  site = await openElementsSite({ seed: 5, blocks: 300, elements }, async (node, directory) => {
    node.elements!.commands.emitTraffic(4);
    const assetRegistry = join(directory, 'assets.json');
    await writeFile(assetRegistry, JSON.stringify(node.elements!.registry()));
    return { liquid: node.elements!.rpcUrl, liquidNetwork: 'liquidtestnet', assetRegistry };
  });
  const { height } = site.node.elements!.chain;
  await site.explorer.until('/liquidtestnet/api/blocks/tip/height', (answer) => Number(answer) === height);
});
afterAll(() => site?.close());

test('the dashboard of Liquid Testnet has the newest block, the chart of the mempool and no pages of the audit', async () => {
  const { node, explorer, browser } = site;
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

test('/assets/all leads to the last page when there is no such page', async () => {
  const response = await fetch(`${site.explorer.url}/assets/all?page=99999`);
  expect([response.status, new URL(response.url).search]).toEqual([200, '']);
  expect(await response.text()).toContain('<tbody');
});
