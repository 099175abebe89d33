import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openPage, saveData, waitForHydration } from './support/open-page.ts';
import { leave } from './support/tabs.ts';
import { testSite } from './support/test-site.ts';

const site = testSite();

/** A page whose scripts load when `release` is called. */
async function openSocialImage(path: string): Promise<{ page: Page; release(): void; errors: string[] }> {
  const page = await (await site.browser.newContext()).newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  let release = () => {};
  const held = new Promise<void>((done) => (release = done));
  await page.route(/\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(site.origin + path, { waitUntil: 'commit' });
  return { page, release, errors };
}

test('keeps input from before hydration in every field', async () => {
  const { page, release, errors } = await openSocialImage('/tools/calculator?rate=10');
  await page.fill('#in-p2tr', '2');
  await page.fill('#in-p2wpkh', '0');
  await page.fill('.search-box-container input', '0');
  release();
  await page.waitForURL('**/tools/calculator?rate=10&in-p2wpkh=0&in-p2tr=2');
  await page
    .locator('[data-part~=search-results] a[href], [data-part~=search-results] [role=option]')
    .first()
    .waitFor();
  expect(await page.inputValue('#in-p2tr')).toBe('2');
  expect(await page.inputValue('#in-p2wpkh')).toBe('0');
  expect(await page.inputValue('#out-p2sh')).toBe('0');
  expect(await page.locator('[data-part~=rows] > div', { hasText: 'Weight' }).locator('dd').innerText()).toBe('750 WU');
  expect(errors).toEqual([]);
  await leave(page);
});

test('keeps a checkbox and a selection from before hydration when the page changes', async () => {
  const preview = await openSocialImage('/tx/preview');
  await preview.page.getByRole('checkbox').check();
  preview.release();
  await waitForHydration(preview.page);
  await preview.page.getByRole('textbox', { name: 'hex' }).fill('00');
  expect(await preview.page.getByRole('checkbox').isChecked()).toBe(true);
  const desk = await openSocialImage('/wallet/desk');
  await desk.page.locator('#desk-kind').selectOption({ index: 2 });
  const chosen = await desk.page.inputValue('#desk-kind');
  desk.release();
  await waitForHydration(desk.page);
  await desk.page.locator('#desk-pace').selectOption({ index: 1 });
  expect(await desk.page.inputValue('#desk-kind')).toBe(chosen);
  for (const { page, errors } of [preview, desk]) {
    expect(errors).toEqual([]);
    await leave(page);
  }
});

test('the strip can be dragged by a pointer that was pressed before hydration', async () => {
  const { page, release, errors } = await openSocialImage('/');
  // positions are final only with the style sheets
  await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0);
  const box = await page.locator('.mined-block').nth(1).boundingBox();
  if (box === null) throw new Error('no block');
  const [x, y] = [box.x + 60, box.y + 90];
  await page.mouse.move(x, y);
  release();
  await waitForHydration(page);
  const at = () => page.evaluate(() => document.getElementById('strip')?.scrollLeft ?? 0);
  const before = await at();
  await expect
    .poll(async () => {
      await page.mouse.down();
      for (let step = 1; step <= 8; step++) await page.mouse.move(x - 20 * step, y);
      await page.mouse.up();
      const moved = (await at()) - before;
      await page.mouse.move(x, y);
      return moved;
    })
    .toBeGreaterThan(100);
  expect(errors).toEqual([]);
  await leave(page);
});

test('a part whose script fails to load shows an error with a retry, and the page stays usable', async () => {
  const page = await (await site.browser.newContext()).newPage();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.route(/\/SettingsForm-[^/]*\.js$/, (route) => route.abort());
  await page.goto(site.origin);
  await waitForHydration(page);
  await page.locator('[data-part~=menu-sheet] summary').click();
  await page
    .locator('[data-part~=menu-sheet] [data-part~=failed]')
    .getByText('This part could not be loaded.')
    .waitFor();
  const again = page.locator('[data-part~=menu-sheet] [data-part~=failed] button');
  const refused = page.waitForEvent('requestfailed');
  await again.click();
  await refused;
  await again.waitFor();
  await page.unrouteAll();
  await again.click();
  await page.locator('[data-part~=menu-sheet]').getByRole('group').first().waitFor();
  expect(await again.count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.locator('.mined-block .blockLink').first().click();
  await page.waitForURL('**/block/*');
  await page.locator('.title-block h1').waitFor();
  expect(await page.locator('h1').count()).toBe(1);
  expect(errors).toEqual([]);
  await page.context().close();
});

test('preloads likely pages after the list of their imports was cut off', async () => {
  const page = await (await site.browser.newContext()).newPage();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.route(/\/manifest-[^/]*\.json$/, (route) => route.fulfill({ body: '{"routes' }));
  const answered = page.waitForResponse(/\/manifest-[^/]*\.json$/);
  await page.goto(site.origin);
  await answered;
  await page.locator('link[rel=modulepreload][href*="/address-"]').first().waitFor({ state: 'attached' });
  expect(errors).toEqual([]);
  await page.context().close();
});

test('preloads likely pages after a delay, unless data is saved', async () => {
  const preloads = (page: Page) =>
    page.locator('link[rel=modulepreload][href*="/tx-"], link[rel=modulepreload][href*="/address-"]').count();
  const [defaultValue, saving] = [await site.browser.newContext(), await site.browser.newContext()];
  const ahead = await defaultValue.newPage();
  await ahead.clock.install({ time: 0 });
  await ahead.clock.pauseAt(1_000);
  await ahead.goto(site.origin);
  await ahead.locator('.mined-block').first().waitFor();
  expect(await preloads(ahead)).toBe(0);
  await expect
    .poll(async () => {
      await ahead.clock.runFor(500);
      return preloads(ahead);
    })
    .toBeGreaterThan(1);
  await defaultValue.close();
  const plain = await openPage(site.browser, site.origin);
  await expect.poll(() => preloads(plain.page)).toBeGreaterThan(1);
  expect(plain.faults).toEqual([]);
  await plain.page.context().close();
  const page = await saving.newPage();
  await page.clock.install();
  await page.addInitScript(saveData);
  await page.goto(site.origin);
  await waitForHydration(page);
  await page.clock.runFor(4_000);
  expect(await preloads(page)).toBe(0);
  await saving.close();
});
