import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Fact } from '@glassblock/journal';
import { lockDirectory } from '@glassblock/store';
import { openLiquidRecords } from '../../recording/liquid/liquid-records.ts';
import { repeatSteps } from '../../recording/liquid/repeated-steps.ts';
import { createStandbyMempool, type StandbyMempool } from '../../recording/liquid/standby-mempool.ts';
import { type MinuteRecords, openMinuteRecords } from '../../recording/minute-records.ts';
import type { FollowedRecords } from '../../recording/shared-records.ts';
import { createStorageLosses, type StorageLosses } from '../../recording/storage-losses.ts';
import { createListeners, type Listeners } from '../listeners.ts';
import { lockPart, prepareDirectory } from '../network-directory.ts';
import { type OnStop, startInSteps } from '../start-in-steps.ts';
import { openAssetFiles } from './asset-files.ts';
import { type Federation, type FederationOptions, startFederation } from './federation/federation.ts';
import { noFederation } from './federation/federation-context.ts';
import { type FollowedChain, followLiquidChain } from './follow-liquid-chain.ts';
import { type LiquidContext, withLiquidIndex } from './liquid-context.ts';
import type { LiquidRuntimeOptions } from './liquid-runtime-options.ts';
import { type LiquidSources, openLiquidSources } from './liquid-sources.ts';

/** A running Liquid network. */
export interface LiquidRuntime {
  readonly context: LiquidContext;
  /** Subscribes to reports of the index; returns a function that ends it. */
  onProgress(listener: () => void): () => void;
  stop(): Promise<void>;
}

/**
 * Starts the index thread of a Liquid network and the sources of its answers.
 * @throws {CodedError} index.other-network, index.other-format, store.locked ..
 */
export async function startLiquid(options: LiquidRuntimeOptions): Promise<LiquidRuntime> {
  const progressed = createListeners();
  const { started, stop } = await startInSteps((onStop) => startParts(options, progressed.emit, onStop));
  return { context: started, onProgress: progressed.add, stop };
}

async function startParts(
  options: LiquidRuntimeOptions,
  onProgress: () => void,
  onStop: OnStop,
): Promise<LiquidContext> {
  const { directory, log, onFatal } = options;
  const indexDirectory = directory === undefined ? undefined : await prepareDirectory(directory, options.fresh);
  if (directory !== undefined) {
    const lock = await lockDirectory(join(directory, lockPart));
    onStop(() => lock.release());
  }
  let federation: Federation | undefined;
  const { client, monitor, known, node, mempool } = openLiquidSources(
    options,
    () => context.index(),
    () => federation?.wake(),
    onStop,
  );
  const losses = createStorageLosses(log, () => performance.now());
  const { retention, openSharedJournal, standby } = options;
  void monitor.check();
  const { minutes, received } = await openMinutes(options, losses, onStop);
  const recorded = { directory, log, losses, retention, openSharedJournal, onFatal };
  const chain = followLiquidChain(options, recorded, indexDirectory, {
    checkNode: monitor.check,
    onProgress() {
      federation?.wake();
      onProgress();
    },
    onStop,
  });
  const { blocks, writer, progress } = chain;
  const endMirror = startMirror(options, { client, node, monitor, known, writer, onStop });
  await standby?.leading();
  // the index is opened meanwhile
  const complete = received?.end();
  if (options.startAfter === undefined) await chain.open();
  else options.startAfter.then(chain.open).catch(onFatal);
  await complete;
  const records = await openLiquidRecords({ ...recorded, writer, minutes });
  onStop(() => records.close());
  blocks.add(records.wake);
  const copies = directory === undefined ? undefined : join(directory, 'assets');
  const assetFiles = await openAssetFiles({ ...options, directory: copies, fetch }, log);
  onStop(() => assetFiles.close());
  federation = openFederation(options, {
    withView: (work) => withLiquidIndex(context, work),
    progress,
    nativeAsset: () => known.row.nativeAsset,
    nodeScripts: () => known.sidechain?.fedpegScripts,
    onReport: records.audited,
    blocks,
    onStop,
  });
  // the last step added runs first: nothing starts after it
  onStop(chain.startNothing);
  const context: LiquidContext = {
    get network() {
      return known.row;
    },
    client,
    get backend() {
      return { ...options.backend, coreVersion: monitor.state.facts?.subversion ?? '?' };
    },
    node,
    mempool,
    registry: assetFiles.registry,
    assetFiles,
    federation: federation ?? noFederation,
    records,
    relayed: undefined,
    prices: options.prices,
    get addresses() {
      return chain.addresses();
    },
    index: chain.index,
    progress,
    nodeState: () => monitor.state,
    onBlocks: blocks.add,
    now: () => Math.floor(Date.now() / 1000),
  };
  records.start({
    mempool,
    client,
    node,
    nativeAsset: () => known.row.nativeAsset,
    withView: (work) => withLiquidIndex(context, work),
    isSynced: () => progress().synced,
    endMirror,
  });
  return context;
}

