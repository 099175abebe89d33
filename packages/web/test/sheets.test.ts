// Takes more than 30 s: pages are loaded in a real browser in several sizes and themes, with and without JavaScript.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { navigateTo } from './support/open-page.ts';
import { hashOf, ownAddress } from './support/sample-data.ts';
import { views } from './support/sound.ts';
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

test.each(views)('%s: a page looks the same after any other page', async (_, options) => {
  const fresh: Record<string, string[]>[] = [];
  const titles: string[] = [];
  for (const path of paths) {
    const { page } = await site.visit(path, options);
    fresh.push(await looks(page));
    titles.push(await page.title());
    await page.context().close();
  }
  const { page } = await site.visit('/', options);
  const go = async (place: number) => {
    await navigateTo(page, paths[place]!);
    await page.waitForFunction((title) => document.title === title, titles[place]);
  };
  for (const place of paths.keys()) await go(place);
  for (const [i, path] of [...paths.entries()].reverse()) {
    await go(i);
    const now = await looks(page);
    const kinds = Object.keys(now).filter((kind) => fresh[i]![kind] !== undefined);
    expect(kinds.length, path).toBeGreaterThan(2);
    for (const kind of kinds) {
      const others = now[kind]!.filter((look) => !fresh[i]![kind]!.includes(look));
      expect(others, `${path}: ${kind}, when opened ${fresh[i]![kind]!.join(' | ')}`).toEqual([]);
    }
  }
  await page.context().close();
});
