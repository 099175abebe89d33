// Takes more than 30 s: pages are loaded in a real browser in several sizes and themes, with and without JavaScript.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFindings } from './support/axe.ts';
import { activateChart, expectDrawing } from './support/charts.ts';
import { ownAddress, sampleStatistics } from './support/samples/sample-data.ts';
import { expectSound, views } from './support/sound.ts';
import { leave } from './support/tabs.ts';
import { testSite } from './support/test-site.ts';

const site = testSite();
const lastMinutes = () =>
  sampleStatistics(Date.now())
    .slice(0, 100)
    .map((row) => ({ ...row, vbytes_per_second: 1_200 }));
/** Statistics with measured inflow. */
const measured = testSite({
  first: (path) =>
    path.endsWith('/statistics/2h') ? { status: 200, contentType: 'application/json', body: lastMinutes() } : undefined,
});

const { visit } = site;

/** Returns the files of the chart library that a page requests from now on. */
function libraryOf(page: Page): string[] {
  const files: string[] = [];
  page.on('request', (request) => {
    if (/(echarts|live-chart)[\w.-]*\.js$/.test(request.url())) files.push(request.url());
  });
  return files;
}

test.each(views)('%s: is drawn without an error, axe finding or horizontal scroll', async (_, options) => {
  const { page, faults } = await visit('/graphs/mempool?window=24h', options);
  await expectDrawing(page);
  await expectSound(page, faults);
  await activateChart(page);
  await expectSound(page, faults, 'main');
  await leave(page);
});

test('a chart is a static drawing, also without JavaScript, and loads its library on interaction', async () => {
  const plain = await visit('/graphs/mempool?window=24h', { javaScriptEnabled: false });
  await expectDrawing(plain.page);
  // a layer for each fee band with transactions, and a gap where nothing was measured
  const layers = plain.page.locator('[data-part~=chart-static]').first().locator('path');
  expect(await layers.count()).toBe(20);
  for (const layer of await layers.all()) expect((await layer.getAttribute('d'))?.match(/M/g)).toHaveLength(2);
  // the highest fee band is at the back and reaches 7.195 of 8 million vB; the picture has 2000 x 1000 units
  expect(await layers.first().getAttribute('d')).toMatch(/^M0 101h\d{3,4}V1000H0ZM\d{4} 101h\d{3}V1000H\d{4}Z$/);
  const heights = plain.page.locator('[data-part~=chart-static]').first().locator('[data-part~=static-left]');
  expect(await heights.allTextContents()).toEqual(['0', '2', '4', '6', '8']);
  await leave(plain.page);
  const { page, faults } = await visit('/graphs/mempool');
  const files = libraryOf(page);
  await page.click('#dateSpan-24h');
  await expectDrawing(page);
  expect(files).toEqual([]);
  await page.locator('[data-part~=chart-host]').nth(1).focus();
  await page.locator('[data-part~=chart-host]').nth(1).locator('canvas').waitFor();
  expect(files.length).toBeGreaterThan(0);
  // the other chart is still a static drawing
  await expect.poll(() => page.locator('[data-part~=chart-static]').count()).toBe(1);
  expect(faults).toEqual([]);
  await leave(page);
});

test('the mempool chart has live update, minimum fee rate, and a slider for longer windows', async () => {
  const { page, faults } = await visit('/graphs/mempool?window=24h');
  expect(await page.locator('[data-part~=chart-static][data-has-slider=true]').count()).toBe(2);
  expect(await page.locator('.small-buttons > :nth-child(2) #dropdownFees').isVisible()).toBe(true);
  expect(await page.locator('.btn-group').isVisible()).toBe(true);
  await page.locator('#hide-outliers').check();
  await page.locator('#btn-clock').click();
  await page.waitForURL('**/clock/mempool/0');
  expect(faults).toEqual([]);
  await leave(page);
});

test('low bands can be hidden, and all bands of a time can be read', async () => {
  const { page, faults } = await visit('/graphs/mempool?window=24h');
  const table = page.locator('[data-part~=bands-of-moment] tbody tr');
  const readings = async () => (await table.allInnerTexts()).map((row) => row.split(/\s+/).join(' ').trim());
  await page.locator('[data-part~=bands-of-moment] summary').click();
  expect((await readings()).at(-1)).toBe('0 – 1 2.00 MvB 7.20 MvB 27.8 %');
  expect((await readings())[0]).toBe('100 – 125 0.10 MvB 0.10 MvB 1.4 %');
  expect(await table.count()).toBe(20);
  const squares = () =>
    table.locator('[data-part~=band-square] rect').evaluateAll((all) => all.map((one) => getComputedStyle(one).fill));
  expect(new Set(await squares()).size).toBe(20);
  await page.locator('#dropdownFees').click();
  expect(await page.locator('[data-part~=fee-floor] button').count()).toBe(20);
  await page.locator('[data-part~=fee-floor] button', { hasText: '2 – 3' }).click();
  await expect.poll(() => table.count()).toBe(18);
  expect((await readings()).at(-1)).toBe('2 – 3 0.67 MvB 4.20 MvB 15.9 %');
  expect(await page.locator('#dropdownFees').innerText()).toMatch(/from 2 sat\/vB/);
  expect(await page.locator('[data-part~=fee-floor]').getAttribute('open')).toBeNull();
  await expectSound(page, faults);
  await page.locator('#dropdownFees').press('Enter');
  await page.locator('[data-part~=fee-floor]').getByRole('checkbox').check();
  await page.keyboard.press('Escape');
  await page.reload();
  await page.locator('[data-part~=chart-static] [data-part~=static-right]', { hasText: '40,000' }).waitFor();
  await leave(page);
});

