import type { MessagePort } from 'node:worker_threads';
import { CodedError } from '@glassblock/primitives';
import type { Engine, EngineReader, EngineSnapshot, KeyRange, Row } from '../engine.ts';

type Question =
  | { id: number; ask: 'get'; snapshot: number; keys: Uint8Array[] }
  | { id: number; ask: 'scan'; snapshot: number; range: KeyRange }
  | { id: number; ask: 'snapshot' }
  | { id: number; ask: 'release'; snapshot: number };
type Answer = { id: number; value: unknown } | { id: number; error: string };

/** Lets another thread read an engine of this one, such as the memory engine. Close the port to stop. */
export function serveEngine(engine: Engine, port: MessagePort): void {
  const snapshots = new Map<number, EngineSnapshot>();
  let next = 1;
  const readerOf = (snapshot: number): EngineReader => (snapshot === 0 ? engine : snapshots.get(snapshot)!);
  const answer = async (question: Question): Promise<unknown> => {
    switch (question.ask) {
      case 'get':
        return readerOf(question.snapshot).getMany(question.keys);
      case 'scan':
        return readerOf(question.snapshot).scan(question.range);
      case 'snapshot': {
        const id = next++;
        snapshots.set(id, await engine.snapshot());
        return id;
      }
      case 'release': {
        const snapshot = snapshots.get(question.snapshot);
        snapshots.delete(question.snapshot);
        return snapshot?.close();
      }
    }
  };
  port.on('message', (question: Question) => {
    answer(question).then(
      (value) => port.postMessage({ id: question.id, value } satisfies Answer),
      (error: unknown) => port.postMessage({ id: question.id, error: String(error) } satisfies Answer),
    );
  });
  port.on('close', () => {
    for (const snapshot of snapshots.values()) void snapshot.close();
    snapshots.clear();
  });
}

/** Returns a read-only client of an engine in another thread. Snapshots are requested and used in order. */
export function remoteEngine(port: MessagePort): Engine {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let next = 1;
  port.on('message', (answer: Answer) => {
    const asker = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('error' in answer) asker?.reject(new Error(answer.error));
    else asker?.resolve(answer.value);
  });
  port.on('close', () => {
    const error = new CodedError('store.closed', 'the thread that holds the store has ended');
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  });
  const ask = <T>(question: Record<string, unknown>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      const id = next++;
      waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
      port.postMessage({ id, ...question });
    });
  const readerOf = (snapshot: Promise<number>): EngineReader => ({
    getMany: async (keys) => ask({ ask: 'get', snapshot: await snapshot, keys: [...keys] }),
    scan: async (range: KeyRange) => ask<Row[]>({ ask: 'scan', snapshot: await snapshot, range }),
  });
  return {
    atomic: true,
    ...readerOf(Promise.resolve(0)),
    async snapshot(): Promise<EngineSnapshot> {
      const id = ask<number>({ ask: 'snapshot' });
      return {
        ...readerOf(id),
        async close() {
          await ask({ ask: 'release', snapshot: await id });
        },
      };
    },
    async write() {
      throw new Error('a remote engine is read-only');
    },
    async close() {
      port.close();
    },
  };
}
