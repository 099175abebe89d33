import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { axeFindings } from './axe.ts';

/** The two viewports of every screen, and both colour schemes. */
export const views: readonly [name: string, options: BrowserContextOptions][] = [
  ['desktop, dark', { colorScheme: 'dark' }],
  ['phone, light', { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, colorScheme: 'light' }],
];

/** Returns the horizontal overflow of a page, pixels. */
export const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() =>
    Math.max(0, document.documentElement.scrollWidth - Math.min(innerWidth, document.documentElement.clientWidth)),
  );

/**
 * Expects no axe findings, no horizontal overflow and no console errors.
 * @param faults  of `openPage`
 * @param parts  of `axeFindings`
 */
export async function expectSound(page: Page, faults: readonly string[], ...parts: string[]): Promise<void> {
  expect(await axeFindings(page, ...parts)).toEqual([]);
  expect(await sidewaysScroll(page)).toBe(0);
  expect(faults).toEqual([]);
}
