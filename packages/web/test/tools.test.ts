// Takes more than 30 s: pages are loaded in a real browser in several sizes and themes, with and without JavaScript.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { withPageLoad } from './support/open-page.ts';
import { sampleInit, tip } from './support/samples/sample-data.ts';
import { expectSoundInBothViews } from './support/sound.ts';
import { leave } from './support/tabs.ts';
import { testSite } from './support/test-site.ts';

const site = testSite();

/** Price rows by the last second of the requested day, Unix seconds. */
const rowsOf: Readonly<Record<string, { time: number; USD: number; CHF: number }>> = {
  // 2015-06-30, a minute before it ended
  1435708799: { time: 1_435_708_740, USD: 250, CHF: -1 },
  // 2017-12-17
  1513555199: { time: 1_513_555_199, USD: 20_000, CHF: 19_000 },
  // 2013-01-05: only the previous day is known
  1357430399: { time: 1_357_257_600, USD: 13.4, CHF: 12 },
  // 2010-07-19: the server has no price
  1279583999: { time: 1_279_497_600, USD: 0, CHF: 0 },
};
const asked: string[] = [];

/** A site with prices: 60,000 dollars, reported two hours ago. */
const priced = testSite({
  first: (path) => {
    const json = (body: unknown) => ({ status: 200, contentType: 'application/json', body });
    const time = Math.floor(Date.now() / 1000) - 2 * 3600 - 30;
    const conversions = { time, USD: 60_000, CHF: 50_000 };
    if (/^(\/testnet4)?\/api\/v1\/init-data$/.test(path)) return json({ ...sampleInit(Date.now()), conversions });
    const [, query] = /\/api\/v1\/historical-price\?(.*)$/.exec(path) ?? [];
    if (query === undefined) return undefined;
    asked.push(query);
    const row = rowsOf[query.replace('timestamp=', '')];
    return row === undefined
      ? { status: 500, contentType: 'text/plain', body: 'no disk' }
      : json({ prices: [row], exchangeRates: { USDCHF: 0.8 } });
  },
});

const { visit } = site;
const screens = [
  '/tools/calculator',
  '/clock/mempool/0',
  '/clock/mined/0',
  `/view/block/${tip - 2}`,
  '/view/mempool-block/0',
  '/view/blocks?numBlocks=4&autofit=true',
];

test.each(screens)('%s, desktop, dark and phone, light: no error, axe finding or horizontal scroll', async (path) => {
  const { page, faults } = await site.look(path);
  expect(await page.locator('h1').count()).toBe(1);
  await expectSoundInBothViews(page, faults);
});

test('converts between BTC and sats, accepts a decimal comma, up to 21 million', async () => {
  const { page } = await visit('/tools/calculator');
  const bitcoin = page.locator('input[name=bitcoin]');
  const sats = page.locator('input[name=satoshis]');
  expect(await sats.inputValue()).toBe('100000000');
  await bitcoin.fill('0,5');
  expect(await sats.inputValue()).toBe('50000000');
  await sats.fill('123456789');
  expect(await bitcoin.inputValue()).toBe('1.23456789');
  expect((await page.locator('.bitcoin-satoshis-text').innerText()).trim()).toBe('1.23 456 789');
  await bitcoin.fill('21000001');
  expect(await page.locator('.alert-warning').innerText()).toContain('21 million');
  expect(await sats.inputValue()).toBe('2100000000000000');
  await bitcoin.fill('<b>1</b>');
  expect(await page.locator('[data-cy=calculator] [role=status]').innerText()).toContain('Invalid amount.');
  expect(await sats.inputValue()).toBe('');
  await leave(page);
});

