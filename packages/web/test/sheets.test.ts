// Takes more than 30 s: pages are loaded in a real browser, and compared after each other.
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { desktopSize, navigateTo } from './support/open-page.ts';
import { hashOf, ownAddress } from './support/samples/sample-data.ts';
import { nextPaint, phoneSize, views } from './support/sound.ts';
import { leave } from './support/tabs.ts';
import { testSite } from './support/test-site.ts';

const site = testSite();

/** Pages that together load every style sheet of a route. */
const paths = [
  '/',
  `/tx/${hashOf('a1')}`,
  `/address/${ownAddress}`,
  '/mempool-block/0',
  '/rbf',
  '/tx/push',
  '/tools/calculator',
  '/wallet',
  '/wallet/desk',
  '/fees',
  '/graphs/mempool',
  '/graphs/price',
  '/settings',
  '/about',
  '/docs/faq',
];

/** Returns the computed styles of each kind of element; a kind is an element with its classes and those of its ancestors. */
const looks = (page: Page): Promise<Record<string, string[]>> =>
  page.evaluate(() => {
    const found: Record<string, Set<string>> = {};
    for (const element of document.querySelectorAll('main :not(svg *)')) {
      const way: string[] = [];
      for (let one: Element | null = element; one !== null && one.localName !== 'body'; one = one.parentElement)
        way.unshift(`${one.localName}.${one.getAttribute('class')?.trim() ?? ''}`);
      const kind = way.join(' > ');
      const style = getComputedStyle(element);
      found[kind] ??= new Set();
      found[kind].add(
        [
          style.display,
          style.padding,
          style.margin,
          style.fontSize,
          style.fontWeight,
          style.color,
          style.backgroundColor,
          style.border,
        ].join(),
      );
    }
    return Object.fromEntries(Object.entries(found).map(([kind, all]) => [kind, [...all].sort()]));
  });

/** Returns the looks of a page in both views, by size. */
async function looksInBothViews(page: Page): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  for (const [name, size, colorScheme] of [
    ['phone', phoneSize, 'light'],
    ['desktop', desktopSize, 'dark'],
  ] as const) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    await nextPaint(page);
    for (const [kind, found] of Object.entries(await looks(page))) all[`${name}: ${kind}`] = found;
  }
  return all;
}

const phone = views[1]?.[1];
/** A page that navigates; it has loaded the sheets of all routes before the first test. */
let navigated: Page;
beforeAll(async () => {
  ({ page: navigated } = await site.visit('/', phone));
  for (const path of paths) {
    await navigateTo(navigated, path);
    await nextPaint(navigated);
  }
});

test.each(paths.toReversed())('%s looks the same after all other pages, on desktop and phone', async (path) => {
  const { page } = await site.visit(path, phone);
  const fresh = await looksInBothViews(page);
  const title = await page.title();
  await leave(page);
  await navigateTo(navigated, path);
  await navigated.waitForFunction((expected) => document.title === expected, title);
  const now = await looksInBothViews(navigated);
  for (const view of ['phone: ', 'desktop: ']) {
    const kinds = Object.keys(now).filter((kind) => kind.startsWith(view) && fresh[kind] !== undefined);
    expect(kinds.length).toBeGreaterThan(2);
    for (const kind of kinds) {
      const others = now[kind]!.filter((look) => !fresh[kind]!.includes(look));
      expect(others, `${kind}, when opened ${fresh[kind]!.join(' | ')}`).toEqual([]);
    }
  }
});
