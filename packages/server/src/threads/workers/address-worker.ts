import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { type AddressBook, openAddressBook } from '@glassblock/index';
import { createNodeClient } from '@glassblock/node';
import { type AddressRange, backOffMs, CodedError, isCoded } from '@glassblock/primitives';
import {
  beginUse,
  damagedFiles,
  type Engine,
  hasEndedCleanly,
  markCleanEnd,
  openLevelEngine,
  openMemoryEngine,
  removeDirectory,
  verifyDatabase,
} from '@glassblock/store';
import { diskFault } from '../disk-room.ts';
import type { AddressWorkerData, FromAddressWorker, ToAddressWorker } from '../messages.ts';
import { answerCalls } from '../port-calls.ts';
import { trimHeapWhenIdle } from './heap-trim.ts';
import { openBookChain } from './worker-chain.ts';

const slowestPollMs = 15_000;
/** Free space, in addition to twice its write buffer, required to reopen LevelDB. */
const roomBytes = 16e6;

/** Between two trims of this thread's heap: each block fills its young generation again. */
const trimIntervalMs = 600_000;

const data = workerData as AddressWorkerData;
const parent = parentPort!;
const report = (message: FromAddressWorker) => parent.postMessage(message);

const stop = new AbortController();
/** The chain has moved since the book last caught up. */
let isWanted = false;
let wake: () => void = () => undefined;
parent.on('message', (message: ToAddressWorker) => {
  if (message.type === 'stop') stop.abort();
  isWanted = true;
  wake();
});

/** Waits until woken or timed out. */
const pause = (ms?: number) =>
  new Promise<void>((resolve) => {
    const timer = ms === undefined ? undefined : setTimeout(resolve, ms);
    wake = () => {
      clearTimeout(timer);
      resolve();
    };
  });

let opened: { engine: Engine; book: AddressBook } | undefined;
/** A read failed: the book must be reopened. */
let broken: CodedError | undefined;
/** False once a read found it damaged: the end of this use is not a clean one. */
let isSound = true;
answerCalls(data.callsPort, {
  /** Empty while it cannot be read. */
  async keys(ranges: readonly AddressRange[], limit: number): Promise<Uint8Array[]> {
    try {
      return (await opened?.book.keys(ranges, limit)) ?? [];
    } catch (error) {
      if (!isCoded(error)) throw error;
      if (error.code !== 'store.closed') {
        broken = error;
        wake();
      }
      return [];
    }
  },
});

async function main(): Promise<void> {
  const client = createNodeClient({ ...data.node, connections: 1 });
  const { source, format } = openBookChain(data, client);
  const open = async () => {
    const { directory, cacheBytes, writeBufferBytes } = data;
    if (directory !== undefined) {
      if (!isSound || !(await hasEndedCleanly(directory))) await removeIfDamaged(directory);
      await beginUse(directory);
      isSound = true;
    }
    const engine =
      directory === undefined ? openMemoryEngine() : await openLevelEngine({ directory, cacheBytes, writeBufferBytes });
    try {
      const book = await openAddressBook({
        engine,
        source,
        format,
        onProgress: (height) => report({ type: 'progress', height }),
      });
      opened = { engine, book };
      if (book.height !== undefined) report({ type: 'progress', height: book.height });
      return book;
    } catch (error) {
      await engine.close();
      throw error;
    }
  };
  const close = async () => {
    const last = opened;
    opened = undefined;
    await last?.engine.close();
    if (last !== undefined && isSound && data.directory !== undefined) await markCleanEnd(data.directory);
  };
  let failures = 0;
  while (!stop.signal.aborted) {
    try {
      if (broken !== undefined) throw broken;
      const book = opened?.book ?? (await open());
      if (!isWanted) {
        await pause();
        continue;
      }
      isWanted = false;
      await book.catchUp(stop.signal);
      failures = 0;
    } catch (error) {
      if (stop.signal.aborted) break;
      if (!isCoded(error)) throw error;
      broken = undefined;
      isWanted = true;
      if (error.code === 'store.damaged') isSound = false;
      reportError(error);
      // LevelDB rejects all writes after a failed one until it is reopened
      if (error.code.startsWith('store.')) await close();
      // every row can be read from the node again
      if (error.code === 'store.damaged') await removeBook();
      do {
        failures++;
        await pause(backOffMs(failures, { firstMs: 500, maxMs: slowestPollMs }));
      } while (error.code === 'store.write-failed' && !stop.signal.aborted && !hasRoom());
    }
  }
  await close();
  await client.close();
}

function reportError({ code, message }: CodedError): void {
  report({ type: 'trouble', code, message, expected: code.startsWith('node.') });
}

async function removeBook(): Promise<void> {
  if (data.directory !== undefined && existsSync(data.directory)) await removeDirectory(data.directory);
}

/** Verifies the files after an end that was not clean: LevelDB may end the process at a damaged one. */
async function removeIfDamaged(directory: string): Promise<void> {
  if (!existsSync(directory)) return;
  const verification = await verifyDatabase(directory, { signal: stop.signal });
  if (verification.faults.length === 0) return;
  const { code, message } = damagedFiles(directory, verification);
  reportError(new CodedError(code, `${message}: the address book is rebuilt from the node`));
  await removeBook();
}

/** True when the disk accepts the book's writes. */
function hasRoom(): boolean {
  if (data.directory === undefined) return true;
  return diskFault(dirname(data.directory), 2 * data.writeBufferBytes + roomBytes) === undefined;
}

trimHeapWhenIdle(trimIntervalMs);
main()
  .finally(() => {
    data.callsPort.close();
    parent.close();
  })
  .catch((error: unknown) => {
    throw error;
  });
