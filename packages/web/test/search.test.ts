import { expect, test } from 'vitest';
import type { ApiAnswer } from '../src/index.ts';
import { axeFindings } from './support/axe.ts';
import { pendingTxid } from './support/fixture-server.ts';
import { leave, notFound } from './support/open-page.ts';
import { sampleBlock, tip } from './support/sample-data.ts';
import { testSite } from './support/test-site.ts';

const now = Date.now();
const found = sampleBlock(tip - 3, now);

/** The last block at or before a time is always the same one; nothing was before it. */
function first(path: string): ApiAnswer | undefined {
  const at = /\/blocks\/timestamp\/(\d+)$/.exec(path)?.[1];
  if (at === undefined) return undefined;
  if (Number(at) < 1_600_000_000) return { status: 404, contentType: 'text/plain', body: 'No block' };
  const body = { height: found.height, hash: found.id, timestamp: new Date(now).toISOString() };
  return { status: 200, contentType: 'application/json', body };
}

const site = testSite({ first });

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

test('arrow keys select results, the first one initially, and Enter opens it', async () => {
  // Of a waiting transaction the sample server knows neither a past nor relatives.
  const { page, faults } = await site.visit('/blocks/1', {}, notFound);
  await page.keyboard.press('/');
  await page.keyboard.type('tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx');
  const lines = page.locator('.app-search-results button.dropdown-item');
  // What finds is fetched with the first letter.
  await expect.poll(() => lines.allInnerTexts()).toEqual([expect.stringContaining('Testnet')]);
  await page.fill('[data-part~=search] input', pendingTxid);
  expect(await page.locator('[data-part~=option-group]').allInnerTexts()).toEqual(['Mainnet Transaction']);
  expect(await page.locator('button.dropdown-item.active').count()).toBe(1);
  const field = page.locator('[data-part~=search] input');
  expect(await field.getAttribute('aria-activedescendant')).toBe(await lines.first().getAttribute('id'));
  expect(await axeFindings(page, '[data-part~=search]')).toEqual([]);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/tx/${pendingTxid}`);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('a date opens the block of that time, and one before the chain is reported', async () => {
  const { page } = await site.visit('/blocks/1');
  await page.fill('[data-part~=search] input', '2023/05/01 10:00');
  expect(await page.locator('[data-part~=option-list]').innerText()).toContain('2023-05-01 10:00:00 UTC');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/block/${found.id}`);
  await page.fill('[data-part~=search] input', '2009-01-01');
  await page.keyboard.press('Enter');
  await page.locator('h1', { hasText: 'Nothing found' }).waitFor();
  await page.context().close();
});

test('searches pasted text, reports no match, and closes on Escape', async () => {
  const { page } = await site.visit('/blocks/1');
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData('text/plain', '  <b>hello</b> ');
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
  });
  expect(await page.inputValue('[data-part~=search] input')).toBe('<b>hello</b>');
  expect(await page.locator('.app-search-results [role=status]').innerText()).toContain('Not a valid height');
  await page.keyboard.press('Escape');
  expect(await page.locator('.app-search-results').count()).toBe(0);
  await page.context().close();
});

test.each([
  ['desktop', {}],
  ['phone', phone],
])('%s: the palette opens by keyboard, finds pages, changes settings, and restores the focus', async (_, options) => {
  const { page, faults } = await site.visit('/blocks/1', options);
  await page.keyboard.press('Control+k');
  const palette = page.locator('dialog[data-cy=palette]');
  await palette.waitFor();
  expect(await palette.locator('[data-part~=option-group]').allInnerTexts()).toEqual(
    expect.arrayContaining(['Pages', 'Settings']),
  );
  expect(await axeFindings(page, 'dialog[data-cy=palette]')).toEqual([]);
  await page.keyboard.type('theme light');
  await page.keyboard.press('Enter');
  await palette.waitFor({ state: 'detached' });
  expect(await page.getAttribute('html', 'data-theme')).toBe('light');
  await page.keyboard.press('Control+k');
  await palette.waitFor();
  await page.keyboard.type('mempool graphs');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/graphs/mempool');
  await page.keyboard.press('Control+k');
  await palette.waitFor();
  await page.keyboard.press('Escape');
  await palette.waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
  await page.context().close();
});

test('the palette opens the same page of another network, and finds themes by name', async () => {
  const { page, faults } = await site.visit('/blocks/2');
  await page.keyboard.press('Control+k');
  await page.locator('dialog[data-cy=palette]').waitFor();
  await page.keyboard.type('theme');
  const lines = page.locator('dialog[data-cy=palette] [role=option]');
  await expect
    .poll(async () => (await lines.allInnerTexts()).filter((line) => line.startsWith('Theme')))
    .toEqual(['Theme: dark', 'Theme: light', 'Theme: dusk', 'Theme: contrast', 'Theme: Bukele']);
  await page.locator('dialog[data-cy=palette] input').fill('testnet4');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/testnet4/blocks/2');
  expect(faults).toEqual([]);
  await page.context().close();
  const push = await site.visit('/testnet4/tx/push');
  await push.page.keyboard.press('Control+k');
  await push.page.locator('dialog[data-cy=palette] input').fill('mainnet');
  await push.page.keyboard.press('Enter');
  await push.page.waitForURL(`${site.origin}/tx/push`);
  await push.page.context().close();
});

test('without JavaScript the form keeps the language of the path', async () => {
  const { page } = await site.visit('/ar/testnet4/blocks/1', { javaScriptEnabled: false });
  await page.fill('[data-part~=search] input', 'nothing like it');
  await leave(page, () => page.press('[data-part~=search] input', 'Enter'));
  expect(page.url()).toBe(`${site.origin}/ar/testnet4/search?q=nothing+like+it`);
  await page.context().close();
});
