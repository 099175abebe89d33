import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

const prefix = 'glassblock-demo-';

/** A directory that exists as long as the process. */
export interface TemporaryDirectory {
  readonly path: string;
  /** Removes it with its contents. */
  remove(): Promise<void>;
}

/** Creates a directory for the data of the demo, and removes those of crashed processes. */
export async function createTemporaryDirectory(parent: string = tmpdir()): Promise<TemporaryDirectory> {
  for (const name of await readdir(parent)) {
    const [, pid, start] = new RegExp(`^${prefix}(\\d+)-(?:(\\d+)-)?`).exec(name) ?? [];
    if (pid === undefined || isOwned(Number(pid), start)) continue;
    // another user's directory cannot be removed
    await rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined);
  }
  const path = await mkdtemp(join(parent, `${prefix}${process.pid}-${startedAt()}-`));
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 3 }) };
}

/** Start of this process, in Unix milliseconds. */
const startedAt = () => Math.round(performance.timeOrigin);

/** Whether a process still uses its directory. In a container, this process may have the id of the one before. */
const isOwned = (pid: number, start: string | undefined): boolean =>
  pid === process.pid ? start === String(startedAt()) : isRunning(pid);

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
