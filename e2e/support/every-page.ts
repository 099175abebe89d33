import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
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
  /** Waits until the page has content. */
  ready?(): Promise<unknown>;
}

/** A size of the browser, and how its pages are opened. */
interface View {
  name: string;
  options: BrowserContextOptions;
  isNavigated: boolean;
}
/** Loads each page on a desktop. */
export const loadedOnDesktop: View = { name: 'desktop', options: desktop, isNavigated: false };
/** Navigates to each page on a phone. */
export const navigatedOnPhone: View = { name: '390 px', options: phone, isNavigated: true };

/** Long enough for content that appears once a minute. */
const timeoutMs = 120_000;

/**
 * Tests each page: no errors, no horizontal overflow. Pages that are loaded are also hydrated with the data of their HTML; others
 * are navigated to as a link does, except those that answer with an error status. The tests of `packages/web` run axe for
 * the same screens, in both sizes.
 */
export function everyPage(
  screens: readonly Screen[],
  site: () => { browser: Browser; url: string },
  views: readonly View[],
): void {
  describe.each(views)('every page, $name', ({ options, isNavigated }) => {
    let seen: Visit | undefined;
    afterAll(() => seen?.close());

    const look = async ({ path, shows, ready, status }: Screen) => {
      await ready?.();
      seen ??= await visit(site().browser, site().url, options);
      const { page, faults } = seen;
      faults.length = 0;
      if (isNavigated && status === undefined) await navigateTo(page, path());
      else await seen.go(site().url + path());
      await page.locator(shows).first().waitFor();
      expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
      expect(await formattingErrors(page)).toEqual([]);
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
