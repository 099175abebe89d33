import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
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
import { openBookChain } from './worker-chain.ts';

const slowestPollMs = 15_000;
/** Free space, in addition to twice its write buffer, required to reopen LevelDB. */
const roomBytes = 16e6;

/**
 * Follows the chain with an address book until stopped by its port, which it closes at the end. It has a thread of its own
 * (`address-worker.ts`), or shares the index thread's.
 * @rejects on an unexpected error
 */
export async function runAddressBook(data: AddressWorkerData, port: MessagePort): Promise<void> {
  try {
    await new AddressBookRun(data, port).run();
  } finally {
    data.callsPort.close();
    port.close();
  }
}

class AddressBookRun {
  private readonly data: AddressWorkerData;
  private readonly port: MessagePort;
  private readonly stop = new AbortController();
  private opened: { engine: Engine; book: AddressBook } | undefined;
  /** The chain has moved since the book last caught up. */
  private isWanted = false;
  /** A read failed: the book must be reopened. */
  private broken: CodedError | undefined;
  /** False once a read found it damaged: the end of this use is not a clean one. */
  private isSound = true;
  private wake: () => void = () => undefined;

  constructor(data: AddressWorkerData, port: MessagePort) {
    this.data = data;
    this.port = port;
    port.on('message', (message: ToAddressWorker) => {
      if (message.type === 'stop') this.stop.abort();
      this.isWanted = true;
      this.wake();
    });
    answerCalls(data.callsPort, { keys: (ranges: readonly AddressRange[], limit: number) => this.keys(ranges, limit) });
  }

  async run(): Promise<void> {
    const client = createNodeClient({ ...this.data.node, connections: 1 });
    const chain = openBookChain(this.data, client);
    const { signal } = this.stop;
    let failures = 0;
    while (!signal.aborted) {
      try {
        if (this.broken !== undefined) throw this.broken;
        const book = this.opened?.book ?? (await this.open(chain));
        if (!this.isWanted) {
          await this.pause();
          continue;
        }
        this.isWanted = false;
        await book.catchUp(signal);
        failures = 0;
      } catch (error) {
        if (signal.aborted) break;
        if (!isCoded(error)) throw error;
        this.broken = undefined;
        this.isWanted = true;
        if (error.code === 'store.damaged') this.isSound = false;
        this.reportError(error);
        // LevelDB rejects all writes after a failed one until it is reopened
        if (error.code.startsWith('store.')) await this.close();
        // every row can be read from the node again
        if (error.code === 'store.damaged') await this.removeBook();
        do {
          failures++;
          await this.pause(backOffMs(failures, { firstMs: 500, maxMs: slowestPollMs }));
        } while (error.code === 'store.write-failed' && !signal.aborted && !this.hasRoom());
      }
    }
    await this.close();
    await client.close();
  }

  /** Empty while it cannot be read. */
  private async keys(ranges: readonly AddressRange[], limit: number): Promise<Uint8Array[]> {
    try {
      return (await this.opened?.book.keys(ranges, limit)) ?? [];
    } catch (error) {
      if (!isCoded(error)) throw error;
      if (error.code !== 'store.closed') {
        this.broken = error;
        this.wake();
      }
      return [];
    }
  }

  private async open({ source, format }: ReturnType<typeof openBookChain>): Promise<AddressBook> {
    const { directory, cacheBytes, writeBufferBytes } = this.data;
    if (directory !== undefined) {
      if (!this.isSound || !(await hasEndedCleanly(directory))) await this.removeIfDamaged(directory);
      await beginUse(directory);
      this.isSound = true;
    }
    const engine =
      directory === undefined ? openMemoryEngine() : await openLevelEngine({ directory, cacheBytes, writeBufferBytes });
    try {
      const onProgress = (height: number) => this.report({ type: 'progress', height });
      const book = await openAddressBook({ engine, source, format, onProgress });
      this.opened = { engine, book };
      if (book.height !== undefined) onProgress(book.height);
      return book;
    } catch (error) {
      await engine.close();
      throw error;
    }
  }

  private async close(): Promise<void> {
    const last = this.opened;
    this.opened = undefined;
    await last?.engine.close();
    const { directory } = this.data;
    if (last !== undefined && this.isSound && directory !== undefined) await markCleanEnd(directory);
  }

  /** Waits until woken or timed out. */
  private pause(ms?: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = ms === undefined ? undefined : setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private report(message: FromAddressWorker): void {
    this.port.postMessage(message);
  }

  private reportError({ code, message }: CodedError): void {
    this.report({ type: 'trouble', code, message, expected: code.startsWith('node.') });
  }

  private async removeBook(): Promise<void> {
    const { directory } = this.data;
    if (directory !== undefined && existsSync(directory)) await removeDirectory(directory);
  }

  /** Verifies the files after an end that was not clean: LevelDB may end the process at a damaged one. */
  private async removeIfDamaged(directory: string): Promise<void> {
    if (!existsSync(directory)) return;
    const verification = await verifyDatabase(directory, { signal: this.stop.signal });
    if (verification.faults.length === 0) return;
    const { code, message } = damagedFiles(directory, verification);
    this.reportError(new CodedError(code, `${message}: the address book is rebuilt from the node`));
    await this.removeBook();
  }

  /** True when the disk accepts the book's writes. */
  private hasRoom(): boolean {
    const { directory, writeBufferBytes } = this.data;
    return directory === undefined || diskFault(dirname(directory), 2 * writeBufferBytes + roomBytes) === undefined;
  }
}
