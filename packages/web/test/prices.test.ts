// Takes more than 30 s: pages are loaded in a real browser in several sizes and themes, with and without JavaScript.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { activateChart, expectDrawing } from './support/charts.ts';
import { confirmedTxid, pendingTxid } from './support/fixture-server.ts';
import { ownAddress, sampleInit } from './support/samples/sample-data.ts';
import { expectSound, views } from './support/sound.ts';
import { leave } from './support/tabs.ts';
import { testSite } from './support/test-site.ts';

const asked: string[] = [];
const tomorrow = Math.floor(Date.now() / 1_000) + 86_400;
/** An old price and one in the future: everything confirmed has the first. */
const rows = [
  { time: tomorrow, USD: 99_999, CHF: 88_888 },
  { time: 1_300_000_000, USD: 30_000, CHF: -1 },
];
/** Prices of the last days, as requested by the graph. */
const recent = [
  ...rows.slice(0, 1),
  ...[1, 2, 3, 4, 5].map((days) => ({
    time: tomorrow - 86_400 - days * 86_400,
    USD: 40_000 + (6 - days) * 2_000,
    CHF: 40_000,
  })),
  { time: tomorrow - 86_400 - 29 * 86_400, USD: 40_000, CHF: 30_000 },
  ...rows.slice(1),
];

const site = testSite({
  first: (path) => {
    const json = (body: unknown) => ({ status: 200, contentType: 'application/json', body });
    const conversions = { time: 1, USD: 60_000, CHF: 50_000 };
    if (path === '/api/v1/init-data') return json({ ...sampleInit(Date.now()), conversions });
    if (path === '/api/v1/mempool/recent')
      return json([{ txid: 'ab'.repeat(32), fee: 500, vsize: 200, value: 123_000_000 }]);
    const [, query] = /^\/api\/v1\/historical-price\?(.*)$/.exec(path) ?? [];
    if (query === undefined) return undefined;
    asked.push(query);
    return json({ prices: query.startsWith('timestamp') ? rows.slice(1) : recent, exchangeRates: { USDCHF: 0.8 } });
  },
});

/** A site without a price source. */
const plain = testSite({
  first: (path) =>
    path.startsWith('/api/v1/historical-price')
      ? { status: 200, contentType: 'application/json', body: { prices: [], exchangeRates: {} } }
      : undefined,
});

async function open(path: string, currency: string, javaScriptEnabled = true, unit = 'fiat') {
  const cookie = { name: 'glassblock', value: `unit=${unit}.currency=${currency}`, url: `${site.origin}/` };
  const { hostname: domain } = new URL(site.origin);
  const { url: _, ...rest } = cookie;
  const stored = { ...rest, domain, path: '/', expires: -1, httpOnly: false, secure: false, sameSite: 'Lax' as const };
  const opened = await site.visit(path, {
    javaScriptEnabled,
    storageState: { cookies: [stored], origins: [] },
  });
  const worth = (selector: string) =>
    opened.page
      .locator(selector)
      .first()
      .evaluate((amount) => Number(amount.textContent?.replace(/[^\d.]/g, '')));
  return { ...opened, worth };
}

/** Returns the value of the first output on a page of transactions. */
async function outputSats(txid: string): Promise<number> {
  const tx = (await (await fetch(`${site.origin}/api/tx/${txid}`)).json()) as { vout: { value: number }[] };
  return tx.vout[0]?.value ?? 0;
}

const output = '.table-tx-vout .amount';

describe('a fiat amount', () => {
  test.each([
    ['USD', 30_000],
    ['CHF', 24_000],
  ])('of a confirmed transaction is its value in %s at that time, also without JavaScript', async (currency, price) => {
    const value = ((await outputSats(confirmedTxid)) / 1e8) * price;
    for (const javaScriptEnabled of [false, true]) {
      const { page, worth, faults } = await open(`/tx/${confirmedTxid}`, currency, javaScriptEnabled);
      expect(Math.abs((await worth(output)) - value)).toBeLessThanOrEqual(0.5);
      expect(faults).toEqual([]);
      await leave(page);
    }
  });

  test('of an unconfirmed one is its current value', async () => {
    const value = ((await outputSats(pendingTxid)) / 1e8) * 60_000;
    const { page, worth } = await open(`/tx/${pendingTxid}`, 'USD');
    expect(Math.abs((await worth(output)) - value)).toBeLessThanOrEqual(0.5);
    await leave(page);
  });

  test('of a block is requested once for all its transactions', async () => {
    asked.length = 0;
    const { page, faults } = await open('/block/840120', 'USD');
    const amounts = page.locator('[data-part~=tx-box] .amount');
    await page.locator('[data-part~=tx-box] .amount', { hasText: '$' }).first().waitFor();
    expect(await amounts.count()).toBeGreaterThan(20);
    const others = async () => (await amounts.allInnerTexts()).filter((text) => !text.startsWith('$'));
    await expect.poll(others).toEqual([]);
    expect(new Set(asked)).toEqual(new Set([expect.stringMatching(/^timestamp=\d+$/)]));
    expect(faults).toEqual([]);
    await leave(page);
  });
});

