import { expect, test } from 'vitest';
import { tip } from './sample-data.ts';
import { expectSound, views } from './sound.ts';
import { testSite } from './test-site.ts';

const site = testSite();

const { visit } = site;
const screens = [
  '/tools/calculator',
  '/clock/mempool/0',
  '/clock/mined/0',
  `/view/block/${tip - 2}`,
  '/view/mempool-block/0',
  '/view/blocks?numBlocks=4&autofit=true',
];

test.each(screens.flatMap((path) => views.map(([name, options]) => [path, name, options] as const)))(
  '%s, %s: without a fault, an axe finding or a sideways scroll',
  async (path, _, options) => {
    const { page, faults } = await visit(path, options);
    expect(await page.locator('h1').count()).toBe(1);
    await expectSound(page, faults);
    await page.context().close();
  },
);

test('bitcoin and satoshis follow each other, a comma is a point, and 21 million are the end', async () => {
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
  expect(await page.locator('.calculator [role=status]').innerText()).toContain('This is no amount');
  expect(await sats.inputValue()).toBe('');
  await page.context().close();
});

test('a transaction is priced from what it is made of, and the address keeps it', async () => {
  const { page } = await visit('/tools/calculator?rate=10');
  const row = (name: string) => page.locator('.rows > div', { hasText: name }).locator('dd');
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
  await page.context().close();
});

test('the clock goes to a face that there is, shows height and figures, and can be without them', async () => {
  const { page } = await visit('/clock');
  expect(new URL(page.url()).pathname).toBe('/clock/mempool/0');
  expect(await page.locator('.clock-height').innerText()).toContain(tip.toLocaleString('en'));
  expect(await page.locator('.clock-corners dt').allInnerTexts()).toEqual(
    expect.arrayContaining(['High priority', 'Memory usage', 'Unconfirmed']),
  );
  expect(await page.locator('header, footer, .banner').count()).toBe(0);
  await page.goto(`${site.origin}/clock/nonsense/77`);
  expect(new URL(page.url()).pathname).toBe('/clock/mined/0');
  expect(await page.locator('.clock-cube').count()).toBe(1);
  await page.goto(`${site.origin}/clock/mined/2?stats=false&width=500&height=400`);
  await page.waitForFunction(() => document.querySelector('.clock')?.clientWidth === 500);
  expect(await page.locator('.clock').evaluate((element) => element.clientHeight)).toBe(400);
  expect(await page.locator('.clock-corners').count()).toBe(0);
  await page.context().close();
});

test.each([true, false])('the hands go in the zone that was chosen, JavaScript: %s', async (javaScriptEnabled) => {
  const context = await site.browser.newContext({ javaScriptEnabled, timezoneId: 'America/New_York' });
  await context.addCookies([{ name: 'glassblock', value: 'zone=7', url: site.origin }]);
  const page = await context.newPage();
  await page.goto(`${site.origin}/clock/mempool/0`);
  const turn = Number(/[\d.]+/.exec((await page.getAttribute('.clock-hand.hour', 'transform')) ?? '')?.[0]);
  const hours = (Date.now() / 3_600_000 + 7) % 12;
  const apart = Math.abs(turn - 30 * hours);
  // A minute is half a degree; at twelve it begins anew.
  expect(Math.min(apart, 360 - apart)).toBeLessThan(1.5);
  await context.close();
});

test('bare pictures: a height goes to its hash, an unknown block is said to be none, the wall names its blocks', async () => {
  const { page } = await visit(`/view/block/${tip - 2}`);
  expect(new URL(page.url()).pathname).toMatch(/^\/view\/block\/[0-9a-f]{64}$/);
  await page.locator('canvas').waitFor();
  await page.goto(`${site.origin}/view/block/99999999`);
  expect(await page.locator('h1').innerText()).toBe('Block not found');
  await page.goto(`${site.origin}/view/blocks?numBlocks=3`);
  await page.locator('.wall canvas').nth(2).waitFor();
  expect(await page.locator('.wall-label a').allInnerTexts()).toEqual(
    [tip, tip - 1, tip - 2].map((height) => height.toLocaleString('en')),
  );
  expect(await page.locator('.wall-label').first().innerText()).toContain('by ');
  await page.context().close();
});