test('prices a transaction by its inputs and outputs, stored in the URL', async () => {
  const { page } = await visit('/tools/calculator?rate=10');
  const row = (name: string) => page.locator('[data-part~=rows] > div', { hasText: name }).locator('dd');
  expect(await row('Virtual size').innerText()).toBe('141 vB');
  expect(await row('Fee').innerText()).toContain('0.00001405');
  await page.fill('#in-p2tr', '2');
  await page.fill('#in-p2wpkh', '0');
  await page.waitForURL('**/tools/calculator?rate=10&in-p2tr=2&in-p2wpkh=0');
  await expect.poll(() => row('Weight').innerText()).toBe('750 WU');
  await page.reload();
  expect(await page.inputValue('#in-p2tr')).toBe('2');
  await page.fill('#in-p2tr', '0');
  await expect.poll(() => row('Fee').innerText()).toBe('–');
  await leave(page);
});

test('the clock opens a valid face, shows height and figures, and can hide them', async () => {
  const { page } = await visit('/clock');
  expect(new URL(page.url()).pathname).toBe('/clock/mempool/0');
  expect(await page.locator('[data-cy=clock-height]').innerText()).toContain(tip.toLocaleString('en'));
  expect(await page.locator('[data-cy=clock-corners] dt').allInnerTexts()).toEqual(
    expect.arrayContaining(['High priority', 'Memory usage', 'Unconfirmed']),
  );
  expect(await page.locator('header, footer, [data-part~=banner]').count()).toBe(0);
  await page.goto(`${site.origin}/clock/nonsense/77`);
  expect(new URL(page.url()).pathname).toBe('/clock/mined/0');
  expect(await page.locator('[data-cy=clock-centre] svg[data-part~=cube]').count()).toBe(1);
  await page.goto(`${site.origin}/clock/mined/2?stats=false&width=500&height=400`);
  await page.waitForFunction(() => document.querySelector('[data-cy=clock]')?.clientWidth === 500);
  expect(await page.locator('[data-cy=clock]').evaluate((element) => element.clientHeight)).toBe(400);
  expect(await page.locator('[data-cy=clock-corners]').count()).toBe(0);
  await leave(page);
});

test.each([true, false])('the hands use the selected time zone, JavaScript: %s', async (javaScriptEnabled) => {
  const context = await site.browser.newContext({ javaScriptEnabled, timezoneId: 'America/New_York' });
  await context.addCookies([{ name: 'glassblock', value: 'zone=7', url: site.origin }]);
  const page = await context.newPage();
  await page.goto(`${site.origin}/clock/mempool/0`);
  const turn = Number(/[\d.]+/.exec((await page.getAttribute('[data-cy=clock-hand].hour', 'transform')) ?? '')?.[0]);
  const hours = (Date.now() / 3_600_000 + 7) % 12;
  const apart = Math.abs(turn - 30 * hours);
  // A minute is half a degree; at twelve it starts again.
  expect(Math.min(apart, 360 - apart)).toBeLessThan(1.5);
  await context.close();
});

test('bare pictures: a height redirects to its hash, an unknown block is reported, the wall links its blocks', async () => {
  const { page } = await visit(`/view/block/${tip - 2}`);
  expect(new URL(page.url()).pathname).toMatch(/^\/view\/block\/[0-9a-f]{64}$/);
  await page.locator('canvas').waitFor();
  await page.goto(`${site.origin}/view/block/99999999`);
  expect(await page.locator('h1').innerText()).toBe('Block not found');
  await page.goto(`${site.origin}/view/blocks?numBlocks=3`);
  await page.locator('[data-cy=wall] canvas').nth(2).waitFor();
  expect(await page.locator('[data-cy=wall-label] a').allInnerTexts()).toEqual(
    [tip, tip - 1, tip - 2].map((height) => height.toLocaleString('en')),
  );
  expect(await page.locator('[data-cy=wall-label]').first().innerText()).toContain('by ');
  await leave(page);
});

