// Takes more than 30 s: two simulated nodes mine a thousand blocks, and a browser loads the pages of the audit in both sizes.
import type { AuditState, MonthlyAmount, Peg, UnmatchedPegIn } from '@glassblock/contract/liquid';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectSoundInBothViews, nextPaint, phoneSize } from '../packages/web/test/support/sound.ts';
import { desktop, formattingErrors, visit } from './support/browser.ts';
import { type ElementsSite, openElementsSite } from './support/elements-site.ts';

let site: ElementsSite;

beforeAll(async () => {
  // long enough for a peg-out that is paid with another amount
  site = await openElementsSite({ seed: 11, blocks: 1_100, elements: {} }, ({ rpcUrl, elements }) => ({
    ...{ node: rpcUrl, network: 'demo' },
    ...{ liquid: elements!.rpcUrl, liquidNetwork: 'liquiddemo' },
  }));
  const { node, explorer } = site;
  const elements = node.elements!;
  await explorer.until<AuditState>(
    '/liquid/api/glass/v1/liquid/audit',
    ({ block, parentBlock }) =>
      block?.hash === elements.chain.tip.hash && parentBlock?.hash === node.state.chain.tip.hash,
  );
});
afterAll(() => site?.close());

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
    const { page, faults, close } = await visit(site.browser, `${site.explorer.url}/liquid${path}`);
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

test('the dashboard has the demo notice, and counts months under 95 % of the supply apart from the deficit of now', async () => {
  const { page, close } = await visit(site.browser, `${site.explorer.url}/liquid/`);
  await page.locator('[data-part~=banner][data-part~=demo]').waitFor();
  const figure = (title: string) =>
    page.locator('dl > div', { has: page.getByText(title, { exact: true }) }).locator('dd');
  await expect.poll(() => figure('Reserve Deficit').innerText()).toMatch(/^\d+ months? under 95 %$/);
  await figure('Holdings less supply').waitFor();
  await close();
});

test('peg-outs to scripts without an address have no link, or one to their public key', async () => {
  const { explorer, browser } = site;
  const pegs: Peg[] = [];
  for (let start = 0; ; start += 15) {
    const rows = await explorer.get<Peg[]>(`/liquid/api/v1/liquid/pegs/list/${start}`);
    if (rows.length === 0) break;
    pegs.push(...rows);
  }
  for (const [name, script, links] of [
    ['MULTISIG', /^51.*ae$/, 0],
    ['P2PK', /^21.*ac$/, 1],
  ] as const) {
    const at = pegs.findIndex(({ bitcoinaddress }) => script.test(bitcoinaddress));
    const { txid, txindex } = pegs[at]!;
    const { page, close } = await visit(browser, `${explorer.url}/liquid/audit/pegs/${Math.floor(at / 15) + 1}`);
    const cell = page
      .locator('tbody tr')
      .nth(at % 15)
      .locator('td')
      .last();
    expect(await cell.innerText()).toContain(name);
    expect(await cell.locator('a').count()).toBe(links);
    await page.goto(`${explorer.url}/liquid/tx/${txid}`);
    const row = page.locator(`[id="vout=${txindex}"]`);
    expect(await row.innerText()).toContain(name);
    expect(await row.locator('a').count()).toBe(links);
    if (links > 0) {
      await page.goto(await row.locator('a').evaluate((link: HTMLAnchorElement) => link.href));
      await page.getByText(pegs[at]!.bitcoinaddress.slice(2, -2)).first().waitFor();
    }
    await close();
  }
});

