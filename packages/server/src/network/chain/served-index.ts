import { Prefixer, prefixerOf } from '@glassblock/index';
import type { CodedError, NetworkName } from '@glassblock/primitives';
import { type Engine, openLevelEngine, openMemoryEngine, openStore, type Store } from '@glassblock/store';

/** The index as requests read it. */
export interface ServedIndex {
  /** Undefined until first opened. While released its views fail with store.closed. */
  current(): { store: Store; prefixer: Prefixer } | undefined;
  /** Opens it; the index thread must have opened it before. */
  open(): Promise<void>;
  /** Closes it, so that the index thread can reopen it; `open` follows. */
  letGo(): Promise<void>;
  /** Serves an empty index from now on, as the files are damaged. */
  giveUp(): Promise<void>;
  close(): Promise<void>;
}

/** Options of the served index. */
export interface ServedIndexOptions {
  network: NetworkName;
  /** Read access to an index in memory; absent: it is on disk. */
  memory: Engine | undefined;
  directory: string | undefined;
  cacheBytes: number;
  writeBufferBytes: number;
  /** Called when a read finds the files damaged. */
  onDamaged(error: CodedError): void;
}

/** Creates the served index. */
export function createServedIndex(options: ServedIndexOptions): ServedIndex {
  const { network, memory, directory, cacheBytes, writeBufferBytes, onDamaged } = options;
  let index: { store: Store; prefixer: Prefixer } | undefined;
  let isGivenUp = false;
  return {
    current: () => index,
    async open() {
      const engine =
        memory ?? (await openLevelEngine({ directory: directory!, cacheBytes, writeBufferBytes, onDamaged }));
      const store = await openStore(engine);
      const prefixer = await prefixerOf(store, network);
      if (prefixer === undefined) throw new Error('the index thread opened a store without identity');
      if (isGivenUp) await store.close();
      else index = { store, prefixer };
    },
    async letGo() {
      if (!isGivenUp) await index?.store.close();
    },
    async giveUp() {
      if (isGivenUp) return;
      isGivenUp = true;
      const damaged = index;
      index = { store: await openStore(openMemoryEngine()), prefixer: unowned(network) };
      await damaged?.store.close();
    },
    async close() {
      await index?.store.close();
    },
  };
}

/** Identity of an index without rows. */
const unowned = (network: NetworkName): Prefixer =>
  new Prefixer({ network, key: new Uint8Array(16), scriptBits: 1, txidBits: 1, keepIds: false, keepBodies: false });
