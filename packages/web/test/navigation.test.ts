// Takes more than 30 s when the machine is busy: pages are loaded in a real browser.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { navigateTo, waitForHydration } from './support/open-page.ts';
import { tip } from './support/samples/sample-data.ts';
import { leave } from './support/tabs.ts';
import { testSite } from './support/test-site.ts';

const site = testSite({});
const waiting = (page: Page) => page.locator('[data-part~=away]');
const title = (page: Page, text: string | RegExp) => page.locator('h1').filter({ hasText: text }).waitFor();

test('a navigation without a network keeps the page, shows the state, and completes when the network is back', async () => {
  const { page } = await site.visit('/', {}, /./);
  await waitForHydration(page);
  const mark = await page.evaluate(() => Object.assign(window, { mark: 'same document' }).mark);
  await page.context().setOffline(true);
  await page.locator('[data-part~=connection]').getByText('Offline').waitFor();
  await page.locator('header a[href="/mining"]').first().click();
  await waiting(page).waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  expect(await page.locator('#strip').isVisible()).toBe(true);
  expect(await page.locator('body').innerText()).not.toMatch(/Failed to fetch|NetworkError|Load failed/);
  const announced = page.locator('body > .sr-only[role=status]');
  expect(await announced.innerText()).toBe('');
  await page.context().setOffline(false);
  await page.waitForURL('**/mining');
  await waiting(page).waitFor({ state: 'detached' });
  await expect.poll(() => announced.innerText()).toBe('Mining · Glassblock');
  expect(await page.evaluate(() => (window as { mark?: string }).mark)).toBe(mark);
  await leave(page);
});

test('waits for the style sheets of the next page, and has no unhandled rejection without them', async () => {
  const { page } = await site.visit('/', {}, /./);
  await waitForHydration(page);
  await page.evaluate(() => {
    const rejections: string[] = Object.assign(window, { rejections: [] as string[] }).rejections;
    window.addEventListener('unhandledrejection', ({ reason }) => rejections.push(String(reason)));
  });
  const isSheet = (url: URL) => url.pathname.endsWith('.css');
  await page.route(isSheet, (route) => route.abort());
  await page
    .locator('header a[href="/about"]')
    .first()
    .evaluate((link: HTMLElement) => link.click());
  await waiting(page).waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  await page.unroute(isSheet);
  await page.waitForURL('**/about');
  await waiting(page).waitFor({ state: 'detached' });
  expect(await page.evaluate(() => (window as { rejections?: string[] }).rejections)).toEqual([]);
  await leave(page);
});

test('keeps the page while data does not arrive, also when the scripts are loaded', async () => {
  const { page } = await site.visit(`/block/${tip - 2}`, {}, /./);
  await waitForHydration(page);
  await page.context().setOffline(true);
  await page.keyboard.press('ArrowRight');
  await waiting(page).waitFor();
  await title(page, (tip - 2).toLocaleString('en'));
  await page.context().setOffline(false);
  await title(page, (tip - 3).toLocaleString('en'));
  await waiting(page).waitFor({ state: 'detached' });
  await leave(page);
});

test('Esc closes a menu that was opened just before', async () => {
  const { page, faults } = await site.visit('/');
  // in one task: before the browser reports that the menu was opened
  const isOpen = await page.locator('[data-part~=menu-sheet] > summary').evaluate((summary) => {
    const sheet = summary.parentElement as HTMLDetailsElement;
    (summary as HTMLElement).click();
    const wasOpen = sheet.open;
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    return [wasOpen, sheet.open];
  });
  expect(isOpen).toEqual([true, false]);
  expect(faults).toEqual([]);
  await leave(page);
});

test('captures the arrow keys on every page, except in widgets that use them', async () => {
  const { page, faults } = await site.visit('/mining');
  await waitForHydration(page);
  await page.evaluate(() => {
    const seen: boolean[] = Object.assign(window, { seen: [] as boolean[] }).seen;
    window.addEventListener('keydown', (event) => seen.push(event.defaultPrevented));
  });
  const press = async (key: string) => {
    await page.keyboard.press(key);
    return page.evaluate(() => (window as unknown as { seen: boolean[] }).seen.at(-1));
  };
  expect(await press('ArrowLeft')).toBe(true);
  expect(await press('ArrowRight')).toBe(true);
  expect(await press('ArrowDown')).toBe(false);
  expect(await press('Shift+ArrowRight')).toBe(false);
  await page.locator('[data-part~=search] input').focus();
  expect(await press('ArrowRight')).toBe(false);
  const menu = page.locator('[data-part~=menu-sheet] > summary');
  await menu.click();
  expect(await press('ArrowLeft')).toBe(false);
  await page.keyboard.press('Escape');
  expect(await press('ArrowLeft')).toBe(true);
  await page.keyboard.press('Control+k');
  await page.locator('dialog').evaluate(() => (document.activeElement as HTMLElement).blur());
  expect(await press('ArrowLeft')).toBe(false);
  expect(faults).toEqual([]);
  await leave(page);
});

test('arrow keys that are pressed while a block loads continue from it', async () => {
  const { page, faults } = await site.visit(`/block/${tip - 2}`);
  await waitForHydration(page);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/**', async (route) => {
    await released;
    await route.continue();
  });
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft'])
    await page.keyboard.press(key);
  release();
  await title(page, (tip - 5).toLocaleString('en'));
  expect(faults).toEqual([]);
  await page.context().close();
});

test('scrolls to anchors on documentation pages only', async () => {
  const top = (page: Page) => page.evaluate(() => window.scrollY);
  const { page } = await site.visit('/mining#adjustments-title', { viewport: { width: 390, height: 600 } });
  await waitForHydration(page);
  expect(await top(page)).toBe(0);
  await page.goto(`${site.origin}/docs/faq#why-is-transaction-stuck-in-mempool`);
  await expect.poll(() => top(page)).toBeGreaterThan(100);
  await leave(page);
});

test('the first quick drag of the strip scrolls it', async () => {
  const { page, faults } = await site.visit('/');
  await waitForHydration(page);
  const strip = page.locator('#strip');
  const box = await strip.boundingBox();
  if (box === null) throw new Error('the strip is not shown');
  const left = () => strip.evaluate((element) => element.scrollLeft);
  const before = await left();
  // one event of each kind, as when the pointer arrives and drags at once
  await page.mouse.move(box.x + box.width - 100, box.y + 30);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 400, box.y + 30);
  await page.mouse.up();
  await expect.poll(left).toBeGreaterThan(before + 250);
  expect(faults).toEqual([]);
  await leave(page);
});

test('a navigation that starts while the scripts of another one load replaces it', async () => {
  const { page, faults } = await site.visit('/settings');
  const scripts: string[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/assets\/(calculator|fees)-[\w-]+\.js$/, async (route) => {
    scripts.push(route.request().url());
    await held;
    await route.continue();
  });
  await navigateTo(page, '/tools/calculator');
  await expect.poll(() => scripts.length).toBe(1);
  // between the load of the script and the next render of React
  const script = JSON.stringify(scripts[0]);
  const replaced = page.evaluate(`import(${script}).then(() => __reactRouterDataRouter.navigate('/fees'))`);
  release();
  await replaced;
  await page.waitForURL('**/fees');
  expect(faults).toEqual([]);
  await leave(page);
});
