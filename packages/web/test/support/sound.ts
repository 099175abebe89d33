import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { axeFindings } from './axe.ts';

/** The two sizes that every screen is looked at in, and both schemes. */
export const views: readonly [name: string, options: BrowserContextOptions][] = [
  ['desktop, dark', { colorScheme: 'dark' }],
  ['phone, light', { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, colorScheme: 'light' }],
];

/** Pixels that a page is wider than its window; 0 when it is not. */
export const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() =>
    Math.max(0, document.documentElement.scrollWidth - Math.min(innerWidth, document.documentElement.clientWidth)),
  );

/** A good page: axe finds nothing, it does not scroll sideways, and its console is silent. @param faults  of `openPage` */
export async function expectSound(page: Page, faults: readonly string[]): Promise<void> {
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBe(0);
  expect(faults).toEqual([]);
}
