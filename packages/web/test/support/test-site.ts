import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { buildWeb } from '../../src/index.ts';
import { type Fixture, type FixtureOptions, startFixture } from './fixture-server.ts';
import { launchBrowser, type OpenPage, openPage } from './open-page.ts';

/** A server of sample data and a browser, running while the tests of a file run. */
export interface TestSite extends Omit<Fixture, 'close'> {
  /** Shared by all files that a worker runs; its contexts are closed after each file. */
  readonly browser: Browser;
  /** Opens a page of this site as `openPage` does. @param path  below the origin */
  visit(path: string, options?: BrowserContextOptions, tolerated?: RegExp): Promise<OpenPage>;
  /** Waits until a page has subscribed: earlier messages reach no client. @param since  frames received before that page */
  isFollowed(since: number): Promise<void>;
}

let browser: Browser | undefined;

/** Registers the hooks that start and stop a site; called once for each site of a file. */
export function testSite(options: FixtureOptions = {}): TestSite {
  let fixture: Fixture | undefined;
  beforeAll(async () => {
    await buildWeb({ log: () => undefined });
    if (browser?.isConnected() !== true) browser = await launchBrowser();
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