test("the chart has the theme's colors and interpolated ones", async () => {
  const { page } = await visit('/graphs/mempool?window=24h', { colorScheme: 'dark' });
  await expectDrawing(page);
  const fills = () =>
    page
      .locator('[data-part~=chart-static]')
      .first()
      .locator('path')
      .evaluateAll((paths) => paths.map((path) => getComputedStyle(path).fill));
  const dark = await fills();
  expect(new Set(dark).size).toBe(dark.length);
  expect(dark).not.toContain('rgb(0, 0, 0)');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(fills).not.toEqual(dark);
  await leave(page);
});

test('the window is in the URL and in the history', async () => {
  const { page, faults } = await visit('/graphs');
  await page.waitForURL('**/graphs/mempool');
  expect(await page.locator('[data-part~=window-tabs] [aria-current=true]').innerText()).toBe('2H');
  expect(await page.locator('main').innerText()).toContain('No data for this time window yet');
  await page.click('#dateSpan-24h');
  await page.waitForURL('**/graphs/mempool?window=24h');
  await activateChart(page);
  await page.goBack();
  await page.waitForURL('**/graphs/mempool?window=2h');
  await page.locator('text=No data for this time window yet').waitFor();
  expect(faults).toEqual([]);
  await leave(page);
});

test('pointer and arrow keys read values, equal to the table', async () => {
  const { page } = await visit('/graphs/mempool?window=24h');
  await activateChart(page);
  const readout = page.locator('[data-part~=chart-readout]').first();
  const newest = await readout.locator('time').getAttribute('datetime');
  await page.locator('[data-part~=chart-host]').first().focus();
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction(
    (time) => document.querySelector('[data-part~=chart-readout] time')?.getAttribute('datetime') !== time,
    newest,
  );
  const before = await readout.locator('time').getAttribute('datetime');
  expect(Date.parse(newest!) - Date.parse(before!)).toBe(60_000);
  await page.keyboard.press('Home');
  await page.waitForFunction(
    (time) => document.querySelector('[data-part~=chart-readout] time')?.getAttribute('datetime') !== time,
    before,
  );
  await page.locator('[data-part~=chart-table] summary').first().click();
  const cells = await page
    .locator('[data-part~=chart-table] table')
    .first()
    .locator('tbody tr')
    .first()
    .locator('td')
    .allInnerTexts();
  // The browser has the same clock; it shows a space in place of the T of ISO 8601.
  const at = new Date(newest!);
  expect(cells[0]).toBe(
    new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19).replace('T', ' '),
  );
  expect(cells.slice(1, 4)).toEqual(['40,000', '2,000,000', '1,000,000']);
  await leave(page);
});

test('adds a new minute to the live window only', async () => {
  const before = site.received.length;
  const { page } = await visit('/graphs/mempool?window=24h');
  await activateChart(page);
  await site.isFollowed(before);
  const newest = await page.locator('[data-part~=chart-readout] time').first().getAttribute('datetime');
  const added = Math.floor(Date.now() / 1000) + 60;
  site.push({ 'live-2h-chart': { added, count: 7, vbytes_per_second: 5, min_fee: 1, vsizes: [100, 200] } });
  expect(Date.parse(newest!) / 1000).toBeLessThan(added);
  await page.click('#dateSpan-2h');
  await page
    .locator(`[data-part~=chart-readout] time[datetime="${new Date(added * 1000).toISOString()}"]`)
    .first()
    .waitFor();
  await leave(page);
});

test('the dashboard shows recent inflow and updates it every minute', async () => {
  const { page, faults } = await measured.visit('/');
  const widget = page.locator('[data-part~=inflow-widget]');
  await widget.scrollIntoViewIfNeeded();
  await expectDrawing(page);
  await widget.getByText('Incoming transactions (vB/s)').waitFor();
  const colours = () =>
    widget.locator('[data-part~=static-line]').evaluateAll((lines) => lines.map((line) => line.getAttribute('stroke')));
  expect(await colours()).not.toContain('var(--bad)');
  const added = Math.floor(Date.now() / 60_000) * 60 + 60;
  measured.push({ 'live-2h-chart': { added, count: 7, vbytes_per_second: 3400, min_fee: 1, vsizes: [100] } });
  await expect.poll(colours).toContain('var(--bad)');
  await activateChart(page);
  await widget.locator('[data-part~=chart-host]').hover({ position: { x: 90, y: 40 } });
  await widget.locator('[data-part~=inflow-readout] time').waitFor();
  expect(faults).toEqual([]);
  await leave(page);
});

