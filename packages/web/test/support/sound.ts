import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { axeFindings } from './axe.ts';

/** The viewport of a phone, pixels. */
export const phoneSize = { width: 390, height: 844 };

/** The two viewports of every screen, and both color schemes. */
export const views: readonly [name: string, options: BrowserContextOptions][] = [
  ['desktop, dark', { colorScheme: 'dark' }],
  ['phone, light', { viewport: phoneSize, isMobile: true, hasTouch: true, colorScheme: 'light' }],
];

/** Returns the horizontal overflow of a page, pixels. */
export const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() =>
    Math.max(0, document.documentElement.scrollWidth - Math.min(innerWidth, document.documentElement.clientWidth)),
  );

/**
 * Expects no axe findings, no horizontal overflow and no console errors.
 * @param faults of `openPage`
 * @param parts of `axeFindings`
 */
export async function expectSound(page: Page, faults: readonly string[], ...parts: string[]): Promise<void> {
  expect(await axeFindings(page, ...parts)).toEqual([]);
  expect(await sidewaysScroll(page)).toBe(0);
  expect(faults).toEqual([]);
}

/** Waits until observers of sizes and of the color scheme have run, which they do before the second paint. */
export const nextPaint = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
  );

/**
 * Expects a page to be sound as it is (`expectSound`), and in the size of a phone with the light color scheme. It is loaded
 * once: `frame.test.ts`, `address.test.ts`, `graphs.test.ts` and `e2e` load pages on a phone.
 * @param page with the dark color scheme
 */
export async function expectSoundInBothViews(page: Page, faults: readonly string[], ...parts: string[]): Promise<void> {
  await expectSound(page, faults, ...parts);
  await page.setViewportSize(phoneSize);
  await page.emulateMedia({ colorScheme: 'light' });
  await nextPaint(page);
  await expectSound(page, faults, ...parts);
}