describe('fiat values beside amounts', () => {
  const fiats = (page: Page, where: string) => page.locator(`${where} .fiat`).allInnerTexts();

  test('on the dashboard: of a typical transaction for each fee, and of the newest ones', async () => {
    const { page, faults } = await open('/', 'USD', true, 'btc');
    // fee rates times 140 vB at 60,000 USD per BTC
    const rates = (await page.locator('[data-part~=fees] .rate').allInnerTexts()).map((text) =>
      Number.parseFloat(text),
    );
    const costs = (await fiats(page, '[data-part~=fees]')).map((text) =>
      Number(/^\$(\d+\.\d\d)\sUSD$/.exec(text)?.[1]),
    );
    expect(costs).toHaveLength(4);
    // the fee rates are rounded where they are shown
    for (const [place, cost] of costs.entries()) expect(cost / ((rates[place] ?? 0) * 140 * 0.0006)).toBeCloseTo(1, 1);
    expect(await page.locator('.latest-transactions th').allInnerTexts()).toEqual(['TXID', 'USD', 'Amount', 'Fee']);
    const rows = await page.locator('.latest-transactions tbody tr').count();
    expect(await page.locator('.latest-transactions .table-cell-fiat .fiat').count()).toBe(rows);
    expect(faults).toEqual([]);
    await leave(page);
  });

  test('of an address and of recent transactions, also without JavaScript', async () => {
    const { page } = await open(`/address/${ownAddress}`, 'CHF', false, 'btc');
    const [balance = ''] = await page.locator('[data-part~=balance] .amount').allInnerTexts();
    const [money = ''] = await fiats(page, '[data-part~=address-summary]');
    expect(Number(money.replace(/[^\d.]/g, ''))).toBe(Math.round(Number.parseFloat(balance) * 50_000));
    await leave(page);
    const recent = await open('/txs', 'CHF', false, 'btc');
    expect(await recent.page.locator('.txs-table .table-cell-fiat').innerText()).toMatch(/^CHF\s61,500$/);
    expect((await recent.page.locator('.txs-table th').allInnerTexts()).slice(0, 3)).toEqual(['TXID', 'Amount', 'CHF']);
    await leave(recent.page);
  });

  test('of a block at its time, also without JavaScript', async () => {
    for (const javaScriptEnabled of [false, true]) {
      const { page, faults } = await open('/block/840120', 'CHF', javaScriptEnabled, 'btc');
      const facts = page.locator('[data-part~=block-facts] [data-part~=rows]');
      await facts.locator('.fiat').first().waitFor();
      for (const label of ['Total fees', 'Subsidy + fees']) {
        const row = facts.locator('div', { hasText: label });
        const utxos = Number.parseFloat((await row.locator('.amount').innerText()).replaceAll(',', ''));
        const money = Number((await row.locator('.fiat').innerText()).replace(/[^\d.]/g, ''));
        expect(money / (utxos * 24_000)).toBeCloseTo(1, 2);
      }
      expect(await facts.locator('div', { hasText: 'Median fee' }).locator('.fiat').innerText()).toMatch(/^CHF\s\d/);
      expect(faults).toEqual([]);
      await leave(page);
    }
  });

  test('of a fee: at the time of its block, or current while unconfirmed', async () => {
    for (const [txid, price] of [
      [confirmedTxid, 30_000],
      [pendingTxid, 60_000],
    ] as const) {
      const { page, faults } = await open(`/tx/${txid}`, 'USD', true, 'btc');
      const paid = page
        .locator('[data-part~=tx-figures] > div', { hasText: 'Fee' })
        .filter({ has: page.locator('.fiat') });
      const sats = Number.parseInt((await paid.locator('dd').innerText()).replaceAll(',', ''), 10);
      const [figure, foot] = await page
        .locator('[data-part~=tx-figures] .fiat, [data-part~=io-box] [data-part~=tx-foot] .fiat')
        .allInnerTexts();
      expect(figure).toBe(foot);
      expect(Math.abs(Number(figure?.replace(/[^\d.]/g, '')) - (sats / 1e8) * price)).toBeLessThanOrEqual(0.006);
      expect(faults).toEqual([]);
      await leave(page);
    }
  });

  test('over time: the balance chart has fiat values, which can be hidden', async () => {
    const { page, faults } = await open(`/address/${ownAddress}`, 'USD', true, 'btc');
    const chart = page.locator('[data-cy=balance-history]');
    await chart.scrollIntoViewIfNeeded();
    await chart.locator('[data-part~=static-right]', { hasText: '$' }).first().waitFor();
    expect(await chart.locator('[data-part~=chart-readout] .fiat').innerText()).toMatch(/^\$[\d,]+/);
    await chart.getByLabel('Value in USD').uncheck();
    // the pointer may have activated the chart library
    await expect.poll(() => chart.locator('[data-part~=static-right]').count()).toBe(0);
    await expectSound(page, faults);
    await leave(page);
  });

  test('a click on an amount switches all of them: BTC, sats, fiat, BTC', async () => {
    asked.length = 0;
    const { page, faults } = await open(`/address/${ownAddress}`, 'USD', true, 'btc');
    const amount = page.locator('[data-part~=tx-box] [data-part~=amount-button]').nth(3);
    await page.locator('[data-part~=tx-box] [data-part~=tx-foot] .fiat').first().waitFor();
    for (const looks of [/sats$/, /^[+-]?\$/, /BTC$/]) {
      await amount.click();
      await expect.poll(() => amount.innerText()).toMatch(looks);
      await expect.poll(() => page.locator('[data-part~=address-summary] .amount').first().innerText()).toMatch(looks);
    }
    // one request for all boxes of the list
    expect(asked.filter((query) => query === 'currency=USD').length).toBeLessThanOrEqual(1);
    expect(faults).toEqual([]);
    await leave(page);
  });

  test('are not shown where amounts are fiat already, or without a price', async () => {
    const money = await site.visit('/', { javaScriptEnabled: false });
    expect(await money.page.locator('.fiat').count()).toBeGreaterThan(0);
    await money.page.context().addCookies([{ name: 'glassblock', value: 'unit=fiat', url: site.origin }]);
    await money.page.reload();
    expect(await money.page.locator('.fiat').count()).toBe(0);
    await money.page.goto(plain.origin);
    expect(await money.page.locator('.fiat').count()).toBe(0);
    expect(await money.page.locator('.latest-transactions th').count()).toBe(3);
    await leave(money.page);
  });
});