describe('the price of a day', () => {
  const line = (page: Page) => page.locator('.calc-price').innerText();
  const big = async (page: Page) =>
    (await page.locator('[data-cy=calc-result] .fiat-text').innerText()).replaceAll(/\s/g, ' ');
  const money = (page: Page) => page.locator('input[name=fiat]').inputValue();
  const date = (page: Page) => page.locator('input[name=date]');
  const today = () => new Date().toISOString().slice(0, 10);
  const inFrancs = (domain: string) => ({
    cookies: [
      {
        name: 'glassblock',
        value: 'currency=CHF',
        domain,
        path: '/',
        expires: -1,
        httpOnly: false,
        secure: false,
        sameSite: 'Lax' as const,
      },
    ],
    origins: [],
  });

  test('a page with its input has no error or axe finding', async () => {
    const { page, faults } = await priced.visit('/tools/calculator?date=2015-06-30', { colorScheme: 'dark' });
    expect(await line(page)).toMatch(/^Closing bitcoin price: \$250\.00 USD · \d+ years ago$/);
    await expectSoundInBothViews(page, faults);
    await leave(page);
  });

  test.each([true, false])('is in the URL, JavaScript: %s', async (javaScriptEnabled) => {
    asked.length = 0;
    const { page, faults } = await priced.visit('/tools/calculator?date=2015-06-30', { javaScriptEnabled });
    expect(asked).toEqual(['timestamp=1435708799']);
    expect(await date(page).inputValue()).toBe('2015-06-30');
    expect(await date(page).getAttribute('min')).toBe('2010-07-19');
    expect(await date(page).getAttribute('max')).toBe(today());
    expect(await line(page)).toMatch(/^Closing bitcoin price: \$250\.00 USD · \d+ years ago$/);
    expect(await money(page)).toBe('250.00');
    expect(await big(page)).toBe('$250.00 USD');
    expect(await page.locator('[data-cy=calc-day] button').isVisible()).toBe(!javaScriptEnabled);
    expect(await page.locator('[data-cy=calculator] [style]').count()).toBe(0);
    expect(faults).toEqual([]);
    await leave(page);
  });

  test.each([true, false])("is today's for today and for invalid dates, JavaScript: %s", async (javaScriptEnabled) => {
    asked.length = 0;
    const { page, faults } = await priced.visit('/tools/calculator', { javaScriptEnabled });
    for (const nonsense of ['', 'date=2015-02-30', 'date=2010-07-18', 'date=2999-01-01', 'date=%3Cb%3E', 'date=']) {
      await page.goto(`${priced.origin}/tools/calculator?${nonsense}`);
      expect(await date(page).inputValue()).toBe(today());
      expect(await line(page)).toBe('Current bitcoin price: $60,000 USD · 2 hours ago');
      expect(await money(page)).toBe('60000.00');
      expect(await big(page)).toBe('$60,000 USD');
    }
    expect(asked).toEqual([]);
    expect(faults).toEqual([]);
    await leave(page);
  });

  test.each([true, false])(
    'is reported as unknown or from an earlier day, JavaScript: %s',
    async (javaScriptEnabled) => {
      const { page, faults } = await priced.visit('/tools/calculator?date=2010-07-19', { javaScriptEnabled });
      expect(await line(page)).toBe('No price known for that day.');
      expect(await date(page).inputValue()).toBe('2010-07-19');
      expect(await money(page)).toBe('');
      expect(await page.locator('input[name=satoshis]').inputValue()).toBe('100000000');
      expect(await page.locator('[data-cy=calc-result] .fiat-text').count()).toBe(0);
      await page.goto(`${priced.origin}/tools/calculator?date=2013-01-05`);
      expect(await line(page)).toMatch(
        /^No price for that day; showing the previous one: \$13\.40 USD · 2013-01-04 00:00:00( UTC)? \(\d+ years ago\)$/,
      );
      await page.goto(`${priced.origin}/tools/calculator?date=2016-01-01`);
      expect(await line(page)).toBe('The price could not be loaded. Reload the page, or choose another day.');
      expect(await page.locator('input[name=bitcoin]').inputValue()).toBe('1');
      expect(faults).toEqual([]);
      await leave(page);
    },
  );

  test('follows the input, and keeps the typed text', async () => {
    const { page, faults } = await priced.visit('/tools/calculator?rate=10');
    await page.fill('input[name=fiat]', '500');
    expect(await page.locator('input[name=bitcoin]').inputValue()).toBe('0.00833333');
    await date(page).fill('2015-06-30');
    await page.waitForURL('**/tools/calculator?rate=10&date=2015-06-30');
    await expect.poll(() => line(page)).toContain('$250.00 USD');
    expect(await money(page)).toBe('500');
    expect(await page.locator('input[name=bitcoin]').inputValue()).toBe('2');
    // without a price a fiat amount cannot be converted, but is valid
    await date(page).fill('2010-07-19');
    await expect.poll(() => line(page)).toBe('No price known for that day.');
    expect(await money(page)).toBe('500');
    expect(await page.locator('input[name=bitcoin]').inputValue()).toBe('');
    expect(await page.locator('[data-cy=calculator] [role=status]').count()).toBe(0);
    await date(page).fill('2017-12-17');
    await expect.poll(() => page.locator('input[name=bitcoin]').inputValue()).toBe('0.025');
    // the other form of the page keeps the day
    await page.fill('#in-p2tr', '2');
    await page.waitForURL('**/tools/calculator?rate=10&date=2017-12-17&in-p2tr=2');
    expect(await line(page)).toContain('$20,000 USD');
    await date(page).fill(today());
    await page.waitForURL('**/tools/calculator?rate=10&in-p2tr=2');
    await expect.poll(() => line(page)).toBe('Current bitcoin price: $60,000 USD · 2 hours ago');
    expect(faults).toEqual([]);
    await leave(page);
  });

  test('arrives late: none is shown until then, and changes are kept', async () => {
    const { page, faults } = await priced.visit('/tools/calculator?rate=10');
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/historical-price?*', async (route) => {
      await held;
      // an outdated request is aborted
      await route.continue().catch(() => undefined);
    });
    await date(page).fill('2015-06-30');
    await expect.poll(() => line(page)).toBe('Loading the price…');
    expect(await money(page)).toBe('');
    expect(await page.locator('[data-cy=calc-result] .fiat-text').count()).toBe(0);
    await date(page).fill('2017-12-17');
    await page.fill('#in-p2tr', '2');
    await page.waitForURL('**/tools/calculator?rate=10&date=2017-12-17&in-p2tr=2');
    answer();
    await expect.poll(() => line(page)).toContain('$20,000 USD');
    expect(await date(page).inputValue()).toBe('2017-12-17');
    expect(await page.inputValue('#in-p2tr')).toBe('2');
    expect(faults).toEqual([]);
    await leave(page);
  });

  test('and a count that change before the next render are both kept', async () => {
    const { page, faults } = await priced.visit('/tools/calculator?rate=10');
    const name = await date(page).getAttribute('id');
    await page.evaluate((dateId) => {
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
      for (const [id, value] of [
        [dateId, '2017-12-17'],
        ['in-p2tr', '2'],
      ] as const) {
        const field = document.getElementById(id ?? '');
        set?.call(field, value);
        field?.dispatchEvent(new Event('input', { bubbles: true }));
      }
    }, name);
    await page.waitForURL('**/tools/calculator?rate=10&date=2017-12-17&in-p2tr=2');
    expect(faults).toEqual([]);
    await leave(page);
  });

  test('and a count are kept while the URL follows earlier changes', async () => {
    const { page, faults } = await priced.visit('/tools/calculator?rate=10');
    // the second change comes after each number of the browser's tasks, so between all steps of React for the first one
    const shown = await page.evaluate(async (lastTask) => {
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
      const field = document.getElementById('in-p2tr') as HTMLInputElement;
      const change = (value: string) => {
        set?.call(field, value);
        field.dispatchEvent(new Event('input', { bubbles: true }));
      };
      const { port1, port2 } = new MessageChannel();
      const nextTask = () =>
        new Promise<unknown>((resolve) => {
          port1.onmessage = resolve;
          port2.postMessage(undefined);
        });
      const values: string[] = [];
      for (let task = 0; task <= lastTask; task++) {
        change('1');
        for (let passed = 0; passed < task; passed++) await nextTask();
        change('2');
        for (let passed = 0; passed <= lastTask; passed++) {
          values.push(field.value);
          await nextTask();
        }
      }
      port1.close();
      return [...new Set(values)];
    }, 20);
    expect(shown).toEqual(['2']);
    expect(faults).toEqual([]);
    await leave(page);
  });

  test('is typed digit by digit; an incomplete date is none', async () => {
    const { page, faults } = await priced.visit('/tools/calculator', { locale: 'en-US' }, / 500 /);
    // days that are valid while typing have no price here
    await date(page).focus();
    await page.keyboard.type('06302015');
    await page.waitForURL('**/tools/calculator?date=2015-06-30');
    await expect.poll(() => line(page)).toContain('$250.00 USD');
    await date(page).fill('2009-01-03');
    expect(await date(page).getAttribute('aria-invalid')).toBe('true');
    await page.locator('input[name=bitcoin]').focus();
    expect(await date(page).inputValue()).toBe('2015-06-30');
    expect(faults).toEqual([]);
    await leave(page);
  });

  test("is in the visitor's currency", async () => {
    const { hostname } = new URL(priced.origin);
    const path = '/tools/calculator?date=2017-12-17';
    const { page } = await priced.visit(path, { storageState: inFrancs(hostname), javaScriptEnabled: false });
    expect(await big(page)).toBe('CHF 19,000 CHF');
    // 250 USD are 200 CHF at the current exchange rate
    await page.goto(`${priced.origin}/tools/calculator?date=2015-06-30`);
    expect(await big(page)).toBe('CHF 200.00 CHF');
    await page.context().close();
  });

  test('is chosen by a form without JavaScript, which keeps the other parameters', async () => {
    const { page } = await priced.visit('/tools/calculator?rate=10&in-p2tr=2', { javaScriptEnabled: false });
    await date(page).fill('2017-12-17');
    await withPageLoad(page, () => page.locator('[data-cy=calc-day] button').click());
    const { searchParams } = new URL(page.url());
    expect(Object.fromEntries(searchParams)).toEqual({ date: '2017-12-17', rate: '10', 'in-p2tr': '2' });
    expect(await line(page)).toContain('$20,000 USD');
    expect(await page.inputValue('#in-p2tr')).toBe('2');
    await leave(page);
  });

  test.each([true, false])('is ignored without prices, JavaScript: %s', async (javaScriptEnabled) => {
    asked.length = 0;
    for (const [where, path] of [
      [site, '/tools/calculator?date=2015-06-30'],
      [priced, '/testnet4/tools/calculator?date=2015-06-30'],
    ] as const) {
      const { page } = await where.visit(path, { javaScriptEnabled }, /historical-price/);
      expect(await date(page).count()).toBe(0);
      expect(await page.locator('input[name=fiat]').count()).toBe(0);
      expect(await page.locator('main').innerText()).toContain(
        'No price source is configured: fiat amounts are not available.',
      );
      await leave(page);
    }
    expect(asked).toEqual([]);
  });

  test('a comma becomes a point, and BTC has eight decimals', async () => {
    const { page } = await priced.visit('/tools/calculator');
    const bitcoin = page.locator('input[name=bitcoin]');
    await bitcoin.fill('0,123456789');
    expect(await bitcoin.inputValue()).toBe('0.12345678');
    expect(await page.locator('input[name=satoshis]').inputValue()).toBe('12345678');
    await page.fill('input[name=fiat]', '15000,00');
    expect(await money(page)).toBe('15000.00');
    expect(await bitcoin.inputValue()).toBe('0.25');
    await leave(page);
  });
});
