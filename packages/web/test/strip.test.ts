/** The strip in a real browser: sizes and fees, time direction, scrolling through old blocks, stale blocks, dragging. */
import type { BlockExt } from '@glassblock/contract';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { SampleAnswer } from './support/samples/sample-answer.ts';
import { hashOf, sampleBlock, sampleInit, tip } from './support/samples/sample-data.ts';
import { leave } from './support/tabs.ts';
import { testSite } from './support/test-site.ts';

const now = Date.now();
const oldBlock = sampleBlock(40, now);

/** An old block: the sample server has only the last forty by hash. */
function first(path: string): SampleAnswer | undefined {
  const [bare = ''] = path.split('?');
  return bare.endsWith(`/v1/block/${oldBlock.id}`)
    ? { status: 200, contentType: 'application/json', body: oldBlock }
    : undefined;
}

const site = testSite({ first });
const { visit } = site;

function withoutFees(height: number): BlockExt {
  const block = sampleBlock(height, now);
  return { ...block, extras: { ...block.extras, totalFees: 0 } };
}

/** A chain of genesis and one block, with an empty mempool. */
const young = testSite({
  first: (path) =>
    path.endsWith('/init-data')
      ? {
          status: 200,
          contentType: 'application/json',
          body: { ...sampleInit(now), blocks: [withoutFees(0), withoutFees(1)], 'mempool-blocks': [] },
        }
      : undefined,
});

