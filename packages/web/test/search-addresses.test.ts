import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFindings } from './support/axe.ts';
import { notFound, withPageLoad } from './support/open-page.ts';
import type { SampleAnswer } from './support/samples/sample-answer.ts';
import { ownAddress } from './support/samples/sample-data.ts';
import { leave } from './support/tabs.ts';
import { testSite } from './support/test-site.ts';

/** Addresses of the mempool: the examples of BIP 173 and BIP 350, one with a page on the sample server, and others. */
const known = [
  '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  ownAddress,
  'bc1qar0srrq7xfkvy5l643lydnw9re59gtzzwf5mdr',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
];
/** Returns the requests since the last call. */
let asked: string[] = [];

/** A hostile server: it also sends addresses without the prefix, and values that are no strings. */
function first(path: string): SampleAnswer | undefined {
  const prefix = /^\/api\/v1\/address-prefix\/([^/]*)$/.exec(path)?.[1];
  if (prefix === undefined) return undefined;
  const wanted = decodeURIComponent(prefix);
  asked.push(wanted);
  if (wanted === 'bc1q7f') return { status: 503, contentType: 'text/plain', body: 'The node is away' };
  const typedPrefix = known.filter((address) => address.startsWith(wanted));
  const hostile = wanted === 'bc1qzz' ? ['bc1qzz<img src=x onerror=alert(1)>', `bc1qzz${'z'.repeat(3_000)}`] : [];
  const body = [...typedPrefix, ...hostile, '<b>other</b>', 7, null, { x: 1 }];
  return { status: 200, contentType: 'application/json', body };
}

const site = testSite({ first });
const whole = testSite({ first, settings: { addressSearch: true } });

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const rowsOf = (page: Page) =>
  page.locator('.app-search-results [role=option]').evaluateAll((rows) => rows.map((row) => row.textContent));
const groupsOf = (page: Page) => page.locator('.app-search-results [data-part~=option-group]').allInnerTexts();