test('the dashboard shows a text while there are no samples', async () => {
  const { page } = await visit('/');
  await page.locator('[data-part~=inflow-widget]').scrollIntoViewIfNeeded();
  await page.locator('[data-part~=inflow-widget]').getByText('No data for this time window yet.').waitFor();
  await leave(page);
});

test('shows the projected blocks of a past time, also without JavaScript', async () => {
  const { page } = await visit('/graphs/mempool?window=24h&at=1763700000', { javaScriptEnabled: false });
  const words = await page.locator('main').innerText();
  expect(words).toContain('Mempool snapshot');
  expect(await page.locator('.past-pool tbody tr').count()).toBeGreaterThan(2);
  expect(await page.content()).not.toMatch(/ style="/);
  await leave(page);
});

test('saves values as a file', async () => {
  const { page } = await visit('/graphs/mempool?window=24h');
  await activateChart(page);
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page.locator('[data-part~=chart-files] button').first().click(),
  ]);
  expect(csv.suggestedFilename()).toBe('mempool-24h.csv');
  const [png] = await Promise.all([
    page.waitForEvent('download'),
    page.locator('[data-part~=chart-files] button').nth(1).click(),
  ]);
  expect(png.suggestedFilename()).toBe('mempool-24h.png');
  await leave(page);
});

test('the fees page shows fee rates and accuracy, also without JavaScript', async () => {
  const { page, faults } = await visit('/fees?window=7d');
  await page.locator('[data-cy=forecast]').first().waitFor();
  expect(await page.locator('[data-cy=forecast]').first().locator('tbody tr').first().innerText()).toContain('12.5');
  expect(await page.locator('[data-part~=window-tabs] [aria-current=true]').innerText()).toBe('7D');
  const scores = await page
    .locator('[data-cy=forecast]')
    .nth(1)
    .locator('tbody tr')
    .first()
    .locator('td')
    .allInnerTexts();
  expect(scores.map((score) => score.replace(/\s+/g, ' '))).toEqual([
    '50 % of 40 · 20 % overpaid',
    '95 % of 40',
    'at the minimum fee rate',
  ]);
  expect(await axeFindings(page)).toEqual([]);
  expect(faults).toEqual([]);
  await leave(page);
  const plain = await visit('/fees', { javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  expect(await plain.page.locator('main').innerText()).toContain('Forecast');
  await leave(plain.page);
});

test('an address shows balance history and UTXOs, each with a table', async () => {
  const { page, faults } = await visit(`/address/${ownAddress}`);
  const files = libraryOf(page);
  await page.locator('[data-cy=balance-history]').scrollIntoViewIfNeeded();
  await expectDrawing(page);
  expect(files).toEqual([]);
  await activateChart(page);
  expect(await page.locator('[data-part~=chart-static]').count()).toBe(0);
  const readout = page.locator('[data-cy=balance-history] [data-part~=chart-readout]');
  expect(await readout.innerText()).toContain('2.12345555');
  await page.locator('[data-cy=balance-history] summary').click();
  const [newest] = await page.locator('[data-cy=balance-history] tbody tr').allInnerTexts();
  expect(newest).toMatch(/1,000,000\s+212,345,555$/);
  await page.locator('section[aria-labelledby=utxos-title]').scrollIntoViewIfNeeded();
  expect(await page.locator('[data-cy=utxo-map] rect').count()).toBe(9);
  const ages = await page
    .locator('[data-cy=utxo-map] rect')
    .evaluateAll((all) => all.map((rect) => rect.getAttribute('data-age')));
  expect(ages).toEqual(['older', 'older', 'year', 'year', 'month', 'month', 'month', 'day', 'pending']);
  const areas = await page
    .locator('[data-cy=utxo-map] rect')
    .evaluateAll((all) =>
      all.map((rect) => (Number(rect.getAttribute('width')) + 2) * (Number(rect.getAttribute('height')) + 2)),
    );
  expect(areas[0]! / areas[1]!).toBeCloseTo(2, 3);
  await page.locator('section[aria-labelledby=utxos-title] summary').click();
  expect(await page.locator('section[aria-labelledby=utxos-title] tbody tr').count()).toBe(9);
  expect(await axeFindings(page, '[data-cy=balance-history]', 'section[aria-labelledby=utxos-title]')).toEqual([]);
  expect(faults).toEqual([]);
  await leave(page);
});
