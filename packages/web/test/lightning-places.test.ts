import type { GeographyState, GeoNode } from '@glassblock/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFindings } from './support/axe.ts';
import { lightningSite } from './support/lightning-site.ts';
import { notFound } from './support/open-page.ts';
import { expectSoundInBothViews, phoneSize } from './support/sound.ts';
import { leave } from './support/tabs.ts';

const germany = { en: 'Germany', de: 'Deutschland' };
const inGermany = (_: unknown, at: number): GeoNode => ({
  public_key: `02${at.toString(16).padStart(64, '0')}`,
  capacity: isIndexed ? 1_000_000 - at : 0,
  channels: 2,
  alias: `node ${at}`,
  first_seen: 1_700_000_000,
  updated_at: null,
  city: { en: 'Nuremberg' },
  country: germany,
  iso_code: 'DE',
  subdivision: null,
  longitude: 11.07,
  latitude: 49.45,
  as_number: 24940,
  isp: 'Hetzner Online GmbH',
});
const geography: GeographyState = {
  missing: 'No ASN or ISP file is configured: nodes have no providers, and the map is empty.',
  simulated: false,
  files: [],
  located: 2,
  nodes: 2,
};
/** A test may set it to false: the funding transactions are not in the index yet. */
let isIndexed = true;
/** Countries with their share, in percent. */
let countries: readonly (readonly [iso: string, share: number])[] = [['DE', 100]];

/** A test may set it: funding transactions are still looked up. */
let isPending = false;
const ourNode = {
  public_key: `02${'a1'.repeat(32)}`,
  alias: 'alice',
  sockets: '1.2.3.4:9735',
  active_channel_count: 2,
  city: null,
  country: null,
  longitude: null,
  latitude: null,
};

function bodyOf(path: string): unknown {
  const { pathname } = new URL(path, 'http://fixture');
  if (pathname.endsWith('/lightning/lookups')) return { pending: isPending, channels: 2, found: isPending ? 0 : 2 };
  if (pathname.endsWith('/lightning/groups')) return [{ slug: 'our', name: 'Our nodes', description: '', keys: [] }];
  if (pathname.endsWith('/nodes/group/our')) return [{ ...ourNode, capacity: isIndexed ? '3000000' : '0' }];
  if (pathname.endsWith('/lightning/geography')) return geography;
  if (pathname.endsWith('/nodes/world'))
    return {
      maxLiquidity: 5_000_000,
      maxChannels: 3,
      nodes: [
        [11.07, 49.45, `02${'a1'.repeat(32)}`, 'alice', 3_000_000, 2, germany, 'DE'],
        [139.69, 35.69, `03${'b2'.repeat(32)}`, '<b>bob</b>\u202e', 5_000_000, 3, { en: 'Japan' }, 'JP'],
      ],
    };
  if (pathname.endsWith('/lightning/channels-geo')) return [[11.07, 49.45, 139.69, 35.69]];
  if (pathname.endsWith('/nodes/countries'))
    return countries.map(([iso, share]) => ({
      name: germany,
      iso,
      count: 16,
      share,
      capacity: isIndexed ? '3000000' : '0',
    }));
  if (pathname.endsWith('/nodes/country/de')) return { country: germany, nodes: Array.from({ length: 16 }, inGermany) };
  if (pathname.endsWith('/nodes/isp-ranking'))
    return {
      clearnetCapacity: 3_000_000,
      torCapacity: 1_000_000,
      unknownCapacity: 0,
      ispRanking: [['24940,213230', 'Hetzner Online GmbH', isIndexed ? 3_000_000 : 0, 2, 16]],
    };
  return undefined;
}

const site = lightningSite(bodyOf);

test('the map is moved by the keyboard, and its nodes are in a table', async () => {
  const { page, faults } = await site.visit('/graphs/lightning/nodes-channels-map');
  await page.getByText('No ASN or ISP file is configured').waitFor();
  const map = page.locator('[data-part~=world-map]');
  await map.focus();
  await page.keyboard.press('+');
  await page.locator('[data-part~=world-map][data-zoomed]').waitFor();
  await page.keyboard.press('0');
  await page.locator('[data-part~=world-map]:not([data-zoomed])').waitFor();
  const table = page.getByText('Table: 2 nodes, 1 channel');
  await table.click();
  const rows = await page.locator('#main details tbody tr').allInnerTexts();
  expect(rows.map((row) => row.split('\t').at(1))).toEqual(['Japan', 'Germany']);
  expect(await axeFindings(page)).toEqual([]);
  expect(faults).toEqual([]);
});

test('countries, providers and their nodes work without JavaScript', async () => {
  const { page } = await site.visit('/graphs/lightning/nodes-per-isp', { javaScriptEnabled: false });
  const provider = page.getByRole('link', { name: 'Hetzner Online GmbH' });
  expect(await provider.getAttribute('href')).toBe('/lightning/nodes/isp/24940,213230');
  await page.getByRole('link', { name: 'Countries' }).click();
  await page.getByRole('link', { name: 'Germany' }).click();
  expect(await page.locator('h1').innerText()).toContain('Lightning nodes in Germany');
  expect(await page.locator('[data-part~=stacking] tbody tr').count()).toBe(15);
  await page.getByRole('link', { name: 'Next page' }).click();
  await page.waitForURL('**page=2');
  expect(await page.locator('[data-part~=stacking] tbody tr').count()).toBe(1);
  await page.goto(`${site.origin}/lightning/nodes/country/de?page=9999`);
  expect(new URL(page.url()).search).toBe('?page=2');
});

