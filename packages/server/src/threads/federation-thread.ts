import { Worker } from 'node:worker_threads';
import { CodedError } from '@glassblock/primitives';
import type { ScriptAnswer, ScriptBatch } from './workers/federation-worker.ts';

/** Finds the federation scripts of deposits in a thread of its own, which lives while there is work. */
export interface FederationThread {
  /**
   * Returns the script that each deposit was made to; undefined when it is none of those given.
   * @throws {CodedError} liquid.bad-tweak, server.thread-ended
   */
  find(
    deposits: ScriptBatch['deposits'],
    federationScripts: ScriptBatch['federationScripts'],
  ): Promise<(Uint8Array | undefined)[]>;
  /** Ends the thread: work fails with server.thread-ended. */
  close(): Promise<void>;
}

/** Deposits of a message: a second of work for a federation of fifteen keys. */
const batchSize = 64;

/** Creates the caller; the thread starts with its first work. */
export function createFederationThread(): FederationThread {
  let worker: Worker | undefined;
  let isClosed = false;

  const ended = () => new CodedError('server.thread-ended', 'the thread of the federation has ended');

  function ask(batch: ScriptBatch): Promise<ScriptAnswer> {
    if (isClosed) throw ended();
    const asked = (worker ??= new Worker(new URL('./workers/federation-worker.ts', import.meta.url), {
      name: 'federation',
    }));
    return new Promise((resolve, reject) => {
      const onExit = () => reject(ended());
      const onError = (error: Error) => reject(error);
      asked.once('exit', onExit);
      asked.once('error', onError);
      asked.once('message', (answer: ScriptAnswer) => {
        asked.off('exit', onExit);
        asked.off('error', onError);
        resolve(answer);
      });
      asked.postMessage(batch);
    });
  }

  async function end(): Promise<void> {
    const running = worker;
    worker = undefined;
    await running?.terminate();
  }

  return {
    async find(deposits, federationScripts) {
      const found: (Uint8Array | undefined)[] = [];
      try {
        for (let start = 0; start < deposits.length; start += batchSize) {
          const some = deposits.slice(start, start + batchSize);
          const answer = await ask({ deposits: some, federationScripts });
          if ('error' in answer) throw new CodedError('liquid.bad-tweak', answer.error);
          found.push(...answer.found.map((index) => federationScripts[index]));
        }
      } finally {
        await end();
      }
      return found;
    },
    async close() {
      isClosed = true;
      await end();
    },
  };
}
