import type { Fact } from '@glassblock/journal';
import { CodedError } from '@glassblock/primitives';
import { elementsNetworks } from '@glassblock/primitives/elements';
import { newLogMemory } from '@glassblock/store';
import { openIndexControl } from '../../maintenance/index-control.ts';
import type { JournalWriter } from '../../recording/journal/journal-writer.ts';
import { createLiquidJournal, type LiquidRecordsOptions } from '../../recording/liquid/liquid-records.ts';
import { type AddressBookThread, startAddressBook } from '../../threads/address-book-thread.ts';
import { cacheSizes, keyspaceOf, rowCacheBytes } from '../../threads/index-engine.ts';
import { type IndexThread, startIndexThread } from '../../threads/index-thread.ts';
import { createNetworkThreads } from '../../threads/network-threads.ts';
import type { AddressSearch } from '../addresses/address-book-progress.ts';
import type { IndexOfChain } from '../chain/chain-context.ts';
import { type IndexProgress, notOpened } from '../chain/index/index-progress.ts';
import { createListeners, type Listeners } from '../listeners.ts';
import type { OnStop } from '../start-in-steps.ts';
import type { LiquidRuntimeOptions } from './liquid-runtime-options.ts';

const blockPollMs = 1_000;

/** The index thread, and the journal of connected and disconnected blocks. */
export interface FollowedChain {
  readonly blocks: Listeners<readonly Fact[]>;
  readonly writer: JournalWriter;
  index(): IndexOfChain | undefined;
  progress(): IndexProgress;
  /** Undefined when disabled, and until the index thread starts. */
  addresses(): AddressSearch | undefined;
  /** Starts the thread, unless nothing is to be started any more. */
  open(): Promise<void>;
  startNothing(): void;
}

/** Prepares the index thread, which `open` starts, and the journal of its blocks. */
export function followLiquidChain(
  options: LiquidRuntimeOptions,
  recorded: Omit<LiquidRecordsOptions, 'writer' | 'minutes'>,
  directory: string | undefined,
  { checkNode, onProgress, onStop }: { checkNode(): Promise<unknown>; onProgress(): void; onStop: OnStop },
): FollowedChain {
  const blocks = createListeners<readonly Fact[]>();
  let thread: IndexThread | undefined;
  let book: AddressBookThread | undefined;
  let isStopped = false;
  // it may start later than its readers, and ends after them
  let endThread = async (): Promise<void> => undefined;
  onStop(() => endThread());
  const index = () => thread?.current();
  const progress = () => thread?.progress() ?? notOpened;
  const writer = createLiquidJournal({ ...recorded, index });
  blocks.add((facts) => {
    writer.blocks(facts, progress());
    book?.moved();
  });
  return {
    blocks,
    writer,
    index,
    progress,
    addresses: () => book?.search,
    async open() {
      if (isStopped) return;
      const started = startIndex(options, directory, checkNode, {
        facts: blocks.emit,
        replaced: writer.indexReplaced,
        progress(synced) {
          onProgress();
          if (!synced) return;
          writer.indexSynced();
          book?.wake();
        },
      });
      ({ index: thread, book, end: endThread } = started);
      await thread.opened;
      if (recorded.directory === undefined) return;
      const control = await openIndexControl(recorded.directory, thread, undefined, recorded.log);
      if (isStopped) await control?.close();
      else
        endThread = async () => {
          await control?.close();
          await started.end();
        };
    },
    startNothing() {
      isStopped = true;
    },
  };
}

function startIndex(
  {
    network,
    node,
    directory: networkDirectory,
    cluster,
    addressSearch,
    memoryBytes,
    sharedThread,
    standby,
    log,
    onFatal,
  }: LiquidRuntimeOptions,
  directory: string | undefined,
  checkNode: () => Promise<unknown>,
  on: { facts(facts: readonly Fact[]): void; replaced(): void; progress(synced: boolean): void },
): { index: IndexThread; book: AddressBookThread | undefined; end(): Promise<void> } {
  const threads = createNetworkThreads(network.name, onFatal, sharedThread);
  const { cacheBytes, writeBufferBytes } = cacheSizes(memoryBytes);
  const index = startIndexThread({
    network: network.name,
    format: elementsNetworks[network.name].format,
    node,
    directory,
    cluster: keyspaceOf(cluster, network.name),
    cacheBytes,
    writeBufferBytes,
    rowCacheBytes: rowCacheBytes(memoryBytes),
    logMemory: newLogMemory(),
    sortBytes: Math.floor(memoryBytes / 2),
    keepIds: true,
    keepBodies: false,
    pollMs: blockPollMs,
    threads,
    log,
    onReadable: () => undefined,
    onReplaced: on.replaced,
    onFacts: on.facts,
    onBlockSeen: () => undefined,
    onProgress: ({ synced }) => on.progress(synced),
    onError(ofNode, code) {
      // another follower has opened the index, whatever the lease: this one would never store a block again
      if (code === 'store.fenced' && standby !== undefined) {
        onFatal(new CodedError(code, 'another follower writes to the index; this one ends'));
      }
      if (ofNode) checkNode().catch(onFatal);
    },
    onFatal,
  });
  const book = addressSearch
    ? startAddressBook({
        network: network.name,
        node,
        directory: networkDirectory,
        cacheBytes: Math.floor(cacheBytes / 4),
        writeBufferBytes,
        threads,
        onState: () => undefined,
        log,
      })
    : undefined;
  return {
    index,
    book,
    async end() {
      threads.stopping();
      book?.stop();
      await index.close();
      await threads.ended();
    },
  };
}
