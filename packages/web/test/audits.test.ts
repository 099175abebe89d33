import type { BlockAudit, BlockExt, TxClassified } from '@glassblock/contract';
import type { BrowserContextOptions } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFindings } from './support/axe.ts';
import type { SampleAnswer } from './support/samples/sample-answer.ts';
import { hashOf, sampleBlock, tip } from './support/samples/sample-data.ts';
import { leave } from './support/tabs.ts';
import { testSite } from './support/test-site.ts';

const now = Date.now();
const json = (body: unknown): SampleAnswer => ({ status: 200, contentType: 'application/json', body });

const plain = sampleBlock(tip - 3, now);
const block: BlockExt = {
  ...plain,
  tx_count: 5,
  extras: { ...plain.extras, matchRate: 74.99, totalFees: 9_000, expectedFees: 10_000, expectedWeight: 320_000 },
};
/** Squares large enough for the pointer. */
const tx = (name: string, rate: number): TxClassified => ({
  txid: hashOf(name),
  fee: 20_000 * rate,
  vsize: 20_000,
  value: 5_000_000,
  rate,
  flags: 0,
});
const mined = [tx('coinbase', 0), tx('high', 1), tx('hidden', 9), tx('both', 8), tx('next', 2)];
const audit: BlockAudit = {
  version: 1,
  templateAlgorithm: 1,
  height: block.height,
  id: block.id,
  timestamp: block.timestamp,
  template: [tx('gone', 10), tx('both', 8), tx('new', 7), tx('high', 1)].map((one) => ({
    ...one,
    time: 1_700_000_000,
  })),
  unseenTxs: [hashOf('hidden')],
  missingTxs: [hashOf('gone')],
  addedTxs: [hashOf('hidden')],
  prioritizedTxs: [hashOf('high')],
  deprioritizedTxs: [],
  freshTxs: [hashOf('new')],
  sigopTxs: [],
  fullrbfTxs: [],
  acceleratedTxs: [],
  matchRate: 74.99,
  expectedFees: 10_000,
  expectedWeight: 320_000,
};
const unaudited = sampleBlock(tip - 4, now);
let isStored = true;

function first(path: string): SampleAnswer | undefined {
  const [bare = ''] = path.split('?');
  if (bare.endsWith(`/v1/block/${block.id}`)) return json(block);
  if (bare.endsWith(`/block/${block.id}/audit-summary`))
    return isStored
      ? json(audit)
      : { status: 404, contentType: 'application/json', body: { error: 'Audit not available' } };
  if (bare.endsWith(`/block/${block.id}/summary`)) return json(mined);
  return undefined;
}

const site = testSite({ first, settings: { audit: true } });

const { visit } = site;
const path = `/block/${block.id}`;

test('an audited block shows expected and actual block with an explanation', async () => {
  const { page, faults } = await visit(path, { viewport: { width: 1440, height: 900 } });
  expect(await page.locator('[data-part~=block-facts]').getByText('74.99 %').getAttribute('class')).toContain('bad');
  await page.locator('[data-part~=audit]').scrollIntoViewIfNeeded();
  await expect.poll(() => page.locator('[data-part~=audit] canvas').count()).toBe(2);
  const [expected, actual] = [
    page.locator('[data-part~=compare-side]').first(),
    page.locator('[data-part~=compare-side]').last(),
  ];
  expect(await expected.locator('h2').textContent()).toBe('Expected Block');
  expect(await actual.locator('h2').textContent()).toBe('Actual Block');
  await expect
    .poll(() => expected.locator('[data-part~=legend-types]').allTextContents())
    .toEqual(['Recently broadcastRemoved']);
  expect(await actual.locator('[data-part~=legend-types]').allTextContents()).toEqual([
    'AddedMarginal fee ratePrioritized',
  ]);
  expect(await actual.locator('[data-part~=rows]').textContent()).toMatch(/−10\.00\s%/);
  expect(await expected.locator('[data-part~=rows]').textContent()).toContain('320');

  await actual.locator('summary').click();
  const rows = actual.locator('tbody tr');
  await expect.poll(() => rows.count()).toBe(5);
  const statuses = await actual.locator('tbody td:nth-child(2)').allTextContents();
  expect(statuses).toEqual(['Added', 'Match', 'Marginal fee rate', 'Prioritized', '']);
  expect(faults).toEqual([]);
  await leave(page);
});

test('stores the view, prefers the URL, and works without JavaScript', async () => {
  const { page } = await visit(path);
  await page.getByText('Hide audit').click();
  await expect.poll(() => page.locator('[data-part~=audit]').count()).toBe(0);
  expect(await page.evaluate(() => localStorage.getItem('audit-preference'))).toBe('hide');
  await page.goto(site.origin + path);
  await expect.poll(() => page.locator('[data-part~=audit]').count()).toBe(0);
  await page.goto(`${site.origin}${path}?audit=true`);
  await expect.poll(() => page.locator('[data-part~=audit]').count()).toBe(1);
  await leave(page);

  const { page: still } = await visit(path, { javaScriptEnabled: false });
  expect(await still.locator('[data-part~=audit]').textContent()).toContain('Expected Block');
  expect(await still.locator('[data-part~=audit]').textContent()).toMatch(/−10\.00\s%/);
  await leave(still);
});

test('a phone shows one side at a time, by tabs in the URL', async () => {
  const { page } = await visit(`${path}?view=actual`, { viewport: { width: 390, height: 844 }, isMobile: true });
  await page.locator('[data-part~=audit]').scrollIntoViewIfNeeded();
  expect(await page.getByRole('heading', { name: 'Expected Block' }).count()).toBe(0);
  await page.locator('[data-part~=compare-tabs]').getByText('Expected Block').click();
  await page.getByRole('heading', { name: 'Expected Block' }).waitFor();
  expect(page.url()).toContain('view=projected');
  await leave(page);
});

test('explains a missing audit, and shows the remaining data without a template', async () => {
  const { page } = await visit(`/block/${unaudited.id}`);
  expect(await page.locator('[data-part~=block-facts]').textContent()).toContain(
    'No audit: the server was offline, out of sync, or in a reorg when the block arrived.',
  );
  expect(await page.locator('[data-part~=block-facts]').getByText('Unknown').count()).toBe(1);
  expect(await page.locator('[data-part~=audit]').count()).toBe(0);
  await leave(page);
  isStored = false;
  const { page: old } = await visit(path);
  await old.locator('[data-part~=audit]').scrollIntoViewIfNeeded();
  await old.getByText('The expected block is no longer available.').waitFor();
  isStored = true;
  await leave(old);
});

test.each([
  ['desktop, dark', { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' }],
  ['phone, light', { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, colorScheme: 'light' }],
] as [string, BrowserContextOptions][])('has no axe findings: %s', async (_, options) => {
  const { page } = await visit(path, options);
  await page.locator('[data-part~=audit]').scrollIntoViewIfNeeded();
  await page.locator('[data-part~=legend-types]').first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await leave(page);
});

test('the block list shows health, and the FAQ explains it', async () => {
  const { page } = await visit('/blocks/1');
  expect(await page.getByRole('columnheader', { name: 'Health' }).count()).toBe(1);
  await page.goto(`${site.origin}/docs/faq#what-is-block-health`);
  const answer = page.locator('details', { has: page.locator('#what-is-block-health') });
  await expect.poll(() => answer.getAttribute('open')).not.toBeNull();
  await leave(page);
});
