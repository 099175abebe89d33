import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Endpoint } from '@glassblock/contract';
import { liquidEndpoints } from '@glassblock/contract/liquid';
import { readElementsBlock } from '@glassblock/primitives/elements';
import type { WebApp } from '@glassblock/web';
import { Value } from 'typebox/value';
import { expect } from 'vitest';
import {
  type RecordedElementsNode,
  startRecordedElementsNode,
} from '../../../node/test/support/recorded-elements-node.ts';
import { elementsJson, recordedChain } from '../../../primitives/test/support/elements.ts';
import type { Flags } from '../../src/index.ts';
import { startTestExplorer, type TestExplorer } from './test-explorer.ts';

/** Blocks of the recorded chain. */
export const chain = recordedChain().map(readElementsBlock);
/** Height of its tip. */
export const tip = chain.length - 1;
/** Its assets by name. */
export const assets = elementsJson('assets.json') as Record<
  string,
  { asset: string; token: string; txid: string; vin: number }
>;
/** Id of the asset "gold". */
export const gold = assets['gold']!.asset;
/** Id of the asset with a confidential issuance. */
export const silver = assets['silver']!.asset;

/** A PNG file, as far as the server looks at it: the icon of gold. */
export const icon = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
/** The operator's featured assets. */
export const featured = [
  { asset: silver, name: 'Silver', ticker: 'SILVER' },
  { id: 'metals', name: 'Metals', assets: [gold, silver] },
];

/** `/liquidregtest/api/..` of an explorer that serves only this network. */
export const api = (path: string) => `/liquidregtest/api${path}`;

/** An explorer of the recorded chain alone, with an asset registry. */
export interface LiquidSite {
  readonly node: RecordedElementsNode;
  /** Of the program and of its commands. */
  readonly flags: Flags;
  /** The one that was started last. */
  explorer: TestExplorer;
  /** Waits until the index has a height. */
  atHeight(height: number): Promise<unknown>;
  /** Returns a JSON answer, whose shape it checks. */
  read<T>(id: keyof typeof liquidEndpoints, path: string): Promise<T>;
  /** Stops the explorer and starts another one in its directory. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Checks the shape of an answer that is JSON. */
export function expectShape(id: keyof typeof liquidEndpoints, answer: unknown): void {
  const endpoint: Endpoint = liquidEndpoints[id];
  expect([...Value.Errors(endpoint.answer, answer)].slice(0, 3), `${id}`).toEqual([]);
}

/**
 * Starts the explorer and waits until it has the chain.
 * @param web its pages; none by default
 * @param prepare writes records into the directory of the network before the start
 */
export async function openLiquidSite(
  web?: WebApp,
  prepare?: (directory: string) => Promise<void>,
): Promise<LiquidSite> {
  const directory = await mkdtemp(join(tmpdir(), 'glassblock-liquid-'));
  const node = await startRecordedElementsNode({ txindex: true });
  const { contract } = assets['gold'] as unknown as { contract: object };
  const entry = { ...contract, asset_id: gold, contract };
  const unissued = { ...entry, asset_id: '77'.repeat(32), name: 'Nowhere', ticker: 'AAA' };
  const plain = assets['plain']!.asset;
  const entries = {
    [gold]: entry,
    [unissued.asset_id]: unissued,
    // issued without this contract
    [plain]: { ...entry, asset_id: plain, name: 'False gold', ticker: 'FALSE' },
    [silver]: ['example.org', 'SILVER', 'Silver', 8],
  };
  const assetRegistry = join(directory, 'assets.json');
  await writeFile(assetRegistry, JSON.stringify(entries));
  const assetIcons = join(directory, 'icons.json');
  await writeFile(assetIcons, JSON.stringify({ [gold]: icon.toString('base64') }));
  const featuredAssets = join(directory, 'featured.json');
  await writeFile(featuredAssets, JSON.stringify(featured));
  const config = join(directory, 'config.json');
  const files = { assetRegistry, assetIcons, featuredAssets };
  const networks = [{ name: 'liquidregtest', node: node.origin, ...files }];
  await writeFile(config, JSON.stringify({ addressSearch: true, networks }));
  const flags = { config, dataDir: directory };
  await prepare?.(join(directory, 'liquidregtest'));
  const start = () => startTestExplorer(flags, web);
  const site: LiquidSite = {
    node,
    flags,
    explorer: await start(),
    atHeight: (height) => site.explorer.until(api('/blocks/tip/height'), (answer) => Number(answer) === height),
    async read<T>(id: keyof typeof liquidEndpoints, path: string) {
      const answer = await site.explorer.get<T>(api(path));
      expectShape(id, answer);
      return answer;
    },
    async restart() {
      await site.explorer.stop();
      site.explorer = await start();
      await site.atHeight(tip);
    },
    async close() {
      await site.explorer.stop();
      await node.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
  await site.atHeight(tip);
  return site;
}
