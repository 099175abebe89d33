// Takes more than 30 s: pages are loaded in a real browser in several sizes and themes, with and without JavaScript.
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  acceleratedIds,
  acceleratedTxAnswer,
  accelerationAnswer,
  activeAcceleration,
  json,
  now,
  pendingCpfp,
  sampleActive,
  textAnswer,
} from './support/samples/acceleration-sample.ts';
import type { SampleAnswer } from './support/samples/sample-answer.ts';
import { hashOf, sampleBlock, sampleInit, sampleTx, tip } from './support/samples/sample-data.ts';
import { expectSoundInBothViews } from './support/sound.ts';
import { leave } from './support/tabs.ts';
import { testSite } from './support/test-site.ts';
import { countTones } from './support/tones.ts';

/** Answers of one test that replace those of the sample server. */
let own: ((path: string) => SampleAnswer | undefined) | undefined;
let asked: string[] = [];

const first = (path: string): SampleAnswer | undefined => {
  asked.push(path);
  const answer = own?.(path) ?? acceleratedTxAnswer(path);
  if (answer) return answer;
  if (path.endsWith(`/api/tx/${acceleratedIds.waiting}`))
    return json(sampleTx(acceleratedIds.waiting, { now: now * 1000 }));
  if (path.endsWith('/fate'))
    return json({
      txid: '',
      now: 'chain',
      status: { confirmed: true },
      events: [{ id: '1-1', type: 'tx-added', txid: '', time: now - 9_000 }],
    });
  if (path.endsWith('/rbf')) return json({ replacements: null, replaces: null });
  // Uses the mining pools of the sample server.
  return path.includes('/accelerator/') ? accelerationAnswer(path) : undefined;
};
const site = testSite({ settings: { accelerator: true }, first });
const off = testSite({ settings: { accelerator: false }, first });

async function visit(path: string, options: BrowserContextOptions = {}, answers?: typeof own, of = site) {
  own = answers;
  asked = [];
  return of.visit(path, options);
}

const noScript = { javaScriptEnabled: false };
const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
const partOf = async (page: Page, selector: string) => plain(await page.locator(selector).innerText());
const stations = (page: Page) => page.locator('[data-part~=journey-label]').allInnerTexts();
const figure = (page: Page, name: string) => partOf(page, `[data-part~=tx-figures] > div:has(dt:text-is("${name}"))`);
const priced = (path: string) =>
  path.endsWith('/init-data')
    ? json({
        ...sampleInit(now * 1000),
        conversions: { time: now, USD: 50_000, EUR: 0, GBP: 0, CAD: 0, CHF: 0, AUD: 0, JPY: 0 },
      })
    : undefined;
/** Unconfirmed and not accelerated. */
const notYet = (path: string) => (path.includes('/cpfp/') ? json({ ancestors: [], acceleration: false }) : undefined);
const follows = (txid: string) => site.received.filter((text) => text.includes(`"track-tx":"${txid}"`)).length;
const place = { block: 0, vsize: 12_345, accelerated: true };
const paid = { acceleratedBy: [2, 1], acceleratedAt: now - 30, feeDelta: 40_000 };

test.each(['waiting', 'paid', 'canceled', 'senseless'] as const)(
  '%s, desktop, dark and phone, light: no console error, axe finding or horizontal scroll',
  async (name) => {
    own = priced;
    const { page, faults } = await site.look(`/tx/${acceleratedIds[name]}`);
    await page.locator('[data-part~=journey]').waitFor();
    await expectSoundInBothViews(page, faults);
  },
);

