import { availableParallelism } from 'node:os';
import { platform } from 'node:process';
import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { CallApi, PageContext, PageRequest, RenderedPage } from './page-context.ts';
import type { ApiCall, ApiReturn, RenderTask, RenderThreadData } from './render-worker.ts';

/** Threads that render pages. */
export interface RenderThreads {
  /** Number of pages that are rendered at the same time; more wait in the order of their arrival. */
  readonly capacity: number;
  /** @throws when the thread ends before the page is rendered */
  render(request: PageRequest, context: PageContext): Promise<RenderedPage>;
  close(): Promise<void>;
}

const maxThreads = 4;
/** Pages of one thread that wait for the API at the same time. */
const pagesPerThread = 4;
const idleMs = 60_000;
/** Where all processors are busy, answers of the API come before pages. Other systems have no priority of a thread. */
const renderNiceness = platform === 'linux' ? 5 : 0;

/** Starts one thread; under load there is one for two processors, four at most. */
export function openRenderThreads(data: RenderThreadData): RenderThreads {
  const threads = Math.max(1, Math.min(maxThreads, Math.floor(availableParallelism() / 2)));
  const pool = new Piscina<RenderTask, RenderedPage>({
    filename: new URL('./render-worker.ts', import.meta.url).href,
    workerData: data,
    minThreads: 1,
    maxThreads: threads,
    idleTimeout: idleMs,
    niceIncrement: renderNiceness,
    concurrentTasksPerWorker: pagesPerThread,
    // a blocking wait would hold up the other pages of the thread
    atomics: 'disabled',
  });
  return {
    capacity: threads * pagesPerThread,
    async render(request, { api, ...facts }) {
      const { port1, port2 } = new MessageChannel();
      port1.on('message', ({ call, path }: ApiCall) => {
        void answer(api, path).then((answered) => port1.postMessage({ call, ...answered } satisfies ApiReturn));
      });
      try {
        return await pool.run({ request, facts, port: port2 }, { transferList: [port2] });
      } finally {
        port1.close();
      }
    },
    close: () => pool.destroy(),
  };
}

const answer = (api: CallApi, path: string) =>
  api(path).then(
    (given) => ({ answer: given }),
    (error: unknown) => ({ fault: error instanceof Error ? error.message : String(error) }),
  );
