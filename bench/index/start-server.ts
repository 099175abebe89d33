import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { CachedNode } from '../chain/cached-node.ts';

/** The real program in its own process. */
export interface Server {
  url: string;
  pid: number;
  /** Resolves when the process has exited, for any reason. */
  exited: Promise<void>;
  /** @param signal default SIGTERM */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/**
 * Writes the configuration for the node of a generated chain.
 * @param data data directory of the index
 * @param blocksDir block directory of the node, to read its block files
 * @returns path of the file
 */
export async function writeConfig(
  data: string,
  node: CachedNode,
  options: { ownBodies: boolean; blocksDir?: string | undefined },
): Promise<string> {
  const config = join(data, 'config.json');
  const network = {
    name: 'regtest',
    node: `http://127.0.0.1:${node.rpcPort}`,
    cookie: node.cookieFile,
    bodies: options.ownBodies ? 'own' : 'node',
    ...(options.blocksDir === undefined ? {} : { blocksDir: options.blocksDir }),
  };
  await writeFile(config, JSON.stringify({ port: 0, dataDir: data, requestsPerMinute: 0, networks: [network] }));
  return config;
}

/** Flags of Node and environment as in `npm start`. */
export const startFlags = ['--max-semi-space-size=16', '--heap-growing-percent=100'];
/** Environment of `npm start`: few malloc arenas, fixed thresholds. */
export const startEnvironment = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
  ...process.env,
};

/**
 * Starts the real program and waits until the index is complete.
 * @param config its configuration file
 * @param core CPU to which it is pinned (Linux)
 */
export async function startServer(config: string, core?: number): Promise<Server> {
  const server = await launchServer(config, core);
  for (;;) {
    const state = (await (await fetch(`${server.url}/api/glass/v1/state`)).json()) as {
      index: { height: number | null; nodeHeight: number | null };
    };
    if (state.index.height !== null && state.index.height === state.index.nodeHeight) return server;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * Starts the real program and waits until it listens.
 * @throws {Error} if it exits before
 */
export async function launchServer(config: string, core?: number): Promise<Server> {
  const launch = fileURLToPath(new URL('../../packages/server/src/launch.cjs', import.meta.url));
  const pinned = core === undefined ? [] : ['taskset', '-c', String(core)];
  const [command = '', ...words] = [...pinned, process.execPath, ...startFlags, launch, '--config', config];
  const child = spawn(command, words, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: startEnvironment,
  });
  const exited = once(child, 'exit');
  let url: string | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    const entry = JSON.parse(line) as { event?: string; url?: string };
    if (entry.event !== 'listening') continue;
    url = entry.url!.replace(/\/$/, '');
    break;
  }
  if (url === undefined) throw new Error('the server has ended');
  child.stdout.resume();
  return {
    url,
    pid: child.pid!,
    exited: exited.then(() => undefined),
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      await exited;
    },
  };
}
