import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { DevnodeReady, DevnodeRegistry, ElementsFinished } from '@glassblock/devnode/worker';
import { type NodeAddress, parseNodeUrl } from '@glassblock/node';
import { networks } from '@glassblock/primitives';
import type { Logger } from 'pino';
import type { NetworkConfig } from '../config/network-config.ts';
import type { AssetPaths } from '../network/liquid/asset-files.ts';
import type { NetworkRuntime } from '../network/runtime/network-runtime.ts';
import type { LightningSettings } from '../sources/lightning/open-lightning.ts';
import type { Prices } from '../sources/prices/price-book.ts';
import { type DemoAssets, demoFeatured } from './demo-featured.ts';
import { demoLightning } from './demo-lightning.ts';
import { openDemoPrices } from './demo-prices.ts';
import { auditPastBlocks } from './past-audits.ts';
import { type PastBlock, type SimulatedForecast, simulateForecasts } from './past-forecasts.ts';
import { createTemporaryDirectory } from './temporary-directory.ts';

/** Whether a network is simulated. */
export const isDemo = (entry: NetworkConfig) => entry.node === undefined;

/** Seed of everything that is simulated. */
const demoSeed = 2026;

/** The demo's chain is small: larger caches would only make it use more memory than it needs. */
export const maxDemoMemoryBytes = 16e6;

/**
 * Stored blocks of a demo, in files: about half an hour of live blocks beside the past, so that on a slow machine the
 * index is built before its first blocks are dropped.
 */
const maxDemoChainBytes = 150e6;

/** Blocks of the Liquid demo come half as often as on Liquid: their proofs take processor time. */
const liquidBlockSeconds = 120;

/** Creates the directory of a demo without a data directory. */
export async function openDemoDirectory(endings: (() => Promise<void>)[]): Promise<string> {
  const { path, remove } = await createTemporaryDirectory();
  endings.push(remove);
  return path;
}

/** The simulated node of a demo, with its prices. */
export interface DemoNode {
  node: NodeAddress;
  blocks: readonly PastBlock[];
  /** Fee rates of its mempool. */
  feeRates: DevnodeReady['feeRates'];
  /** Simulated forecasts for its newest blocks. */
  forecasts: readonly SimulatedForecast[];
  fastSince: number | undefined;
  prices: Prices;
  lightning: (LightningSettings & { pastDays: number }) | undefined;
  /** The simulated Elements node. */
  elements: NodeAddress | undefined;
  /** Lets the node finish generating its history; until then it reports that it is warming up. */
  finishElements(): Promise<void>;
  /** Registry of the assets of that node. */
  registry: DemoAssets;
  /** Subscribes to registries with further assets. */
  onRegistry(listener: (registry: DemoAssets) => void): void;
}

/** Writes the asset files of a demo, again after each issuance; returns their paths. */
export async function keepDemoAssets(
  { registry, onRegistry }: DemoNode,
  directory: string,
  onFatal: (error: unknown) => void,
): Promise<AssetPaths> {
  const assetRegistry = join(directory, 'demo-assets.json');
  const featuredAssets = join(directory, 'demo-featured.json');
  const write = async (assets: DemoNode['registry']) => {
    await writeFile(assetRegistry, JSON.stringify(assets));
    await writeFile(featuredAssets, JSON.stringify(demoFeatured(assets)));
  };
  await write(registry);
  onRegistry((next) => void write(next).catch(onFatal));
  return { assetRegistry, assetIcons: undefined, featuredAssets };
}

/** Newest blocks with simulated forecasts: those of a day, and a few more. */
const pastForecasts = 160;

/** A thread that is still generating its past does not read messages. */
const maxStopMs = 5_000;

/** Ends the thread of the simulated node. A ZMQ socket that is sending when its thread is terminated aborts the process. */
export async function stopDemoNode(worker: Worker): Promise<void> {
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  worker.postMessage({ type: 'stop' });
  const timer = setTimeout(() => void worker.terminate(), maxStopMs);
  // a thread that has ended before emits nothing
  if (worker.threadId !== -1) await ended;
  clearTimeout(timer);
}

/** Of `Start`. */
interface DemoStart {
  readonly endings: (() => Promise<void>)[];
  readonly signal: AbortSignal;
  onFatal(error: unknown): void;
}

/** Starts the simulated node in its own thread, and its prices. */
export async function startDemoNode(
  { endings, onFatal, signal }: DemoStart,
  hasLiquid: boolean,
  directory: string,
): Promise<DemoNode> {
  signal.throwIfAborted();
  const file = new URL('../threads/workers/demo-node-worker.ts', import.meta.url);
  const workerData = {
    profile: 'core31',
    seed: demoSeed,
    live: true,
    course: 'mainnet',
    meanBlockSeconds: networks.demo.targetSpacing,
    mempoolSize: 12_000,
    maxChainBytes: maxDemoChainBytes,
    minChainBodies: 16,
    hasBodiesInFiles: true,
    lightning: { nodeCount: 2_000, channelCount: 6_000 },
    ...(hasLiquid && { elements: { meanBlockSeconds: liquidBlockSeconds, isPastUnfinished: true } }),
  };
  // without limits the heap grows into all free memory before garbage collection
  const resourceLimits = { maxOldGenerationSizeMb: 320, maxYoungGenerationSizeMb: 16 };
  const worker = new Worker(file, { workerData, name: 'demo node', resourceLimits });
  endings.push(() => stopDemoNode(worker));
  const { prices, stop } = openDemoPrices(() => Date.now() / 1000);
  endings.push(async () => stop());
  const starting = new Promise<DevnodeReady>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    worker.once('message', resolve);
    worker.once('error', (error) => {
      reject(error);
      onFatal(error);
    });
  });
  // while the node makes its past in its thread, this one is idle
  const forecasts = simulateForecasts(pastForecasts, demoSeed);
  const ready = await starting;
  const { rpcUrl, zmqUrl, blocks, feeRates, fastSince, elements } = ready;
  const addressOf = (node: { rpcUrl: string; zmqUrl: string }) => ({ ...parseNodeUrl(node.rpcUrl), zmq: node.zmqUrl });
  return {
    node: addressOf({ rpcUrl, zmqUrl }),
    blocks,
    feeRates,
    forecasts,
    fastSince,
    prices,
    lightning: await demoLightning(ready, directory),
    elements: elements && addressOf(elements),
    finishElements: () =>
      new Promise<void>((resolve) => {
        worker.on('message', ({ type }: ElementsFinished) => {
          if (type === 'elements-finished') resolve();
        });
        worker.postMessage({ type: 'finish-elements' });
      }),
    registry: elements?.registry ?? {},
    onRegistry: (listener) =>
      worker.on('message', ({ type, registry: next }: DevnodeRegistry) => {
        if (type === 'registry') listener(next);
      }),
  };
}

/** Audits the past blocks of a demo in the background; returns a function that stops it. */
export function startPastAudits(
  runtime: NetworkRuntime,
  blocks: readonly PastBlock[],
  log: Logger,
): () => Promise<void> {
  const stopping = new AbortController();
  const running = auditPastBlocks(runtime.context, runtime.audits, blocks, demoSeed, stopping.signal).catch(
    (error: unknown) => {
      if (!stopping.signal.aborted)
        log.warn({ event: 'past-audits', error: String(error) }, 'past blocks have no audits');
    },
  );
  return async () => {
    stopping.abort();
    await running;
  };
}
