import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
/** Connections per process. */
const perProcess = 8;

/** Requests an address; returns its status. */
function ask(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
      response.once('error', reject);
    });
    sent.once('error', reject);
    sent.end();
  });
}

/**
 * Requests addresses one after another.
 * @returns milliseconds of each
 * @throws {Error} for an answer with an error
 */
export async function askEach(urls: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  for (const url of urls) {
    const began = performance.now();
    const status = await ask(url);
    if (status !== 200) throw new Error(`${url}: ${status}`);
    times.push(performance.now() - began);
  }
  return times;
}

/** Results of a load. */
export interface Load {
  requests: number;
  failures: number;
  seconds: number;
  /** Milliseconds of each request. */
  times: number[];
}

/** Sends requests to processes, eight to each at a time. */
export async function loadFor(ms: number, urls: readonly string[], paths: readonly string[]): Promise<Load> {
  const began = performance.now();
  const times: number[] = [];
  let [next, failures] = [0, 0];
  const send = async (url: string) => {
    while (performance.now() - began < ms) {
      const sentMs = performance.now();
      const status = await ask(url + paths[next++ % paths.length]!).catch(() => 0);
      if (status !== 200) failures++;
      times.push(performance.now() - sentMs);
    }
  };
  await Promise.all(urls.flatMap((url) => Array.from({ length: perProcess }, () => send(url))));
  return { requests: times.length, failures, seconds: (performance.now() - began) / 1_000, times };
}

/** Median and 99th percentile, as text. */
export function quantiles(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0).toFixed(2);
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`;
}
