// Takes more than 30 s: pages are loaded in a real browser, and searched by keyboard on desktop and phone.
import { expect, test } from 'vitest';
import { axeFindings } from './support/axe.ts';
import { pendingTxid } from './support/fixture-server.ts';
import { notFound, withPageLoad } from './support/open-page.ts';
import type { SampleAnswer } from './support/samples/sample-answer.ts';
import { sampleBlock, tip } from './support/samples/sample-data.ts';
import { leave } from './support/tabs.ts';
import { testSite } from './support/test-site.ts';

const now = Date.now();
const found = sampleBlock(tip - 3, now);

/** The sample server has one block by time, and none before it. */
function first(path: string): SampleAnswer | undefined {
  if (path.includes(unknownTxid)) return { status: 404, contentType: 'text/plain', body: 'Transaction not found' };
  if (path.endsWith('/block-height/0')) return { status: 200, contentType: 'text/plain', body: sampleBlock(0, now).id };
  const at = /\/blocks\/timestamp\/(\d+)$/.exec(path)?.[1];
  if (at === undefined) return undefined;
  if (Number(at) < 1_600_000_000) return { status: 404, contentType: 'text/plain', body: 'No block' };
  const body = { height: found.height, hash: found.id, timestamp: new Date(now).toISOString() };
  return { status: 200, contentType: 'application/json', body };
}

const unknownTxid = 'ab'.repeat(32);
const firstBlock = sampleBlock(0, now);
const xpub =
  'xpub6CUGRUonZSQ4TWtTMmzXdrXDtypWKiKrhko4egpiMZbpiaQL2jkwSB1icqYh2cfDfVxdx4df189oLKnC5fSwqPfgyP3hooxujYzAu3fDVmz';
const site = testSite({ first });

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

test('arrow keys select results, the first one initially, and Enter opens it', async () => {
  // The sample server has neither a history nor relatives of an unconfirmed transaction.
  const { page, faults } = await site.visit('/blocks/1', {}, notFound);
  await page.keyboard.press('/');
  await page.keyboard.type('tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx');
  const lines = page.locator('.app-search-results button.dropdown-item');
  // The search module is loaded with the first letter.
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
  await leave(page);
});

