import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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
    const pid = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1];
    if (pid === undefined || isRunning(Number(pid))) continue;
    // another user's directory cannot be removed
    await rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined);
  }
  const path = await mkdtemp(join(parent, `${prefix}${process.pid}-`));
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 3 }) };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
