import { expect, test } from 'vitest';
import { pendingTxid } from './support/fixture-server.ts';
import { hashOf, ownAddress, sampleBlock, sampleTx, tip } from './support/samples/sample-data.ts';
import { testSite } from './support/test-site.ts';
import { countPressesOnly, countTones } from './support/tones.ts';

const now = Date.now();
/** Polls until the value is as expected. */
const eventually = <T>(get: () => T) => expect.poll(get);

const site = testSite();

test('plays sounds for subscriptions unless disabled, after a gesture', async () => {
  for (const asked of [false, true]) {
    const context = await site.browser.newContext();
    if (!asked) await context.addCookies([{ name: 'glassblock', value: 'sounds=false', url: site.origin }]);
    const page = await context.newPage();
    const tones = await countTones(page);
    await countPressesOnly(page);
    const loaded: string[] = [];
    page.on('requestfinished', (request) => loaded.push(request.url()));
    const follows = () => site.received.filter((text) => text.includes(`"track-tx":"${pendingTxid}"`)).length;
    const earlier = follows();
    await page.goto(`${site.origin}/tx/${pendingTxid}`);
    await eventually(follows).toBeGreaterThan(earlier);
    site.push({ block: sampleBlock(tip + 1, now), txConfirmed: pendingTxid });
    await page.locator('.btn-success').waitFor();
    if (asked) await eventually(() => loaded.some((url) => url.includes('/player-'))).toBe(true);
    expect(await tones()).toBe(0);
    await page.mouse.click(5, 400);
    if (asked) await eventually(tones).toBe(7);
    else expect(await tones()).toBe(0);
    await context.close();
  }
});

test('holds the sound of a payment to an address until a gesture, without a warning of the browser', async () => {
  const context = await site.browser.newContext();
  await context.addCookies([{ name: 'glassblock', value: 'sounds=true', url: site.origin }]);
  const page = await context.newPage();
  await countPressesOnly(page);
  await page.addInitScript(() => {
    const states: string[] = [];
    Object.assign(window, {
      states,
      AudioContext: class extends AudioContext {
        constructor() {
          super();
          states.push(this.state);
        }
      },
    });
  });
  const states = () => page.evaluate(() => (window as unknown as { states: string[] }).states);
  const warnings: string[] = [];
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  const follows = () => site.received.filter((text) => text.includes(`"track-address":"${ownAddress}"`)).length;
  const earlier = follows();
  await page.goto(`${site.origin}/address/${ownAddress}`);
  await eventually(follows).toBeGreaterThan(earlier);
  expect(loaded.some((url) => url.includes('/player-'))).toBe(false);
  const tx = sampleTx(hashOf('rings'), { now });
  const more = { vsize: 1, adjustedVsize: 1, feePerVsize: 1, adjustedFeePerVsize: 1, effectiveFeePerVsize: 1 };
  site.push({ 'address-transactions': [{ ...tx, ...more }] });
  await eventually(() => loaded.some((url) => url.includes('/player-'))).toBe(true);
  expect(await states()).toEqual([]);
  await page.mouse.click(5, 400);
  await eventually(states).toEqual(['running']);
  expect(warnings).toEqual([]);
  await context.close();
});
