import { Worker } from 'node:worker_threads';
import type { Card } from './card.ts';

const idleMs = 60_000;

/** A thread that draws; it starts with the first card and ends after a minute without requests. */
interface DrawingThread {
  /** Number of cards that are being drawn. */
  readonly pending: number;
  draw(card: Card): Promise<Buffer>;
  close(): Promise<void>;
}

/** Opens the thread. */
export function openDrawingThread(): DrawingThread {
  const waiting = new Map<number, { done: (png: Buffer) => void; failed: (error: Error) => void }>();
  let worker: Worker | undefined;
  let idle: ReturnType<typeof setTimeout> | undefined;
  let number = 0;

  function start(): Worker {
    const made = new Worker(new URL('./social-image-worker.ts', import.meta.url), { name: 'social-images' });
    made.on('message', (answer: { number: number; png?: Uint8Array; fault?: string }) => {
      const waits = waiting.get(answer.number);
      waiting.delete(answer.number);
      if (waiting.size === 0) rest();
      if (answer.png) waits?.done(Buffer.from(answer.png));
      else waits?.failed(new Error(answer.fault));
    });
    const lost = (error: Error) => {
      // after the minute without requests there may be another thread already, which draws what is waiting
      if (worker !== made) return;
      worker = undefined;
      for (const waits of waiting.values()) waits.failed(error);
      waiting.clear();
    };
    made.on('error', lost);
    made.on('exit', () => lost(new Error('the drawing thread ended')));
    made.unref();
    return made;
  }

  /** Ends the thread, and frees the drawing library's memory, after a minute without requests. */
  function rest(): void {
    clearTimeout(idle);
    idle = setTimeout(() => {
      void worker?.terminate();
      worker = undefined;
    }, idleMs);
    idle.unref();
  }

  const draw = (card: Card): Promise<Buffer> => {
    clearTimeout(idle);
    worker ??= start();
    return new Promise((done, failed) => {
      number++;
      waiting.set(number, { done, failed });
      worker?.postMessage({ number, card });
    });
  };

  return {
    get pending() {
      return waiting.size;
    },
    draw,
    async close() {
      clearTimeout(idle);
      await worker?.terminate();
    },
  };
}
