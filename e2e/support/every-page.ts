import type { Browser } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { axeFindings } from '../../packages/web/test/support/axe.ts';
import { navigateTo } from '../../packages/web/test/support/open-page.ts';
import { desktop, formattingErrors, horizontalOverflow, phone, type Visit, visit } from './browser.ts';

/** A page of the site. */
export interface Screen {
  name: string;
  /** Path below the explorer's URL, evaluated when the test runs. */
  path(): string;
  /** CSS selector of the main content of the page. */
  shows: string;
  status?: number;
  /** True if the page has thousands of elements, which take axe half a minute: it is checked in `packages/web` only. */
  isLong?: boolean;
  /** Waits until the page has content. */
  ready?(): Promise<unknown>;
}

/** Long enough for content that appears once a minute. */
const timeoutMs = 120_000;

/**
 * Tests each page: no errors, no horizontal overflow, and if chosen no axe violations. On desktop each page is loaded; on a
 * phone the app navigates to it as a link does, except to pages that answer with an error status. axe takes half of the time of a page, and the tests of `packages/web` run
 * it in both sizes for the same screens.
 */
export function everyPage(
  screens: readonly Screen[],
  site: () => { browser: Browser; url: string },
  choice: { axe: boolean },
): void {
  describe.each([
    ['desktop', desktop, choice.axe, false],
    ['390 px', phone, false, true],
  ] as const)('every page, %s', (_, options, runsAxe, isNavigated) => {
    let seen: Visit | undefined;
    afterAll(() => seen?.close());

    const look = async ({ path, shows, ready, isLong, status }: Screen) => {
      await ready?.();
      seen ??= await visit(site().browser, site().url, options);
      const { page, faults } = seen;
      faults.length = 0;
      if (isNavigated && status === undefined) await navigateTo(page, path());
      else await seen.go(site().url + path());
      await page.locator(shows).first().waitFor();
      expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
      expect(await formattingErrors(page)).toEqual([]);
      if (runsAxe && isLong !== true) expect(await axeFindings(page)).toEqual([]);
      expect(faults).toEqual([]);
    };
    test.each(screens)('$name', look, timeoutMs);
  });

  test.each(screens)('$name has complete HTML before scripts run', async ({ path, status }) => {
    const answer = await fetch(site().url + path());
    expect(answer.status).toBe(status ?? 200);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    const html = await answer.text();
    const body = html.slice(html.indexOf('<body'), html.indexOf('<script id="site"'));
    expect(body).toContain('id="main"');
    expect(body).not.toMatch(/ style=|\bNaN\b|Infinity|undefined/);
  });
}

/** Pages of unknown ids. */
export const unknownPages: readonly Screen[] = [
  { name: 'unknown transaction', path: () => `/tx/dead${'0'.repeat(60)}`, shows: '[data-part~=sentence]', status: 404 },
  { name: 'unknown block', path: () => `/block/${'e'.repeat(64)}`, shows: '[data-part~=sentence]', status: 404 },
  { name: 'unknown address', path: () => '/address/nonsense', shows: '[data-part~=sentence]', status: 404 },
  { name: 'nothing found', path: () => '/search?q=nonsense', shows: '[data-part~=sentence]', status: 404 },
];