test('a peg-in without its deposit is shown with the reason, and its output is not linked', async () => {
  const { explorer, browser } = site;
  const api = '/liquid/api/v1/liquid/pegs/list/0';
  const { bitcoinaddress: _, ...pegIn } = (await explorer.get<Peg[]>(api)).find(({ amount }) => amount > 0)!;
  const { page, faults, close } = await visit(browser, `${explorer.url}/liquid/`);
  const unmatched: UnmatchedPegIn[] = [{ ...pegIn, reason: 'no-deposit' }];
  await page.route('**/peg-ins/unmatched', (route) => route.fulfill({ json: unmatched }));
  // pages that are entered by links load their data in the browser
  await page.getByRole('heading', { name: "Recent Peg-In / Out's" }).locator('..').getByRole('link').click();
  const row = page.locator('tbody tr', { hasText: 'Deposit not in the Bitcoin chain' });
  await row.waitFor();
  expect(await row.count()).toBe(1);
  expect(await row.locator(`a[href*="${pegIn.bitcointxid}"]`).count()).toBe(0);
  await page.goBack();
  await page.getByRole('link', { name: 'Proof of reserves' }).first().click();
  const table = page.getByRole('region', { name: 'Claimed deposits not found' });
  await table.waitFor();
  expect(await table.locator('tbody tr').innerText()).toContain('Deposit not in the Bitcoin chain');
  expect(await table.locator(`a[href*="${pegIn.bitcointxid}"]`).count()).toBe(0);
  expect(await damagedTexts(page)).toEqual([]);
  await table.locator(`a[href*="/tx/${pegIn.txid}"]`).click();
  const input = page.locator(`[id="vin=${pegIn.txindex}"]`);
  await input.getByText('Deposit not in the Bitcoin chain').waitFor();
  expect(await input.innerText()).toContain(pegIn.bitcointxid.slice(-4));
  expect(await input.locator(`a[href*="${pegIn.bitcointxid}"]`).count()).toBe(0);
  await expectSoundInBothViews(page, faults);
  const address = await page.locator('[id^="vout="] a[href*="/address/"]').first().getAttribute('href');
  const listed = page.locator('[data-part~=tx-box]', { has: page.locator(`[title="${pegIn.txid}"]`) });
  // the block, then the history of an address
  for (const link of [page.locator('main dl a[href*="/block/"]'), listed.locator(`a[href="${address}"]`)]) {
    await link.first().click();
    await listed.getByText('Deposit not in the Bitcoin chain').waitFor();
    expect(await listed.locator(`a[href*="${pegIn.bitcointxid}"]`).count()).toBe(0);
  }
  // assets are looked up in a registry, which this server does not have
  expect(faults.filter((fault) => !/\b501\b/.test(fault))).toEqual([]);
  await close();
});

test('the newest month of the proof of reserves has the amounts of the audit', async () => {
  const { explorer, browser } = site;
  const { page, close } = await visit(browser, `${explorer.url}/liquid/`);
  const { supply, reserves } = await explorer.get<AuditState>('/liquid/api/glass/v1/liquid/audit');
  // a block after those of the audit has changed the supply
  await page.route('**/liquid/pegs/month', async (route) => {
    const response = await route.fetch();
    const months = (await response.json()) as MonthlyAmount[];
    const newer = months.map((month) => ({ ...month, amount: String(BigInt(month.amount) + 1_000_000n) }));
    await route.fulfill({ response, json: newer });
  });
  await page.getByRole('link', { name: 'Proof of reserves' }).first().click();
  const newest = page.getByRole('region', { name: 'Supply and holdings by month' }).locator('tbody tr').first();
  await newest.waitFor();
  const btc = (sats: string | null) => (Number(sats) / 1e8).toFixed(8);
  expect(await newest.innerText()).toContain(btc(supply));
  expect(await newest.innerText()).toContain(btc(reserves));
  await close();
});

test('fees of listed transactions have the unit of the network', async () => {
  const { node, explorer, browser } = site;
  const { page, close } = await visit(browser, `${explorer.url}/liquid/block/${node.elements!.chain.tip.hash}`);
  const fee = page.locator('[data-part~=tx-foot]').filter({ hasText: 'sat/vB' }).first();
  expect(await fee.innerText()).toMatch(/\d dLsats/);
  await page.goto(`${page.url()}?page=99`);
  expect(new URL(page.url()).search).toBe('');
  await close();
});

test.each([
  ['/audit/wallet/addresses?page=', '/audit/wallet/addresses'],
  ['/audit/reserves?page=', '/audit/reserves'],
  ['/audit/pegs/', '/audit/pegs/'],
])('%s leads to the last page when there is no such page', async (path, list) => {
  const { url } = site.explorer;
  for (const number of ['99999', '1e9', 'Infinity', '9007199254740993']) {
    const response = await fetch(`${url}/liquid${path}${number}`);
    const { pathname, search } = new URL(response.url);
    expect([response.status, pathname.startsWith(`/liquid${list}`), search.includes(number)]).toEqual([
      200,
      true,
      false,
    ]);
    expect(await response.text()).toContain('<tbody');
  }
});
