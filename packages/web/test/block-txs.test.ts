import type { BlockExt } from '@glassblock/contract';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { hashOf, sampleBlock, tip } from './support/samples/sample-data.ts';
import { leave } from './support/tabs.ts';
import { testSite } from './support/test-site.ts';

const now = Date.now();
const block = sampleBlock(tip - 2, now);
const path = `/block/${block.id}`;
/** A block with a single page. */
const small: BlockExt = { ...block, id: `00000000${hashOf('small').slice(8)}`, tx_count: 5 };

const site = testSite({
  first: (asked) =>
    asked === `/api/v1/block/${small.id}` ? { status: 200, contentType: 'application/json', body: small } : undefined,
});

const { visit } = site;

describe('the transactions of a block', () => {
  const idsOf = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, place) => hashOf(`${block.id}${from + place}`));
  const shown = (page: Page) =>
    page
      .locator('[data-part~=tx-box] [data-part~=tx-head]')
      .evaluateAll((heads) =>
        heads.map((head) => /[0-9a-f]{64}/.exec(head.querySelector('a')?.getAttribute('href') ?? '')?.[0]),
      );

  test('are ten per page, also across answers of the server', async () => {
    const { page } = await visit(path, { javaScriptEnabled: false });
    expect(await shown(page)).toEqual(idsOf(0, 10));
    const last = Math.ceil(block.tx_count / 10);
    for (const [number, from, to] of [
      [3, 20, 30],
      [last, 10 * (last - 1), block.tx_count],
    ] as const) {
      await page.goto(`${site.origin}${path}?page=${number}`);
      expect(await shown(page)).toEqual(idsOf(from, to));
      expect(await page.locator('.pagination .active').first().innerText()).toContain(number.toLocaleString('en'));
    }
    await page.goto(`${site.origin}${path}?page=${last + 1}`);
    expect(await shown(page)).toEqual(idsOf(10 * (last - 1), block.tx_count));
    expect(new URL(page.url()).search).toBe(`?page=${last}`);
    await leave(page);
  });

  test('link first and last page and five numbers, three on narrow screens', async () => {
    const { page, faults } = await visit(`${path}?page=5`, { viewport: { width: 760, height: 900 } });
    const pager = page.locator('.pagination-container ul.pagination').first().locator('> li');
    expect(await pager.count()).toBe(9);
    await page.setViewportSize({ width: 669, height: 900 });
    await expect.poll(() => pager.count()).toBe(7);
    await page
      .getByRole('link', { name: /^Last page, 307$/ })
      .first()
      .click();
    await expect.poll(() => shown(page)).toEqual(idsOf(3060, block.tx_count));
    await page.getByRole('link', { name: 'First page' }).first().click();
    await expect.poll(() => shown(page)).toEqual(idsOf(0, 10));
    expect(page.url()).not.toContain('page=');
    expect(faults).toEqual([]);
    await leave(page);
  });

  test('show the page number for a single page', async () => {
    const { page } = await visit(`/block/${small.id}`, { javaScriptEnabled: false });
    expect(await page.locator('.pagination').first().locator('> li').count()).toBe(5);
    await leave(page);
  });
});
