// Takes more than 30 s: two simulated nodes mine a thousand blocks, and a browser loads the pages of the audit in both sizes.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditState } from '@glassblock/contract/liquid';
import { createDevnode, type Devnode } from '@glassblock/devnode';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestExplorer, type TestExplorer } from '../packages/server/test/support/test-explorer.ts';
import { launchBrowser } from '../packages/web/test/support/open-page.ts';
import { expectSoundInBothViews, nextPaint, phoneSize } from '../packages/web/test/support/sound.ts';
import { desktop, formattingErrors, visit, web } from './support/browser.ts';

let node: Devnode;
let explorer: TestExplorer;
let browser: Browser;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'glassblock-liquid-audit-'));
  // long enough for a peg-out that is paid with another amount
  node = await createDevnode({ profile: 'core31', seed: 11, live: false, blocks: 1_100, mempoolSize: 4, elements: {} });
  const elements = node.elements!;
  const networks = {
    ...{ node: node.rpcUrl, network: 'demo' },
    ...{ liquid: elements.rpcUrl, liquidNetwork: 'liquiddemo' },
  };
  explorer = await startTestExplorer({ ...networks, dataDir: directory }, await web());
  await explorer.until<AuditState>(
    '/liquid/api/glass/v1/liquid/audit',
    ({ block, parentBlock }) =>
      block?.hash === elements.chain.tip.hash && parentBlock?.hash === node.state.chain.tip.hash,
  );
  browser = await launchBrowser();
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await explorer?.stop();
  await node?.stop();
  await rm(directory, { recursive: true, force: true });
});

/** Returns the texts of table cells that are cut off, but for ids, and of dates that are broken into two lines. */
const damagedTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isCut = (cell: Element) => cell.scrollWidth > cell.clientWidth && cell.querySelector('.hash-head') === null;
    const isBroken = (date: Element) => date.getClientRects().length > 1;
    return [
      ...[...document.querySelectorAll('main td')].filter(isCut),
      ...[...document.querySelectorAll('main time bdi')].filter(isBroken),
    ].map(({ textContent }) => textContent);
  });

test.each([
  ['/', 'Assets vs Liabilities'],
  ['/audit/pegs/1', '24h Volume'],
  ['/audit/wallet/utxos', 'Change output'],
  ['/audit/wallet/addresses', 'Balance'],
  ['/audit/reserves', 'Address paid another amount'],
] as const)(
  '%s has no cut or broken text on a desktop and on a phone',
  async (path, text) => {
    const { page, faults, close } = await visit(browser, `${explorer.url}/liquid${path}`);
    await page.locator('main').getByText(text).first().waitFor();
    expect(await formattingErrors(page)).toEqual([]);
    expect(await damagedTexts(page)).toEqual([]);
    await expectSoundInBothViews(page, faults);
    await page.setViewportSize(phoneSize);
    await nextPaint(page);
    expect(await damagedTexts(page)).toEqual([]);
    await page.setViewportSize(desktop.viewport!);
    await close();
  },
  120_000,
);