describe('the strip', () => {
  const heights = (page: Page) =>
    page
      .locator('.mined-block [data-part~=strip-head]')
      .allInnerTexts()
      .then((texts) => texts.map((text) => Number(text.replaceAll(',', ''))));

  test('shows sizes instead of fees, and stores it', async () => {
    const { page } = await visit('/', { reducedMotion: 'reduce' });
    const toggle = page.locator('.block-display-toggle');
    expect(await toggle.getAttribute('title')).toBe('Switch to displaying block sizes');
    expect(await page.locator('[data-cy=bitcoin-block-0-total-fees]').innerText()).toContain('BTC');
    await toggle.click();
    // the tooltip takes the title of the element under the pointer
    expect(await toggle.getAttribute('aria-label')).toBe('Switch to displaying total fees per block');
    expect(await page.locator('[data-cy=bitcoin-block-0-total-fees]').count()).toBe(0);
    expect(await page.locator('#mempool-block-0').innerText()).toContain('1.50 MB');
    expect(await page.evaluate(() => localStorage.getItem('block-display-mode-preference'))).toBe('size');
    await page.reload();
    expect(await page.locator('#mempool-block-0').innerText()).toContain('1.50 MB');
    await leave(page);
  });

  test('rotates its cubes when they change, and reverses when the time direction changes', async () => {
    const { page, faults } = await visit('/');
    await page.evaluate(() => {
      const turned: string[] = [];
      const { animate } = Element.prototype;
      Element.prototype.animate = function (this: Element, ...how: Parameters<typeof animate>) {
        turned.push(this.id || this.classList.item(0) || this.localName);
        return animate.apply(this, how);
      };
      Object.assign(globalThis, { turned });
    });
    const turned = () => page.evaluate(() => (globalThis as unknown as { turned: string[] }).turned);
    const toggle = page.locator('.block-display-toggle');
    await toggle.click();
    // the tooltip takes the title of the element under the pointer
    await expect.poll(() => toggle.getAttribute('aria-label')).toBe('Switch to displaying total fees per block');
    const cubes = (await turned()).filter((name) => name.split(' ').includes('blockLink')).length;
    expect(cubes).toBeGreaterThan(4);
    expect(await page.locator('#mempool-block-0').innerText()).toContain('1.50 MB');
    const next = page.locator('#mempool-block-0');
    const divider = page.locator('#divider');
    const left = async (one: typeof next) => (await one.boundingBox())?.x ?? 0;
    expect(await left(next)).toBeLessThan(await left(divider));
    await page.locator('.time-toggle').click();
    await expect.poll(async () => (await left(next)) > (await left(divider))).toBe(true);
    expect((await turned()).filter((name) => name.split(' ').includes('strip')).length).toBeGreaterThan(0);
    expect(faults).toEqual([]);
    await leave(page);
  });

  test('scrolls down page by page, at most three in the document, and back to the tip', async () => {
    const { page, faults } = await visit('/');
    const scroll = (by: number) =>
      page.evaluate((px) => {
        const strip = document.getElementById('strip');
        if (strip) strip.scrollLeft += px;
      }, by);
    await expect
      .poll(async () => {
        await scroll(400);
        return (await heights(page)).at(-1);
      })
      .toBeLessThan(tip - 60);
    const shown = await heights(page);
    expect(shown.length).toBe(30);
    expect(shown).toEqual(shown.map((_, place) => (shown[0] ?? 0) - place));
    expect(await page.locator('#divider').count()).toBe(0);
    await expect.poll(() => page.locator('.mined-block[data-waiting]').count()).toBe(0);
    await page.evaluate(() => window.dispatchEvent(new Event('strip-reset')));
    await page.locator('#divider').waitFor();
    const after = await heights(page);
    expect(after.slice(0, 8)).toEqual(Array.from({ length: 8 }, (_, place) => tip - place));
    expect(after.length).toBeLessThan(30);
    await expect.poll(() => page.locator('[data-part~=strip-reset]').count()).toBe(0);
    expect(faults).toEqual([]);
    await leave(page);
  });

  test.each([false, true])('shows an old block among adjacent ones (newest on the right: %s)', async (ltr) => {
    const context = await site.browser.newContext({ viewport: { width: 1280, height: 900 } });
    if (ltr) await context.addCookies([{ name: 'glassblock', value: 'ltr=true', url: site.origin }]);
    const page = await context.newPage();
    await page.goto(`${site.origin}/block/${oldBlock.id}`);
    const marked = page.locator('#bitcoin-block-40[data-marked]');
    await marked.waitFor();
    const around = await heights(page);
    expect(ltr ? around.toReversed() : around).toEqual(Array.from({ length: 30 }, (_, place) => 55 - place));
    await expect
      .poll(async () => {
        const box = await marked.boundingBox();
        return box !== null && box.x >= 0 && box.x + box.width <= 1280;
      })
      .toBe(true);
    await page.getByRole('button', { name: 'Back to tip' }).click();
    await page.locator('#mempool-block-0').waitFor();
    await context.close();
  });

  test('scrolls to the block of the page before the blocks around it are loaded', async () => {
    const context = await site.browser.newContext({ viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/api\/v1\/blocks\/\d+$/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${site.origin}/block/${oldBlock.id}`);
    const waiting = page.locator('#bitcoin-block-40[data-waiting]');
    await waiting.waitFor();
    const top = (await page.locator('main').boundingBox())!.y;
    const left = (await waiting.boundingBox())!.x;
    expect(left).toBeGreaterThan(400);
    expect(left).toBeLessThan(800);
    release();
    await page.locator('#bitcoin-block-40[data-marked]:not([data-waiting])').waitFor();
    expect((await page.locator('#bitcoin-block-40').boundingBox())!.x).toBe(left);
    // the loaded blocks are no higher
    expect(Math.abs((await page.locator('main').boundingBox())!.y - top)).toBeLessThan(1);
    await context.close();
  });

  test.each([
    ['right to left', 1],
    ['left to right', -1],
  ] as const)('in a chain of two blocks the divider is in the middle, time %s', async (name, past) => {
    // the socket of the sample server sends other blocks
    const { page } = await young.visit('/', { javaScriptEnabled: false, viewport: { width: 1440, height: 900 } });
    const value = `ltr=${name === 'left to right'}`;
    await page.context().addCookies([{ name: 'glassblock', value, url: young.origin }]);
    await page.reload();
    const middle = async (selector: string) => {
      const box = (await page.locator(selector).boundingBox())!;
      return box.x + box.width / 2;
    };
    const divider = await middle('#divider');
    expect(Math.abs(divider - 720)).toBeLessThan(10);
    expect(past * ((await middle('#bitcoin-block-1')) - divider)).toBeGreaterThan(60);
    expect(past * ((await middle('#bitcoin-block-1')) - divider)).toBeLessThan(130);
    expect(await page.locator('.mined-block', { hasText: /(?<![\d.])0 BTC/ }).count()).toBe(2);
    await leave(page);
  });

  test('an empty mempool has a page of the next block', async () => {
    const { page } = await young.visit('/mempool-block/0', { javaScriptEnabled: false });
    expect(await page.locator('h1').innerText()).toBe('The mempool is empty');
    await leave(page);
  });

  test("draws stale blocks behind the canonical one, with a hint for a time before the parent's", async () => {
    const before = site.received.length;
    const { page, faults } = await visit('/');
    await site.isFollowed(before);
    const block = sampleBlock(tip + 1, Date.now());
    site.push({
      block: {
        ...block,
        timestamp: sampleBlock(tip, now).timestamp - 60,
        extras: {
          ...block.extras,
          orphans: ['x', 'y', 'z', 'more'].map((name) => ({
            height: block.height,
            hash: hashOf(name),
            branchlen: 1,
            status: 'valid-fork',
            prevhash: hashOf('p'),
          })),
        },
      },
    });
    const item = page.locator(`#bitcoin-block-${tip + 1}`);
    await item.waitFor();
    expect(await item.locator('[data-part~=ghost]').count()).toBe(3);
    const x = hashOf('x');
    expect(await item.locator('[data-part~=ghost]').first().getAttribute('title')).toBe(
      `stale block ${x.slice(0, 4)}...${x.slice(-4)}`,
    );
    expect(await item.locator('[data-part~=time-hint]').getAttribute('title')).toBe(
      "Miner's timestamp: earlier than the previous block's",
    );
    expect(await page.locator('[data-part~=time-hint]').count()).toBe(1);
    expect(faults).toEqual([]);
    await leave(page);
  });

  test('scrolls by mouse drag with momentum, without clicking its cards', async () => {
    const { page } = await visit('/', { reducedMotion: 'reduce' });
    const at = () => page.evaluate(() => document.getElementById('strip')?.scrollLeft ?? 0);
    const box = await page.locator('#bitcoin-block-840122').boundingBox();
    if (box === null) throw new Error('no block');
    const [x, y] = [box.x + 60, box.y + 90];
    const before = await at();
    await page.mouse.move(x, y);
    await expect
      .poll(async () => {
        await page.mouse.move(x, y);
        await page.mouse.down();
        for (let step = 1; step <= 8; step++) await page.mouse.move(x - 20 * step, y);
        await page.mouse.up();
        return at();
      })
      .toBeGreaterThan(before + 100);
    await expect.poll(() => page.locator('[data-part~=strip-scroller][data-dragging]').count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe('/');
    await leave(page);
  });
});
