import { StratumJob } from '@glassblock/contract';
import { Value } from 'typebox/value';
import { WebSocket } from 'ws';

/** The newest job of each mining pool, from a collector. */
export interface StratumSource {
  /** Returns the jobs by the unique id of the mining pool. */
  jobs(): ReadonlyMap<number, StratumJob>;
  /** Reports each new job. @returns ends this */
  onJob(listener: (job: StratumJob) => void): () => void;
  stop(): void;
}

/** Newest job of each mining pool. */
interface Jobs {
  jobs: Map<number, StratumJob>;
  /**
   * Stores the job of a message. @returns the job; undefined if it is malformed, known already, or exceeds the limits
   */
  take(message: string): StratumJob | undefined;
}

const maxMessageBytes = 256 * 1024;
const maxMiningPools = 200;
/** Older jobs are dropped: a mining pool that stopped reporting does not work on the next block. */
const maxAgeMs = 3_600_000;
const [minRetryMs, maxRetryMs] = [5_000, 300_000];
/** Without any message for this long, the connection is replaced. */
const silenceMs = 120_000;

/** Creates an empty list of jobs. */
export function createJobs(nowMs: () => number): Jobs {
  const jobs = new Map<number, StratumJob>();
  return {
    jobs,
    take(message) {
      const job = jobIn(message);
      if (job === undefined) return undefined;
      for (const [miningPool, { received }] of jobs) if (received < nowMs() - maxAgeMs) jobs.delete(miningPool);
      const known = jobs.get(job.pool);
      if (known === undefined && jobs.size >= maxMiningPools) return undefined;
      if (known?.jobId === job.jobId && known.received === job.received) return undefined;
      jobs.set(job.pool, job);
      return job;
    },
  };
}

function jobIn(message: string): StratumJob | undefined {
  try {
    const value: unknown = JSON.parse(message);
    return Value.Check(StratumJob, value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Follows a collector of stratum jobs, which sends single jobs over a socket, and connects again with back-off.
 * @param url `wss://` or `ws://`
 */
export function followStratum(url: string, onFailure: (error: unknown) => void): StratumSource {
  const listeners = new Set<(job: StratumJob) => void>();
  const { jobs, take } = createJobs(Date.now);
  let socket: WebSocket | undefined;
  let retryMs = minRetryMs;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  function connect(): void {
    const mine = new WebSocket(url, {
      maxPayload: maxMessageBytes,
      handshakeTimeout: 10_000,
      perMessageDeflate: false,
    });
    socket = mine;
    const silence = setTimeout(() => mine.terminate(), silenceMs);
    mine.on('message', (data) => {
      silence.refresh();
      retryMs = minRetryMs;
      const job = take(String(data));
      if (job !== undefined) for (const listener of listeners) listener(job);
    });
    mine.on('error', onFailure);
    mine.on('close', () => {
      clearTimeout(silence);
      if (isStopped) return;
      timer = setTimeout(connect, retryMs);
      timer.unref();
      retryMs = Math.min(maxRetryMs, 2 * retryMs);
    });
  }
  connect();
  return {
    jobs: () => jobs,
    onJob(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
      socket?.terminate();
    },
  };
}