test('a date opens the block of that time; one before the chain or in the future, the nearest block', async () => {
  const { page } = await site.visit('/blocks/1');
  const search = async (date: string, block: string) => {
    await page.fill('[data-part~=search] input', date);
    await expect.poll(() => page.locator('[data-part~=option-list]').innerText()).toContain('UTC');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/block/${block}`);
  };
  await search('2023/05/01 10:00', found.id);
  await search('1.1.2009', firstBlock.id);
  await search('2999-01-01', sampleBlock(tip, now).id);
  await leave(page);
});

test('a transaction that does not exist yet can be watched', async () => {
  const { page } = await site.visit(`/search?q=0x${unknownTxid}`, {}, notFound);
  await page.locator('h1', { hasText: 'Transaction not found' }).waitFor();
  await page.getByRole('link', { name: 'Watch for this transaction' }).click();
  await page.waitForURL(`**/tx/${unknownTxid}`);
  await page.getByText('Waiting for it to appear in the mempool').waitFor();
  await leave(page);
});

test('an extended key opens the wallet lookup, and is sent nowhere', async () => {
  const { page } = await site.visit('/blocks/1');
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url() + (request.postData() ?? '')));
  await page.fill('[data-part~=search] input', xpub);
  await page.locator('[data-part~=option-group]', { hasText: 'Wallet lookup' }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/wallet/desk');
  await expect.poll(() => page.inputValue('#desk-field')).toBe(xpub);
  expect(urls.filter((url) => url.includes(xpub.slice(0, 20)))).toEqual([]);
  expect(page.url()).not.toContain('xpub');
  await leave(page);
});

test.each([
  ['a private key', 'L44B5gGEpqEDRS9vVPz7QT35jcBG2r3CZwSwQ4fCewXAhAhqGVpP', 'L44B5gGEpq'],
  ['a seed phrase', 'legal winner thank year '.repeat(3), 'legal'],
  ['an extended private key', `xprv${'9'.repeat(107)}`, '99999999'],
])('%s is sent nowhere, and the wallet lookup warns about it', async (_, secret, part) => {
  const { page } = await site.visit('/blocks/1');
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url() + (request.postData() ?? '')));
  page.on('framenavigated', (frame) => urls.push(frame.url()));
  await page.fill('[data-part~=search] input', secret);
  await page.locator('[data-part~=option-group]', { hasText: 'Private Key or Seed Phrase' }).waitFor();
  await page.getByText('Never enter it on a website').waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/wallet/desk');
  await page.locator('#desk-problem', { hasText: 'looks like a private key' }).waitFor();
  expect(await page.inputValue('#desk-field')).toBe('');
  // without the list of results, as when it was closed
  await page.fill('[data-part~=search] input', secret);
  await page.keyboard.press('Escape');
  await page.locator('.search-submit').click();
  await page.locator('#desk-problem', { hasText: 'looks like a private key' }).waitFor();
  expect(urls.filter((url) => url.includes(part))).toEqual([]);
  expect(urls.some((url) => url.includes('/wallet/desk'))).toBe(true);
  await leave(page);
});

test('a link with a private key looks nothing up, shows a warning, and leaves the address bar', async () => {
  const secret = 'L44B5gGEpqEDRS9vVPz7QT35jcBG2r3CZwSwQ4fCewXAhAhqGVpP';
  const refused = /status of 400/;
  for (const path of [`/search?q=${secret}`, `/wallet?addresses=${secret}`]) {
    const received = site.received.length;
    const { page } = await site.visit(path, {}, refused);
    await page.getByText('Move the funds to a new wallet').waitFor();
    await page.waitForURL((url) => url.search === '');
    await leave(page);
    const plain = await site.visit(path, { javaScriptEnabled: false }, refused);
    expect(await plain.page.content()).not.toContain(secret);
    await leave(plain.page);
    expect(site.received.slice(received).filter((each) => each.startsWith('/api') && each.includes(secret))).toEqual(
      [],
    );
  }
});

test.each(['/search', '/wallet'])('a refused secret of a form of %s shows the warning', async (path) => {
  const { page } = await site.visit(`${path}?refused=secret`, { javaScriptEnabled: false }, /status of 400/);
  await page.getByText('Move the funds to a new wallet').waitFor();
  // the fields of a form that is posted are not in the history
  const form = page.locator('form').first();
  expect(await form.getAttribute('method')).toBe('post');
  expect(await form.locator('[name=q], [name=addresses]').getAttribute('autocomplete')).toBe('off');
  await leave(page);
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
  await leave(page);
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
  await page.keyboard.type('graphs');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/graphs/mempool');
  await page.keyboard.press('Control+k');
  await palette.waitFor();
  await page.keyboard.press('Escape');
  await palette.waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
  await leave(page);
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
  await leave(page);
  const push = await site.visit('/testnet4/tx/push');
  await push.page.keyboard.press('Control+k');
  await push.page.locator('dialog[data-cy=palette] input').fill('mainnet');
  await push.page.keyboard.press('Enter');
  await push.page.waitForURL(`${site.origin}/tx/push`);
  await leave(push.page);
});

test('without JavaScript the form keeps the language of the path', async () => {
  const { page } = await site.visit('/ar/testnet4/blocks/1', { javaScriptEnabled: false });
  await page.fill('[data-part~=search] input', 'nothing like it');
  await withPageLoad(page, () => page.press('[data-part~=search] input', 'Enter'));
  expect(page.url()).toBe(`${site.origin}/ar/testnet4/search?q=nothing+like+it`);
  await leave(page);
});