/**
 * Mirrors the mempool of a process that may stand by: its facts are journaled when it leads. Returns a function that ends
 * it, undefined in other processes.
 */
function startMirror(
  { standby, log, onFatal }: LiquidRuntimeOptions,
  {
    client,
    node,
    monitor,
    known,
    writer,
    onStop,
  }: Pick<LiquidSources, 'client' | 'node' | 'monitor' | 'known'> & Pick<FollowedChain, 'writer'> & { onStop: OnStop },
): (() => Promise<StandbyMempool['known']>) | undefined {
  if (standby === undefined) return undefined;
  const mirror = createStandbyMempool({
    client,
    node,
    network: () => (known.sidechain === undefined ? undefined : known.row),
    onFacts: writer.mempool,
    nowMs: Date.now,
  });
  const steps = repeatSteps({
    async step() {
      if (known.sidechain === undefined) await monitor.check();
      await mirror.step();
    },
    onFailure: (error) => log.warn({ event: 'standby-mempool', error: String(error) }, 'the mempool is not mirrored'),
    onFatal,
  });
  onStop(steps.stop);
  standby.onStandby(mirror);
  return async () => {
    await steps.stop();
    return mirror.known;
  };
}

/** Opens the records by the minute; those of a follower receive those of other ones. */
async function openMinutes(
  { directory, retention, standby }: LiquidRuntimeOptions,
  losses: StorageLosses,
  onStop: OnStop,
): Promise<{ minutes: MinuteRecords; received: FollowedRecords | undefined }> {
  const sharing = directory === undefined ? undefined : standby?.openSharing(directory);
  if (sharing !== undefined) onStop(() => sharing.close());
  const minutes = await openMinuteRecords({
    directory,
    retentionDays: retention.days,
    losses,
    share: (record) => sharing?.publish(record),
  });
  return { minutes, received: sharing?.follow(minutes.receive) };
}

/** Starts the audit of the federation; undefined without the parent chain. */
function openFederation(
  { parent, memoryBytes, log, onFatal }: LiquidRuntimeOptions,
  {
    blocks,
    onStop,
    ...chain
  }: Pick<FederationOptions, 'withView' | 'progress' | 'nativeAsset' | 'nodeScripts' | 'onReport'> & {
    blocks: Listeners<readonly Fact[]>;
    onStop: OnStop;
  },
): Federation | undefined {
  if (parent === undefined) return undefined;
  const federation = startFederation({
    ...chain,
    parent,
    cacheBytes: Math.floor(memoryBytes / 8),
    sleep: (ms, signal) => pause(ms, undefined, { signal }).catch(() => undefined),
    nowMs: () => performance.now(),
    onFailure: (error) => log.warn({ event: 'federation-audit', error: String(error) }, 'the audit failed'),
    onFatal,
  });
  const endings = [blocks.add(federation.wake), parent.onState(federation.wake)];
  onStop(async () => {
    for (const end of endings) end();
    await federation.stop();
  });
  return federation;
}
