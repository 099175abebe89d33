import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { buildWeb } from '../../src/index.ts';
import { type Fixture, type FixtureOptions, startFixture } from './fixture-server.ts';
import { launchBrowser, type OpenPage } from './open-page.ts';
import { isUnused, leave, openInTab } from './tabs.ts';

/** A server of sample data and a browser, running while the tests of a file run. */
export interface TestSite extends Omit<Fixture, 'close'> {
  /** Shared by all files that a worker runs; after each file, contexts are closed that `leave` has not emptied. */
  readonly browser: Browser;
  /** Opens a page of this site by `openInTab`. @param path below the origin */
  visit(path: string, options?: BrowserContextOptions, tolerated?: RegExp): Promise<OpenPage>;
  /** Opens pages of a test in one tab, dark, which is closed when the test ends. */
  look(path: string, tolerated?: RegExp): Promise<OpenPage>;
  /** Waits until a page has subscribed: earlier messages reach no client. @param since frames received before that page */
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
    const used = browser?.contexts().filter((context) => !isUnused(context)) ?? [];
    await Promise.all(used.map((context) => context.close()));
    await fixture?.close();
  });
  const there = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error('a site is there when the tests run, not before');
    return part;
  };
  const visit: TestSite['visit'] = (path, ...options) =>
    openInTab(there(browser), there(fixture).origin + path, ...options);
  let looked: Page | undefined;
  const leaveLooked = async () => {
    const page = looked;
    looked = undefined;
    if (page !== undefined) await leave(page);
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
    visit,
    async look(path, tolerated) {
      await leaveLooked();
      const opened = await visit(path, { colorScheme: 'dark' }, tolerated);
      looked = opened.page;
      onTestFinished(leaveLooked);
      return opened;
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
