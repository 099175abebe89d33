import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDevnode, type Devnode, type DevnodeOptions } from '@glassblock/devnode';
import type { Browser } from 'playwright-core';
import type { Flags } from '../../packages/server/src/index.ts';
import { startTestExplorer, type TestExplorer } from '../../packages/server/test/support/test-explorer.ts';
import { launchBrowser } from '../../packages/web/test/support/open-page.ts';
import { web } from './browser.ts';

/** A simulated Elements node beside its parent node, an explorer of it and a browser. */
export interface ElementsSite {
  readonly node: Devnode;
  readonly explorer: TestExplorer;
  readonly browser: Browser;
  close(): Promise<void>;
}

/**
 * Starts a site that does not change by itself.
 * @param flagsOf called with the node and the data directory, which is removed at the end
 */
export async function openElementsSite(
  options: Pick<DevnodeOptions, 'seed' | 'blocks' | 'elements'>,
  flagsOf: (node: Devnode, directory: string) => Flags | Promise<Flags>,
): Promise<ElementsSite> {
  // started parts end when a later one cannot start
  await using parts = new AsyncDisposableStack();
  const directory = await mkdtemp(join(tmpdir(), 'glassblock-elements-'));
  parts.defer(() => rm(directory, { recursive: true, force: true }));
  const node = await createDevnode({ profile: 'core31', live: false, mempoolSize: 4, ...options });
  parts.defer(() => node.stop());
  const explorer = await startTestExplorer({ ...(await flagsOf(node, directory)), dataDir: directory }, await web());
  parts.defer(() => explorer.stop());
  const browser = await launchBrowser();
  parts.defer(() => browser.close());
  const started = parts.move();
  return { node, explorer, browser, close: () => started.disposeAsync() };
}
