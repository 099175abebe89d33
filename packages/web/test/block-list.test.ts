import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { waitForHydration } from './support/open-page.ts';
import type { SampleAnswer } from './support/samples/sample-answer.ts';
import { sampleBlock, tip } from './support/samples/sample-data.ts';
import { leave } from './support/tabs.ts';
import { testSite } from './support/test-site.ts';

const now = Date.now();
/** Height of the tip; undefined: the server has no chain. */
let newest: number | undefined = tip;

const json = (body: unknown): SampleAnswer => ({ status: 200, contentType: 'application/json', body });
const site = testSite({
  first: (path) => {
    const [, from] = /^\/api\/v1\/blocks\/(\d+)$/.exec(path) ?? [];
    if (from === undefined && path !== '/api/blocks/tip/height') return undefined;
    if (newest === undefined)
      return { status: 503, contentType: 'text/plain', body: 'Service Temporarily Unavailable' };
    if (from === undefined) return json(newest);
    return json(Array.from({ length: 15 }, (_, place) => sampleBlock(Number(from) - place, now)));
  },
});

const heights = (page: Page) => page.locator('[data-part~=blocks-table] tbody tr td:first-child').allInnerTexts();
const down = (from: number) => Array.from({ length: 15 }, (_, place) => (from - place).toLocaleString('en'));

test('the first page has fifteen blocks, and adds a new one on top', async () => {
  const before = site.received.length;
  const { page, faults } = await site.visit('/blocks/1');
  expect(await heights(page)).toEqual(down(tip));
  await site.isFollowed(before);
  newest = tip + 1;
  site.push({ block: sampleBlock(tip + 1, now) });
  await expect.poll(() => heights(page)).toEqual(down(tip + 1));
  newest = tip;
  expect(faults).toEqual([]);
  await leave(page);
});

test('arrow keys change at most one page per second, except in inputs', async () => {
  const { page } = await site.visit('/blocks/2');
  expect(await heights(page)).toEqual(down(tip - 15));
  await page.evaluate(() => {
    // as if the key was held down: the browser repeats the event
    for (let i = 0; i < 5; i++)
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
  });
  await page.waitForURL('**/blocks/3');
  await expect.poll(() => heights(page)).toEqual(down(tip - 30));
  await page.locator('[data-part~=search] input').focus();
  await page.keyboard.press('ArrowLeft');
  await page.locator('[data-part~=search] input').blur();
  expect(new URL(page.url()).pathname).toBe('/blocks/3');
  await leave(page);
});

test('retries failed requests every ten seconds', async () => {
  newest = undefined;
  const { page } = await site.visit('/blocks/1', {}, /503/);
  await page.clock.install();
  await page.reload();
  await page.locator('[data-part~=sentence]').waitFor();
  await waitForHydration(page);
  const refused = page.waitForResponse((answer) => answer.status() === 503);
  await page.clock.runFor(11_000);
  await refused;
  expect(await page.locator('[data-part~=blocks-table]').count()).toBe(0);
  newest = tip;
  await page.clock.runFor(11_000);
  await expect.poll(() => heights(page)).toEqual(down(tip));
  await page.context().close();
});
