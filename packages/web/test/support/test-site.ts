import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { buildWeb } from '../../src/index.ts';
import { type Fixture, type FixtureOptions, startFixture } from './fixture-server.ts';
import { collectFaults, desktopSize, launchBrowser, type OpenPage, openPage, waitForHydration } from './open-page.ts';

/** A server of sample data and a browser, running while the tests of a file run. */
export interface TestSite extends Omit<Fixture, 'close'> {
  /** Shared by all files that a worker runs; its contexts are closed after each file. */
  readonly browser: Browser;
  /** Opens a page of this site as `openPage` does. @param path  below the origin */
  visit(path: string, options?: BrowserContextOptions, tolerated?: RegExp): Promise<OpenPage>;
  /**
   * Loads a page in the tab of earlier calls until the test ends, dark: a quarter cheaper than `visit`, as the process and compiled
   * scripts are reused. For tests that change no cookie and no storage.
   */
  look(path: string, tolerated?: RegExp): Promise<OpenPage>;
  /** Waits until a page has subscribed: earlier messages reach no client. @param since  frames received before that page */
  isFollowed(since: number): Promise<void>;
}

/** Pages live too short for optimized code: its compilation takes a tenth of their processor time. */
const unoptimized = '--js-flags=--no-opt,--no-maglev';

let browser: Browser | undefined;

/** Registers the hooks that start and stop a site; called once for each site of a file. */
export function testSite(options: FixtureOptions = {}): TestSite {
  let fixture: Fixture | undefined;
  beforeAll(async () => {
    await buildWeb({ log: () => undefined });
    if (browser?.isConnected() !== true) browser = await launchBrowser([unoptimized]);
    fixture = await startFixture(options);
  });
  afterAll(async () => {
    await Promise.all(browser?.contexts().map((context) => context.close()) ?? []);
    await fixture?.close();
  });
  const there = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error('a site is there when the tests run, not before');
    return part;
  };
  let tab: OpenPage | undefined;
  let noFaults: RegExp | undefined;
  const newTab = async (): Promise<OpenPage> => {
    const page = await (await there(browser).newContext()).newPage();
    const faults: string[] = [];
    collectFaults(page, faults, () => noFaults);
    return { page, faults };
  };
  return {
    get browser() {
      return there(browser);
    },
    get origin() {
      return there(fixture).origin;
    },
    get received() {
      return there(fixture).received;
    },
    push: (frame) => there(fixture).push(frame),
    cut: () => there(fixture).cut(),
    visit: (path, context, tolerated) => openPage(there(browser), there(fixture).origin + path, context, tolerated),
    async look(path, tolerated) {
      const { page, faults } = (tab ??= await newTab());
      // closes the page's socket
      onTestFinished(async () => void (await page.goto('about:blank')));
      await page.setViewportSize(desktopSize);
      await page.emulateMedia({ colorScheme: 'dark' });
      faults.length = 0;
      noFaults = tolerated;
      await page.goto(there(fixture).origin + path);
      await waitForHydration(page);
      return { page, faults };
    },
    isFollowed: (since) =>
      expect
        .poll(() =>
          there(fixture)
            .received.slice(since)
            .some((text) => text.includes('"want"')),
        )
        .toBe(true),
  };
}