describe('the price over time', () => {
  const words = async (page: Page) => (await page.locator('main').innerText()).replaceAll(/\s+/g, ' ');

  test.each(views)('%s: is drawn with its change, without an error or axe finding', async (_, options) => {
    const { page, faults } = await site.visit('/graphs/price', options);
    await expectDrawing(page);
    expect(await words(page)).toContain('Bitcoin Price $60,000 USD Change +50.00 %');
    expect(await page.locator('[data-part~=window-tabs] a').allInnerTexts()).toEqual([
      '1M',
      '3M',
      '6M',
      '1Y',
      '2Y',
      '3Y',
      'All',
    ]);
    expect(await page.locator('[data-part~=graph-tabs] [aria-current=page]').innerText()).toBe('Price');
    await expectSound(page, faults);
    await activateChart(page);
    await expectSound(page, faults, 'main');
    await leave(page);
  });

  test('has the window and the currency, also without JavaScript', async () => {
    const { page } = await open('/graphs/price?window=all', 'CHF', false);
    // an old price of 30,000 USD is 24,000 CHF at the current exchange rate
    expect(await words(page)).toContain('Bitcoin Price CHF 50,000 CHF Change +108.33 %');
    await page.locator('[data-part~=chart-table] summary').click();
    const cells = await page.locator('[data-part~=chart-table] tbody tr').last().locator('td').allInnerTexts();
    expect(cells).toEqual(['2011-03-13 07:06:40 UTC', '24,000']);
    expect(await page.content()).not.toMatch(/ style="/);
    await leave(page);
  });

  test('is found by the command palette', async () => {
    const { page } = await site.visit('/blocks/1');
    await page.keyboard.press('Control+k');
    await page.locator('dialog[data-cy=palette]').waitFor();
    await page.keyboard.type('bitcoin price');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/graphs/price');
    await leave(page);
  });

  test('is requested again for another currency', async () => {
    const { page, faults } = await open('/graphs/price', 'USD');
    await page.locator('[data-part~=menu-sheet] summary').click();
    await page.locator('select[name=currency]').selectOption('CHF');
    await expect.poll(() => words(page)).toContain('Bitcoin price in CHF');
    expect(await page.locator('[data-part~=series-legend]').innerText()).toMatch(/Price\s+CHF\s40,000/);
    expect(faults).toEqual([]);
    await leave(page);
  });

  test('is unknown without a source, and absent on test networks', async () => {
    const none = await plain.visit('/graphs/price', { javaScriptEnabled: false });
    expect(await words(none.page)).toContain('No price source is configured on this server.');
    await none.page.goto(`${plain.origin}/graphs/mempool`);
    expect(await none.page.locator('[data-part~=graph-tabs] a').allInnerTexts()).not.toContain('Price');
    const live = await plain.visit('/blocks/1');
    await live.page.keyboard.press('Control+k');
    await live.page.locator('dialog[data-cy=palette]').waitFor();
    await live.page.keyboard.type('terms of');
    expect(await live.page.locator('dialog[data-cy=palette] [role=option]').allInnerTexts()).toEqual([
      'Terms of service',
    ]);
    await live.page.keyboard.press('Escape');
    await live.page.keyboard.press('Control+k');
    await live.page.keyboard.type('bitcoin price');
    await live.page.locator('dialog[data-cy=palette]', { hasText: 'No matching page or command.' }).waitFor();
    await leave(live.page);
    await none.page.goto(`${plain.origin}/testnet4/graphs/price`);
    expect(none.page.url()).toBe(`${plain.origin}/testnet4`);
    await leave(none.page);
  });
});
