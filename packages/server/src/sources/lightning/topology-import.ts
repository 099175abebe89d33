import { once } from 'node:events';
import { MessageChannel, Worker } from 'node:worker_threads';
import {
  createTopologyTarget,
  type Graph,
  type LightningHistory,
  type TopologyProgress,
  type TopologyTarget,
} from '@glassblock/lightning';
import { CodedError, isCoded } from '@glassblock/primitives';
import { answerCalls } from '../../threads/port-calls.ts';
import type { TopologyOutcome, TopologyWorkerData } from './topology-worker.ts';

/** Imports the topology files of a directory. */
export type ImportTopology = (
  directory: string,
  options: { signal: AbortSignal; onProgress(progress: TopologyProgress): void },
) => Promise<TopologyProgress>;

/** The last import since the start. */
export interface ImportState extends TopologyProgress {
  readonly state: 'none' | 'running' | 'stopped' | 'done' | 'failed';
  /** Reason of the failure, one sentence; undefined unless failed. */
  readonly message: string | undefined;
}

/** An import of topology files, one at a time. */
export interface TopologyImport {
  /** @throws {CodedError} lightning.busy, lightning.bad-file, lightning.bad-answer, store.write-failed */
  run: ImportTopology;
  readonly state: ImportState;
  /** Ends the import after the call that it waits for; its next one continues. */
  stop(): Promise<void>;
}

/** Options of the import. */
export interface TopologyImportOptions {
  graph: Graph;
  history: LightningHistory;
  /** Looks up the funding outputs of new channels and stores them. */
  settle(): Promise<void>;
  /** Called when an import has ended. */
  onEnd(state: ImportState): void;
  /** Called with the error of an import that has failed. */
  report(error: unknown): void;
}

const noProgress: TopologyProgress = { files: 0, of: 0, days: 0 };
/** Limit of the thread's heap: files of a network of ten times today's size stay far below it. */
const maxHeapMb = 1_024;
const daySeconds = 86_400;

/** Creates the import; its thread lives while it runs. */
export function createTopologyImport(options: TopologyImportOptions): TopologyImport {
  const { history, onEnd, report } = options;
  const stopping = new AbortController();
  let running: Promise<TopologyProgress> | undefined;
  let state: ImportState = { state: 'none', message: undefined, ...noProgress };

  async function runOnce(directory: string, signal: AbortSignal, onProgress: (progress: TopologyProgress) => void) {
    state = { state: 'running', message: undefined, ...noProgress };
    try {
      const days = await history.days(0);
      const stored = days.map(({ time }) => Math.floor(time / daySeconds));
      await runThread(options, { directory, stored }, signal, (progress) => {
        state = { ...state, ...progress };
        onProgress(progress);
      });
      state = { ...state, state: signal.aborted ? 'stopped' : 'done' };
      onEnd(state);
      return { files: state.files, of: state.of, days: state.days };
    } catch (error) {
      const reason = isCoded(error) ? error.message : 'there is an error in the program; the log has it';
      state = {
        ...state,
        state: 'failed',
        message: `The import of past days has failed: ${reason.replace(/\.$/, '')}.`,
      };
      report(error);
      throw error;
    }
  }
  return {
    get state() {
      return state;
    },
    async run(directory, { signal, onProgress }) {
      if (running !== undefined) throw new CodedError('lightning.busy', 'an import is running already');
      running = runOnce(directory, AbortSignal.any([signal, stopping.signal]), onProgress).finally(() => {
        running = undefined;
      });
      return running;
    },
    async stop() {
      stopping.abort();
      await Promise.allSettled([running]);
    },
  };
}

/** Runs the thread until it ends or is aborted: days that it has passed on are stored. */
async function runThread(
  { graph, history, settle }: TopologyImportOptions,
  data: Omit<TopologyWorkerData, 'calls'>,
  signal: AbortSignal,
  onProgress: (progress: TopologyProgress) => void,
): Promise<void> {
  if (signal.aborted) return;
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(new URL('./topology-worker.ts', import.meta.url), {
    workerData: { ...data, calls: port2 } satisfies TopologyWorkerData,
    transferList: [port2],
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
    name: 'topology',
  });
  /** Calls of the thread, which ends while one of them may still store a day. */
  let storing: Promise<unknown> = Promise.resolve();
  const target = createTopologyTarget(graph, history, settle);
  const tracked = <A, R>(call: (argument: A) => Promise<R>) => {
    return (argument: A): Promise<R> => {
      const answer = signal.aborted ? Promise.reject(new CodedError('lightning.stopped', 'stopped')) : call(argument);
      storing = Promise.allSettled([answer]);
      return answer;
    };
  };
  answerCalls(port1, {
    add: tracked(target.add),
    fundings: tracked(target.fundings),
    addDay: tracked(target.addDay),
    progress: tracked(async (progress: TopologyProgress) => onProgress(progress)),
  } satisfies TopologyTarget);
  const onAbort = () => void worker.terminate();
  signal.addEventListener('abort', onAbort);
  try {
    const ended = once(worker, 'exit');
    const [outcome] = (await Promise.race([once(worker, 'message'), ended.then(() => [undefined])])) as [
      TopologyOutcome | undefined,
    ];
    await ended;
    if (signal.aborted) return;
    if (outcome === undefined) throw new CodedError('server.thread-ended', 'the thread of the import has ended');
    if ('code' in outcome) throw new CodedError(outcome.code, outcome.message);
  } catch (error) {
    if (signal.aborted) return;
    throw isOutOfMemory(error) ? tooLarge(error) : error;
  } finally {
    signal.removeEventListener('abort', onAbort);
    port1.close();
    await storing;
  }
}

const isOutOfMemory = (error: unknown) => (error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY';
const tooLarge = (cause: unknown) =>
  new CodedError('lightning.bad-answer', 'the topology files need more memory than an import may use', { cause });
