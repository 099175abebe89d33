// Takes about 40 s: every page of a Liquid site is loaded in a real browser in several sizes, and checked by axe.
import { join } from 'node:path';
import { feeBands, openSamples } from '@glassblock/mempool';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { elementsJson } from '../packages/primitives/test/support/elements.ts';
import { gold, type LiquidSite, openLiquidSite } from '../packages/server/test/support/liquid-site.ts';
import { launchBrowser, navigateTo } from '../packages/web/test/support/open-page.ts';
import { placeholderWidths } from '../packages/web/test/support/placeholder.ts';
import { expectSoundInBothViews } from '../packages/web/test/support/sound.ts';
import { desktop, formattingErrors, phone, visit, web } from './support/browser.ts';

const pegIn = '1085593cd8104476e88b48a1da84649adb93f7171a0b08b39871df691cd32da6';
const receiver = 'ert1qf067rmxq7z2w3yahd2j6w0znjrqaph2gl5ygt7';
const [blindedTxid, fragment] = Object.entries(elementsJson('unblinding-links.json.gz') as Record<string, string>)[0]!;

/** Stores samples of the last three minutes: a server that starts takes its first one at the next full minute. */
async function writeSamples(directory: string): Promise<void> {
  const samples = await openSamples(join(directory, 'samples'));
  const vsizes = feeBands.map((_, band) => (band === 0 ? 500 : 0));
  for (const minutes of [3, 2, 1]) {
    const added = Math.floor(Date.now() / 1000) - minutes * 60;
    await samples.add({ added, count: 2, vBytesPerSecond: 8, weight: 2_000, totalFee: 60, minFee: 0.1, vsizes });
  }
}

let site: LiquidSite;
let browser: Browser;

beforeAll(async () => {
  site = await openLiquidSite(await web(), writeSamples);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

/** Paths and a text that the page has without scripts. */
const pages: readonly (readonly [path: string, text: string])[] = [
  ['/', 'Liquid Federation Holdings'],
  ['/blocks/1', 'Blocks'],
  ['/block/23', 'Merkle root'],
  [`/tx/${pegIn}`, 'Peg-in'],
  [`/tx/${blindedTxid}`, 'Width shows known amounts'],
  ['/txs', 'Recent Transactions'],
  ['/mempool-block/0', 'No such block'],
  ['/tx/push', 'Broadcast Transaction'],
  [`/address/${receiver}`, 'Balance'],
  ['/assets/all', 'Corpus Gold'],
  ['/assets/featured', 'Group of 2 assets'],
  ['/assets/group/metals', 'Corpus Gold'],
  [`/assets/asset/${gold}`, 'Circulating amount'],
  ['/audit/pegs/1', '24h Volume'],
  ['/audit/wallet/utxos', 'No audit of the federation'],
  ['/audit/reserves', 'Proof of reserves'],
  [`/wallet?addresses=${receiver}`, 'Total'],
  ['/search?q=gold', 'Corpus Gold'],
  ['/docs/api/rest', '/liquid/pegs'],
  ['/graphs', 'Incoming transactions'],
  ['/about', 'About'],
];

test.each(pages)('%s shows "%s" without scripts', async (path, text) => {
  const answer = await fetch(site.explorer.url + path);
  const html = await answer.text();
  expect(answer.status).toBe(200);
  expect(html).toContain(text);
  expect(html).not.toMatch(/NaN|undefined</);
  const policy = answer.headers.get('content-security-policy');
  expect(policy?.includes('wasm-unsafe-eval')).toBe(path.startsWith('/tx/'));
});

test('every page has no errors and no horizontal overflow on a desktop and on a phone', async () => {
  const { page, faults, close } = await visit(browser, site.explorer.url);
  for (const [path, text] of pages) {
    await page.setViewportSize(desktop.viewport!);
    await page.emulateMedia({ colorScheme: 'dark' });
    await navigateTo(page, path);
    await page.locator('main').getByText(text).first().waitFor();
    expect(await formattingErrors(page), path).toEqual([]);
    await expectSoundInBothViews(page, faults);
  }
  await close();
});

test('unknown paths redirect to the dashboard', async () => {
  for (const path of ['/graphs/nope', '/graphs/lightning', '/nope']) {
    const answer = await fetch(site.explorer.url + path, { redirect: 'manual' });
    expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 302, '/']);
  }
});

test('the placeholder of the search is not cut on a phone', async () => {
  const { page, close } = await visit(browser, `${site.explorer.url}/blocks/1`, phone);
  const { text, field } = await placeholderWidths(page);
  expect(text).toBeLessThanOrEqual(field);
  await close();
});

test('/tx/:txid#blinded= reveals amounts in the browser, and reports errors of a link', async () => {
  const { page, faults, go, close } = await visit(browser, `${site.explorer.url}/tx/${blindedTxid}#${fragment}`);
  const amounts = page.locator('.table-tx-vout .assetBox .amount');
  await expect.poll(() => amounts.allInnerTexts()).toEqual(['98,765.43200738 rLBTC', '1,234.56789012 rLBTC']);
  expect(await page.locator('.error-unblinded').count()).toBe(0);
  const error = page.locator('.error-unblinded');
  // a wrong blinder of the first output, whose amount follows from the balance
  const fields = fragment.split(',');
  const wrong = [...fields.slice(0, 2), '01'.repeat(32), ...fields.slice(3)].join(',');
  for (const [link, text] of [
    [wrong, 'Error: Invalid blinding data.'],
    [`${fragment},1`, 'Error: Invalid blinding data (invalid hex)'],
    [fragment.replace('=', '=x'), 'Error: Invalid blinding data (invalid number)'],
  ] as const) {
    await page.goto('about:blank');
    await go(`${site.explorer.url}/tx/${blindedTxid}#${link}`);
    await expect.poll(() => error.allInnerTexts()).toEqual([text]);
  }
  expect(faults).toEqual([]);
  await close();
});

test('pages of the strip, the search and the command palette are opened without a document', async () => {
  const { page, faults, close } = await visit(browser, site.explorer.url);
  await page.locator('.mined-block a').first().click();
  await page.getByRole('heading', { name: /^Block 99/ }).waitFor();
  await page.getByRole('combobox').first().fill('gold');
  await page.getByRole('option', { name: /Corpus Gold/ }).click();
  await page.waitForURL(`**/assets/asset/${gold}`);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('proof');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/audit/reserves');
  expect(faults).toEqual([]);
  await close();
});
