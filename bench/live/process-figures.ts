import { readdir, readFile } from 'node:fs/promises';

/** Resource usage of a process (Linux). */
export interface ProcessFigures {
  /** Anonymous and shared memory, MB. */
  memory: number;
  /** CPU seconds since its start: of all threads, of the main thread. */
  cpu: number;
  mainCpu: number;
}

const ticksPerSecond = 100;

/** Reads the resource usage of a process from /proc. */
export async function processFigures(pid: number): Promise<ProcessFigures> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kilobytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0);
  return {
    memory: (kilobytes('RssAnon') + kilobytes('RssShmem')) / 1_000,
    cpu: await secondsOf(`/proc/${pid}/stat`),
    mainCpu: await secondsOf(`/proc/${pid}/task/${pid}/stat`),
  };
}

/** Returns the CPU seconds of the threads of a process by name, since their start; threads of the same name are added. */
export async function threadSeconds(pid: number): Promise<Map<string, number>> {
  const seconds = new Map<string, number>();
  for (const thread of await readdir(`/proc/${pid}/task`)) {
    const name = (await readFile(`/proc/${pid}/task/${thread}/comm`, 'utf8')).trim();
    seconds.set(name, (seconds.get(name) ?? 0) + (await secondsOf(`/proc/${pid}/task/${thread}/stat`)));
  }
  return seconds;
}

/** Returns the CPU milliseconds of the main thread of a process since its start, more precisely than `processFigures`. */
export async function mainThreadMs(pid: number): Promise<number> {
  const [nanoseconds = '0'] = (await readFile(`/proc/${pid}/task/${pid}/schedstat`, 'utf8')).split(' ');
  return Number(nanoseconds) / 1e6;
}

async function secondsOf(path: string): Promise<number> {
  // The name in parentheses may contain spaces.
  const fields = (await readFile(path, 'utf8')).split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/**
 * Returns event loop delays of the main thread since the previous call, ms. The timer has a resolution of 10 ms, so 10
 * ms means no delay.
 */
export async function eventLoopDelay(url: string): Promise<{ p50: number; p99: number; max: number }> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const ms = (name: string) =>
    1_000 * Number(new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)`, 'm').exec(text)?.[1] ?? Number.NaN);
  return { p50: ms('p50'), p99: ms('p99'), max: ms('max') };
}
