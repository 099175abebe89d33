import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { compressedDirectory, loadAssets } from '../assets.ts';
import { fileMode, makeReadable } from './readable-modes.ts';

const packageDirectory = resolve(import.meta.dirname, '../../..');

/** Directory of the built app. */
export const buildDirectory = join(packageDirectory, 'build');

const inputs = ['package.json', 'tsconfig.json', 'vite.config.ts', 'react-router.config.ts', 'src', 'public'];

async function filesBelow(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => undefined);
  if (entries === undefined) return [path];
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Returns a hash of all build inputs: our sources and the lock file. */
export async function inputHash(): Promise<string> {
  const lists = await Promise.all(inputs.map((input) => filesBelow(join(packageDirectory, input))));
  const files = [...lists.flat(), resolve(packageDirectory, '../../package-lock.json')].sort();
  const hash = createHash('sha256');
  for (const file of files) {
    if (/\.test\.tsx?$/.test(file)) continue;
    const content = await readFile(file).catch(() => undefined);
    if (content !== undefined) hash.update(file.slice(packageDirectory.length)).update('\0').update(content);
  }
  return hash.digest('hex');
}

const lockFile = join(
  tmpdir(),
  `glassblock-build-${createHash('sha256').update(packageDirectory).digest('hex').slice(0, 16)}`,
);

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Waits for the build lock. A lock of a dead process is ignored. */
async function lock(): Promise<void> {
  for (;;) {
    try {
      return await writeFile(lockFile, String(process.pid), { flag: 'wx' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const owner = Number(await readFile(lockFile, 'utf8').catch(() => ''));
    // An empty lock is just being written.
    if (owner > 0 && !isRunning(owner)) await rm(lockFile, { force: true });
    else await new Promise<void>((again) => setTimeout(again, 100));
  }
}

/**
 * Builds the app if its inputs changed since the last build.
 * @param options.log called with one line at a time
 * @throws when the build tool fails
 */
export async function buildWeb(options: { log(line: string): void }): Promise<void> {
  const stampFile = join(buildDirectory, 'stamp');
  const wanted = await inputHash();
  const isBuilt = async () => (await readFile(stampFile, 'utf8').catch(() => '')) === wanted;
  if (await isBuilt()) return;
  await lock();
  try {
    if (!(await isBuilt())) await build(stampFile, wanted, options.log);
  } finally {
    await rm(lockFile, { force: true });
  }
}

async function build(stampFile: string, wanted: string, log: (line: string) => void): Promise<void> {
  log('building the web app (its sources changed)');
  await rm(stampFile, { force: true });
  const manifest = createRequire(import.meta.url).resolve('@react-router/dev/package.json');
  const tool = join(dirname(manifest), 'bin.cjs');
  await rm(compressedDirectory(buildDirectory), { recursive: true, force: true });
  await run(process.execPath, [tool, 'build'], log);
  await makeReadable(buildDirectory);
  // compressed here for the usual base path, because it takes seconds of the first start otherwise
  await loadAssets(buildDirectory, '/');
  await writeFile(stampFile, wanted);
  await chmod(stampFile, fileMode);
  log('web app built');
}

function run(command: string, parameters: string[], log: (line: string) => void): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(command, parameters, {
      cwd: packageDirectory,
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let tail = '';
    const keep = (chunk: Buffer) => {
      tail = (tail + chunk.toString('utf8')).slice(-4000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', fail);
    child.once('exit', (code) => {
      if (code === 0) return done();
      for (const line of tail.split('\n')) log(line);
      fail(new Error(`the web app's build ended with code ${String(code)}`));
    });
  });
}