test('shares of providers and countries are a ring whose parts link, with the values of the table at the pointer', async () => {
  const { page, faults } = await site.visit('/graphs/lightning/nodes-per-isp');
  const ring = page.locator('[data-cy=share-ring]');
  expect((await ring.innerText()).split('\n')).toEqual(['1', 'provider']);
  const part = ring.locator('a');
  expect(await part.getAttribute('href')).toBe('/lightning/nodes/isp/24940,213230');
  await expect
    .poll(async () => {
      const { x, y, width } = (await ring.boundingBox())!;
      await page.mouse.move(x + width / 2 + 10, y + 20);
      return ring.locator('figcaption').innerText();
    })
    .toMatch(/Hetzner Online GmbH\s+100\.0\s%\s16 nodes/);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'SVG' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^lightning-isps-\d+\.svg$/);
  await expectSoundInBothViews(page, faults);
  await page.goto(`${site.origin}/graphs/lightning/nodes-per-country`);
  expect(await ring.locator('a').getAttribute('href')).toBe('/lightning/nodes/country/de');
  expect((await ring.innerText()).split('\n')).toEqual(['1', 'country']);
  await expectSoundInBothViews(page, faults);
});

test('the ring of countries merges larger shares on a phone', async () => {
  countries = [
    ['DE', 96.7],
    ['FR', 1.8],
    ['JP', 0.9],
    ['CA', 0.6],
  ];
  const path = '/graphs/lightning/nodes-per-country';
  const [wide, narrow] = [await site.visit(path), await site.visit(path, { viewport: phoneSize })];
  countries = [['DE', 100]];
  const links = ({ page }: typeof wide) => page.locator('[data-cy=share-ring] a');
  await expect.poll(() => links(wide).count()).toBe(2);
  await expect.poll(() => links(narrow).count()).toBe(1);
  expect(await narrow.page.locator('[data-cy=share-table] tbody tr').count()).toBe(4);
  await leave(narrow.page);
});

test('the tab of the current map is in view on a phone', async () => {
  const path = '/graphs/lightning/nodes-channels-map';
  const { page } = await site.visit(path, { viewport: phoneSize, isMobile: true, hasTouch: true });
  const right = async () => {
    const { x, width } = (await page.locator('[data-part~=graph-tabs] [aria-current]').boundingBox())!;
    return x + width;
  };
  await expect.poll(right).toBeLessThanOrEqual(phoneSize.width);
  await leave(page);
});

test('the list of the largest providers is within its card on a phone, also with a long name', async () => {
  const { page } = await site.visit('/lightning', { viewport: phoneSize, isMobile: true, hasTouch: true }, notFound);
  const card = page.locator('section[aria-labelledby=lightning-isps]');
  const name = card.locator('tbody a bdi').first();
  await name.evaluate((element) => {
    element.textContent = 'Example Hosting (international)';
  });
  const outer = (await card.boundingBox())!;
  const inner = (await card.locator('table').boundingBox())!;
  expect(inner.x).toBeGreaterThanOrEqual(outer.x + 12);
  expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width - 12);
  await leave(page);
});

const notice = 'Channels and capacities appear once the funding transactions are found in the index.';
const figuresOf = async (page: Page) => (await page.locator('[data-part~=answers]').innerText()).split(/\n+/);

test.each(['/graphs/lightning/nodes-per-country', '/graphs/lightning/nodes-per-isp', '/lightning/nodes/country/de'])(
  '%s states that capacities are not known yet, while they are looked up',
  async (path) => {
    [isIndexed, isPending] = [false, true];
    const { page, faults } = await site.visit(path);
    expect(await page.getByText(notice).count()).toBe(1);
    expect(await page.locator('#main').innerText()).not.toMatch(/\b0(\.0+)? BTC|\b0\.0\s%/);
    // some of them are known
    isIndexed = true;
    await page.reload();
    expect(await page.getByText(notice).count()).toBe(1);
    expect(await page.locator('#main').innerText()).toContain('0.0');
    // located nodes without channels
    [isIndexed, isPending] = [false, false];
    await page.reload();
    expect(await page.getByText(notice).count()).toBe(0);
    expect(await page.locator('#main').innerText()).toMatch(/\b0(\.0+)? BTC/);
    isIndexed = true;
    expect(faults).toEqual([]);
    await leave(page);
  },
);

test('a group of nodes has no capacity until it is known', async () => {
  [isIndexed, isPending] = [false, true];
  const { page } = await site.visit('/lightning/group/our');
  expect(await page.getByText(notice).count()).toBe(1);
  expect(await figuresOf(page)).toEqual(['Nodes', '1', 'Liquidity', '–', 'Channels', '2']);
  [isIndexed, isPending] = [true, false];
  await page.reload();
  expect(await page.getByText(notice).count()).toBe(0);
  expect((await figuresOf(page)).slice(2, 4)).toEqual(['Liquidity', '0.03 BTC']);
});

test('providers without known capacities have no ring, and one with them', async () => {
  [isIndexed, isPending] = [false, true];
  const { page } = await site.visit('/graphs/lightning/nodes-per-isp', { viewport: phoneSize }, notFound);
  const ring = page.locator('[data-cy=share-ring]');
  expect(await page.locator('[data-cy=share-table] tbody tr').count()).toBe(1);
  expect(await ring.count()).toBe(0);
  const [first, second] = await page.locator('#main [data-part~=banner]').all();
  const [above, below] = [(await first!.boundingBox())!, (await second!.boundingBox())!];
  expect(below.y - above.y - above.height).toBeLessThanOrEqual(12);
  [isIndexed, isPending] = [true, false];
  await page.reload();
  expect(await ring.count()).toBe(1);
  await leave(page);
});
