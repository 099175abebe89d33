import { join } from 'node:path';
import { type ContentStore, openContentStore } from '@glassblock/journal';
import type { RawContents } from '@glassblock/mempool';
import { type Txid, toHex } from '@glassblock/primitives';
import { openTreesFile } from '../recording/trees-file.ts';

/** Data of the mempool thread on disk: raw bytes of transactions that left unmined, and the replacement trees. */
export interface MempoolStorage {
  readonly contents: RawContents;
  /** Returns the saved trees; undefined when there are none. */
  loadReplacements(): Promise<Uint8Array | undefined>;
  /** Replaces the saved trees atomically. */
  saveReplacements(bytes: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

const syncEveryMs = 1_000;
const retryEveryMs = 15_000;

/**
 * @param directory of the network, locked by this process
 * @param contentBytes maximum bytes of raw transactions
 * @param onError called with a sentence when the disk rejects raw bytes
 * @param onDamaged called with a description of the lost data when a file of raw bytes is damaged, as the end of a
 * sentence
 * @param onUnexpectedError called on a bug
 * @throws {CodedError} journal.disk, and errors of the file system
 */
export async function openMempoolStorage(
  directory: string,
  contentBytes: number,
  onError: (reportError: string) => void,
  onDamaged: (loss: string) => void,
  onUnexpectedError: (error: unknown) => void,
): Promise<MempoolStorage> {
  const store = await openContentStore({ directory: join(directory, 'contents'), maxBytes: contentBytes, onDamaged });
  const trees = await openTreesFile(directory);
  const step = retryingWriter(store, onError);
  const timer = setInterval(() => void step().catch(onUnexpectedError), syncEveryMs);
  return {
    contents: { put: (txid, raw) => store.put(txid as Txid, raw), get: (txid) => store.get(txid as Txid) },
    loadReplacements: trees.load,
    saveReplacements: trees.save,
    async close() {
      clearInterval(timer);
      await store.close();
    },
  };
}

/** Writes queued contents, and retries the disk after an error. */
function retryingWriter(store: ContentStore, onError: (reportError: string) => void): () => Promise<void> {
  let published: string | undefined;
  let triedAt = 0;
  return async () => {
    if (store.failure === undefined) await store.sync();
    else if (Date.now() - triedAt > retryEveryMs) {
      triedAt = Date.now();
      await store.recover();
    }
    if (store.failure !== published && store.failure !== undefined) onError(store.failure);
    published = store.failure;
  };
}

/** Raw bytes in memory, the newest up to a limit, without a directory. */
export function contentsInMemory(maxBytes: number): RawContents {
  const stored = new Map<string, Uint8Array>();
  let bytes = 0;
  return {
    put(txid, raw) {
      const key = toHex(txid);
      if (stored.has(key)) return;
      stored.set(key, raw);
      bytes += raw.length;
      for (const [oldest, { length }] of stored) {
        if (bytes <= maxBytes) break;
        stored.delete(oldest);
        bytes -= length;
      }
    },
    get: async (txid) => stored.get(toHex(txid)),
  };
}
