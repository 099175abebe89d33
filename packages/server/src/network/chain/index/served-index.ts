import { type ChainFormat, indexViewOf, Prefixer, prefixerOf } from '@glassblock/index';
import { CodedError, type NetworkName } from '@glassblock/primitives';
import type { ElementsNetworkName } from '@glassblock/primitives/elements';
import {
  type CassandraAddress,
  type Engine,
  openMemoryEngine,
  openStore,
  type SharedStore,
  sharedViews,
} from '@glassblock/store';
import { openIndexEngine } from '../../../threads/index-engine.ts';
import type { IndexOfChain } from '../chain-context.ts';
import { servedView } from '../head-blocks.ts';
import type { IndexReaders } from './index-readers.ts';

/** The index as requests read it. */
export interface ServedIndex {
  /** Undefined until first opened. While released its views fail with store.closed. */
  current(): IndexOfChain | undefined;
  /** The same; undefined also while an empty index is served instead. */
  readable(): IndexOfChain | undefined;
  /** Makes later requests see the newest commit: the index thread has reported it. */
  refresh(): void;
  /** Opens it; the index thread must have opened it before. */
  open(): Promise<void>;
  /** Closes it, so that the index thread can reopen it; `open` follows. */
  release(): Promise<void>;
  /** Closes it and serves an empty index until `open`. */
  standIn(): Promise<void>;
  close(): Promise<void>;
}

/** Options of the served index. */
export interface ServedIndexOptions {
  network: NetworkName | ElementsNetworkName;
  /** How blocks of the network are read. */
  format: ChainFormat;
  /** Read access to an index in memory; absent: it is on disk. */
  memory: Engine | undefined;
  directory: string | undefined;
  /** Keyspace that is used instead of LevelDB. */
  cluster?: CassandraAddress | undefined;
  cacheBytes: number;
  writeBufferBytes: number;
  /** See `newLogMemory`. */
  logMemory?: SharedArrayBuffer | undefined;
  /** Other threads that read the files. */
  readers?: IndexReaders | undefined;
  /** Called when a read finds the files damaged. */
  onDamaged(error: CodedError): void;
  /** Called when a row cannot be decoded. */
  onBadRow(error: CodedError): void;
}

/** Creates the served index. */
export function createServedIndex(options: ServedIndexOptions): ServedIndex {
  const { network, format, memory, readers, onDamaged, onBadRow } = options;
  const { directory, cluster, cacheBytes, writeBufferBytes, logMemory } = options;
  const storage = { directory, cluster, isReader: true, cacheBytes, writeBufferBytes, logMemory, onDamaged };
  let index: IndexOfChain | undefined;
  let isSubstitute = false;
  /** Changes follow each other: one may be requested while another one opens files. */
  let last: Promise<void> = Promise.resolve();
  const inTurn = (change: () => Promise<void>): Promise<void> => {
    const done = last.then(change);
    last = done.catch(() => undefined);
    return done;
  };
  const closeFiles = async (): Promise<void> => {
    await readers?.closed();
    await index?.store.close();
  };
  return {
    current: () => index,
    readable: () => (isSubstitute ? undefined : index),
    refresh: () => index?.store.refresh(),
    open: () =>
      inTurn(async () => {
        const engine = memory ?? (await openIndexEngine(storage));
        const store = sharedViews(await openStore(engine, { onBadRow, isReadOnly: true }));
        try {
          const prefixer = await prefixerOf(store, network, format);
          if (prefixer === undefined) throw withoutIdentity(cluster);
          index = indexOfChain(store, prefixer);
          isSubstitute = false;
          readers?.opened();
        } catch (error) {
          await store.close();
          throw error;
        }
      }),
    release: () => inTurn(closeFiles),
    standIn: () =>
      inTurn(async () => {
        if (isSubstitute) return;
        await readers?.closed();
        const closed = index;
        index = indexOfChain(sharedViews(await openStore(openMemoryEngine())), unowned(network, format));
        isSubstitute = true;
        await closed?.store.close();
      }),
    close: () => inTurn(closeFiles),
  };
}

/** The index thread writes the identity before it reports an index; another process may not have done so yet. */
const withoutIdentity = (cluster: CassandraAddress | undefined): Error =>
  cluster === undefined
    ? new Error('the index thread opened a store without identity')
    : new CodedError('store.missing', `keyspace ${cluster.keyspace} has no index yet`);

/** Returns the index of an open store. */
export function indexOfChain(store: SharedStore, prefixer: Prefixer): IndexOfChain {
  return { store, prefixer, served: async (view) => servedView(await indexViewOf(store, prefixer, view)) };
}

/** Identity of an index without rows. */
const unowned = (network: string, format: ChainFormat): Prefixer => {
  const none = { key: new Uint8Array(16), scriptBits: 1, txidBits: 1, keepIds: false, keepBodies: false };
  return new Prefixer({ network, ...none }, format);
};