test.each([
  ['desktop', {}],
  ['phone', phone],
])('%s: lists addresses with the typed prefix marked, and Enter opens one', async (_, options) => {
  const { page, faults } = await site.visit('/blocks/1', options);
  asked = [];
  const field = page.locator('[data-part~=search] input');
  await field.evaluate((input) => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
    for (const typed of ['BC1Qa', 'BC1QaR']) {
      set?.call(input, typed);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }
    input.focus();
  });
  await expect.poll(() => rowsOf(page)).toEqual([ownAddress, 'bc1qar0srrq7xfkvy5l643lydnw9re59gtzzwf5mdr']);
  // requested in lower case and when typing pauses, not for every letter
  expect(asked).toEqual(['bc1qar']);
  expect(await groupsOf(page)).toEqual(['Mainnet Addresses in the Mempool']);
  expect(await page.locator('.app-search-results mark').allInnerTexts()).toEqual(['bc1qar', 'bc1qar']);
  // the end of an address is always visible
  const list = page.locator('.app-search-results');
  for (const tail of await list.locator('.hash-tail').all()) {
    const [inner, outer] = [await tail.boundingBox(), await list.boundingBox()];
    expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThanOrEqual((outer?.x ?? 0) + (outer?.width ?? 0));
  }
  expect(await axeFindings(page, '[data-part~=search]')).toEqual([]);
  await field.fill('bc1qAR0SRRR');
  await expect.poll(() => rowsOf(page)).toEqual([ownAddress]);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/address/${ownAddress}`);
  expect(faults).toEqual([]);
  await leave(page);
});

test('lists a completely typed address once, reports no match, and requests nothing for invalid text', async () => {
  const { page, faults } = await site.visit('/blocks/1');
  asked = [];
  await page.fill('[data-part~=search] input', ownAddress);
  await expect.poll(() => groupsOf(page)).toEqual(['Mainnet Address']);
  // requested when typing pauses
  await expect.poll(() => asked).toEqual([ownAddress]);
  expect(await rowsOf(page)).toHaveLength(1);
  const status = page.locator('.app-search-results [role=status]');
  await page.fill('[data-part~=search] input', 'bc1qyy');
  await expect.poll(() => status.allInnerTexts()).toEqual(['No mempool transaction has an address with this prefix.']);
  asked = [];
  for (const rubbish of ['bc1', 'bc1q', 'bc1bbb', '1A', '1O0', 'tb1qqq', 'mipcB', '2Mz', 'hello']) {
    await page.fill('[data-part~=search] input', rubbish);
    await expect.poll(() => status.allInnerTexts()).toEqual([expect.stringContaining('Not a valid height')]);
  }
  await page.fill('[data-part~=search] input', 'bc1qzz');
  const list = page.locator('.app-search-results');
  await expect.poll(() => rowsOf(page)).toHaveLength(2);
  expect(asked).toEqual(['bc1qzz']);
  expect((await rowsOf(page))[0]).toBe('bc1qzz<img src=x onerror=alert(1)>');
  expect(await list.locator('img').count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1280);
  expect(faults).toEqual([]);
  await leave(page);
});

test('texts state whether the whole chain is searched', async () => {
  const { page, faults } = await whole.visit('/blocks/1');
  await page.fill('[data-part~=search] input', 'bc1qw5');
  await expect.poll(() => groupsOf(page)).toEqual(['Mainnet Addresses']);
  await page.fill('[data-part~=search] input', 'bc1qyy');
  const status = page.locator('.app-search-results [role=status]');
  await expect.poll(() => status.allInnerTexts()).toEqual(['No address with this prefix.']);
  await page.goto(`${whole.origin}/search?q=bc1qar`);
  expect(await page.locator('[data-part~=begun-note]').innerText()).toBe(
    'Up to ten addresses in the blockchain and mempool of Mainnet.',
  );
  expect(faults).toEqual([]);
  await leave(page);
});

test('shows nothing when the server cannot answer', async () => {
  const { page } = await site.visit('/blocks/1');
  await page.fill('[data-part~=search] input', 'bc1qyy');
  const status = page.locator('.app-search-results [role=status]');
  await expect.poll(() => status.allInnerTexts()).toEqual(['No mempool transaction has an address with this prefix.']);
  const away = page.waitForResponse('**/api/v1/address-prefix/bc1q7f');
  await page.fill('[data-part~=search] input', 'bc1q7f');
  await (await away).finished();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await status.allInnerTexts()).not.toContain('No mempool transaction has an address with this prefix.');
  const answer = await page.goto(`${site.origin}/search?q=bc1q7f`);
  expect(answer?.status()).toBe(503);
  expect(await page.locator('main').innerText()).toContain('The node is away');
  await leave(page);
});

test('ignores a late answer to an earlier request', async () => {
  const { page } = await site.visit('/blocks/1');
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/v1/address-prefix/bc1qar', async (route) => {
    await held;
    await route.fallback();
  });
  const waiting = page.waitForRequest('**/api/v1/address-prefix/bc1qar');
  await page.fill('[data-part~=search] input', 'bc1qar');
  await waiting;
  await page.fill('[data-part~=search] input', 'bc1qw5');
  await expect.poll(() => rowsOf(page)).toEqual(['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4']);
  const late = page.waitForResponse('**/api/v1/address-prefix/bc1qar');
  release();
  await (await late).finished();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await rowsOf(page)).toEqual(['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4']);
  await leave(page);
});

test.each([
  ['desktop', {}],
  ['phone', phone],
])('%s: without JavaScript the search page lists matches, and opens a single one', async (_, options) => {
  const bare = { ...options, javaScriptEnabled: false };
  const { page, faults } = await site.visit('/blocks/1', bare);
  await page.fill('[data-part~=search] input', 'bc1qAR');
  await withPageLoad(page, () => page.press('[data-part~=search] input', 'Enter'));
  expect(await page.locator('h1').innerText()).toBe('Addresses starting with “bc1qAR”');
  const links = page.locator('[data-part~=addresses-begun] a');
  expect(await links.evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')]))).toEqual(
    [ownAddress, 'bc1qar0srrq7xfkvy5l643lydnw9re59gtzzwf5mdr'].map((address) => [address, `/address/${address}`]),
  );
  expect(await page.locator('[data-part~=addresses-begun] mark').allInnerTexts()).toEqual(['bc1qar', 'bc1qar']);
  const width = options === phone ? 390 : 1280;
  for (const link of await links.all()) {
    const box = await link.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
  }
  await page.goto(`${site.origin}/search?q=1A1zP`);
  expect(page.url()).toBe(`${site.origin}/address/1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa`);
  const none = await page.goto(`${site.origin}/search?q=bc1qyy`);
  expect(none?.status()).toBe(404);
  expect(faults.filter((fault) => !notFound.test(fault) && !/status of 400/.test(fault))).toEqual([]);
  await leave(page);
  const scripted = await site.visit('/search?q=bc1qar', options);
  expect(await axeFindings(scripted.page, 'main')).toEqual([]);
  await leave(scripted.page);
});