test('shows the bid and the mining pools of an unconfirmed transaction, also without JavaScript', async () => {
  const { page } = await visit(`/tx/${acceleratedIds.waiting}`, noScript, priced);
  expect(await partOf(page, '[data-part~=story-head] .badge[data-part~=accelerated]')).toBe('Accelerated');
  expect(await figure(page, 'Accelerated fee rate')).toMatch(/ 84\.5 sat\/vB Fee rate [\d.]+ sat\/vB$/);
  expect(await figure(page, 'Fee')).toContain('+25,000 sats out-of-band $12.50');
  expect(await page.locator('[data-part~=paid-beside]').getAttribute('title')).toBe('Fees paid out-of-band');
  expect(await stations(page)).toEqual(['First seen', 'Accelerated', 'Queue position', 'Mined']);
  // One of the four mined nothing within the week; the others found 302, 191 and 81 of 1,000 blocks.
  expect(await partOf(page, '[data-part~=accelerated-by]')).toBe(
    'Accelerated by Foundry USA AntPool SpiderPool and 1 other mining pool 57 % of hashrate (1w)',
  );
  expect(await page.locator('[data-part~=accelerated-by] a').first().getAttribute('href')).toBe(
    '/mining/pool/foundryusa',
  );
  expect(await page.content()).not.toMatch(/ style="/);
  await leave(page);
});

test('shows the number of mining pools and no ETA without mining pool statistics', async () => {
  const { page } = await visit(`/tx/${acceleratedIds.waiting}`, noScript, (path) =>
    path.includes('/mining/pools/') ? textAnswer('Not found', 404) : undefined,
  );
  const story = await partOf(page, '[data-part~=story]');
  expect(story).toContain('Accelerated by 4 mining pools');
  expect(story).not.toContain('ETA');
  await leave(page);
});

test('shows the paid amount and the acceleration time of a mined transaction', async () => {
  const { page } = await visit(`/tx/${acceleratedIds.paid}`, noScript);
  expect(await partOf(page, '[data-part~=story-head] .badge[data-part~=accelerated]')).toBe('Accelerated');
  expect(await figure(page, 'Accelerated fee rate')).toContain('61.5 sat/vB');
  expect(await figure(page, 'Fee')).toContain('+12,345 sats out-of-band');
  expect(await stations(page)).toEqual(['First seen', 'Accelerated', 'Mined']);
  expect(asked.filter((path) => path.includes('/history?'))).toEqual([
    `/api/v1/services/accelerator/accelerations/history?status=completed_provisional,completed,failed_provisional,failed&timeframe=all&page=1&pageLength=50&blockHeight=${tip - 3}`,
  ]);
  await leave(page);
});

test('does not mark a transaction without a paid acceleration', async () => {
  const { page } = await visit(`/tx/${acceleratedIds.canceled}`, noScript);
  expect(await stations(page)).toEqual(['First seen', 'Accelerated', 'Canceled', 'Mined']);
  expect(await page.locator('.badge[data-part~=accelerated], [data-part~=paid-beside]').count()).toBe(0);
  await page.goto(`${site.origin}/tx/${acceleratedIds.outside}`);
  expect(await stations(page)).toEqual(['First seen', 'Accelerated', 'Mined']);
  expect(await page.locator('.badge[data-part~=accelerated], [data-part~=paid-beside]').count()).toBe(0);
  await page.goto(`${site.origin}/tx/${acceleratedIds.plain}`);
  expect(await stations(page)).toEqual(['First seen', 'Mined']);
  await leave(page);
});

test('ignores an invalid or missing answer of the source', async () => {
  const { page } = await visit(`/tx/${acceleratedIds.senseless}`, noScript);
  expect(await partOf(page, '.badge[data-part~=accelerated]')).toBe('Accelerated');
  expect(await stations(page)).toEqual(['First seen', 'Mined']);
  expect(await page.locator('main').innerText()).not.toMatch(/NaN|Infinity|1e\+?300|out-of-band|-5/);
  own = (path) => (path.includes('/history?') ? textAnswer('Failed', 500) : undefined);
  await page.goto(`${site.origin}/tx/${acceleratedIds.paid}`);
  expect(await stations(page)).toEqual(['First seen', 'Mined']);
  await leave(page);
});

test('requests no accelerations of a block if they are disabled', async () => {
  const { page } = await visit(`/tx/${acceleratedIds.paid}`, noScript, undefined, off);
  expect(await stations(page)).toEqual(['First seen', 'Mined']);
  await page.goto(`${site.origin}/testnet4/tx/${acceleratedIds.paid}`);
  expect(await stations(page)).toEqual(['First seen', 'Mined']);
  expect(asked.filter((path) => path.includes('accelerat'))).toEqual([]);
  await leave(page);
});

test('updates while a transaction is accelerated and mined', async () => {
  const { waiting: txid } = acceleratedIds;
  const before = follows(txid);
  const { page, faults } = await visit(`/tx/${txid}`, {}, notYet);
  await expect.poll(() => follows(txid)).toBeGreaterThan(before);
  expect(await page.locator('.badge[data-part~=accelerated]').count()).toBe(0);
  expect(await page.locator('[data-part~=tx-figures]').innerText()).not.toContain('Accelerated');
  own = undefined;
  site.push({
    txPosition: {
      txid,
      position: { ...place, ...paid },
      cpfp: { ...pendingCpfp, ...paid, effectiveFeePerVsize: 99.5 },
    },
  });
  await page.locator('.badge[data-part~=accelerated]').waitFor();
  expect(await figure(page, 'Accelerated fee rate')).toContain('99.5 sat/vB');
  expect(await figure(page, 'Fee')).toContain('+40,000 sats');
  expect(await stations(page)).toEqual(['First seen', 'Accelerated', 'Queue position', 'Mined']);
  // The page now requests the hash rate shares.
  await page.locator('[data-part~=accelerated-by]', { hasText: 'Foundry USA' }).waitFor();
  // The source reports the final payment later than the block.
  site.push({ block: sampleBlock(tip + 1, now * 1000), txConfirmed: txid });
  await page.locator('.btn-success').waitFor();
  await page.locator('.badge[data-part~=accelerated]').waitFor();
  expect(await stations(page)).toEqual(['First seen', 'Accelerated', 'Mined']);
  expect(await page.locator('[data-part~=paid-beside]').count()).toBe(0);
  expect(faults).toEqual([]);
  await leave(page);
});

test('removes the acceleration when the position reports it', async () => {
  const { waiting: txid } = acceleratedIds;
  const before = follows(txid);
  const { page } = await visit(`/tx/${txid}`);
  await expect.poll(() => follows(txid)).toBeGreaterThan(before);
  await page.locator('.badge[data-part~=accelerated]').waitFor();
  site.push({ txPosition: { txid, position: { block: 3, vsize: 1 }, cpfp: { ancestors: [], acceleration: false } } });
  await expect
    .poll(() =>
      page.locator('.badge[data-part~=accelerated], [data-part~=paid-beside], [data-part~=accelerated-by]').count(),
    )
    .toBe(0);
  await leave(page);
});

test.each([
  ['no-preference', /pulse/],
  ['reduce', /^none$/],
] as const)('strip pointer and motion: %s', async (reducedMotion, animation) => {
  const { page } = await visit(`/tx/${acceleratedIds.waiting}`, { reducedMotion });
  const arrow = page.locator('[data-part~=strip] svg[data-part~=pointer] path');
  await arrow.waitFor({ state: 'attached' });
  expect(await arrow.evaluate((path) => getComputedStyle(path).animationName)).toMatch(animation);
  await page.goto(`${site.origin}/tx/${acceleratedIds.paid}`);
  await arrow.waitFor({ state: 'attached' });
  expect(await arrow.evaluate((path) => getComputedStyle(path).animationName)).toBe('none');
  await leave(page);
});

/** A page with sounds enabled after a gesture, and the number of tones started on it. */
async function receivedBy(path: string) {
  const context = await site.browser.newContext();
  await context.addCookies([{ name: 'glassblock', value: 'sounds=true', url: site.origin }]);
  const page = await context.newPage();
  const tones = await countTones(page);
  await page.goto(site.origin + path);
  await page.mouse.click(5, 400);
  return { page, tones };
}

test('plays a separate sound when an accelerated transaction confirms', async () => {
  const { waiting: txid } = acceleratedIds;
  own = undefined;
  const before = follows(txid);
  const { page, tones } = await receivedBy(`/tx/${txid}`);
  await expect.poll(() => follows(txid)).toBeGreaterThan(before);
  site.push({ block: sampleBlock(tip + 1, now * 1000), txConfirmed: txid });
  // Ten of the harp and three of the wind chimes.
  await expect.poll(tones).toBe(13);
  await page.context().close();
});

test('plays a sound for a new acceleration on the dashboard, not for lists and removals', async () => {
  own = undefined;
  const before = site.received.length;
  const { page, tones } = await receivedBy('/acceleration');
  await expect
    .poll(() => site.received.slice(before).some((text) => text.includes('"track-accelerations":true')))
    .toBe(true);
  const figures = page.locator('[data-cy=pending-accelerations]');
  site.push({ accelerations: { accelerations: sampleActive.slice(0, 2) } });
  await figures.getByText('2 pending').waitFor();
  site.push({ accelerations: { added: [], removed: [hashOf('active0')] } });
  await figures.getByText('1 pending').waitFor();
  expect(await tones()).toBe(0);
  site.push({ accelerations: { added: [activeAcceleration('new', 0, 77_777)], removed: [] } });
  await figures.getByText('2 pending').waitFor();
  await expect.poll(tones).toBe(6);
  await page.context().close();
});
