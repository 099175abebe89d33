import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '@glassblock/node/testing';
import type { CachedNode } from '../chain/cached-node.ts';

/** A server with Esplora's API on the same node. */
export interface PeerServer {
  /** Without `/api`. */
  readonly url: string;
  /** Of a server that was started here. */
  readonly pid?: number;
  /** From the start until it answered with the node's height. */
  readonly startMs?: number;
  stop(): Promise<void>;
}

/** Waits for the first index of a chain. */
const maxStartMs = 3_600_000;

/**
 * Starts the binary of another server, and waits until it has the node's chain.
 * @param command words; `{rpcPort}`, `{p2pPort}`, `{cookieFile}`, `{nodeDir}`, `{dbDir}`, `{httpPort}` and `{freePort}`
 * are replaced
 */
export async function startPeer(command: string, node: CachedNode, nodeDir: string): Promise<PeerServer> {
  const [httpPort, freePort] = await freePorts(2);
  const dbDir = await mkdtemp(join(tmpdir(), 'glassblock-peer-'));
  const { rpcPort, p2pPort, cookieFile } = node;
  const values: Record<string, unknown> = { rpcPort, p2pPort, cookieFile, nodeDir, dbDir, httpPort, freePort };
  const words = command.split(/\s+/).map((word) => word.replace(/\{(\w+)\}/g, (_, name) => String(values[name])));
  const [program = '', ...flags] = words;
  const beganMs = performance.now();
  const child = spawn(program, flags, { stdio: ['ignore', 'ignore', 'inherit'] });
  const url = `http://127.0.0.1:${httpPort}`;
  try {
    await untilSynced(url, Number(await node.client.rpc('getblockcount')), child);
  } catch (error) {
    child.kill();
    throw error;
  }
  return {
    url,
    pid: child.pid!,
    startMs: performance.now() - beganMs,
    async stop() {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
      await rm(dbDir, { recursive: true });
    },
  };
}

async function untilSynced(url: string, height: number, child: ChildProcess): Promise<void> {
  for (const endMs = performance.now() + maxStartMs; performance.now() < endMs; ) {
    if (child.exitCode !== null) throw new Error(`the other server ended with ${child.exitCode}`);
    const tip = await fetch(`${url}/blocks/tip/height`).then(
      (response) => response.text(),
      () => undefined,
    );
    if (tip === String(height)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the other server has not reached the tip within an hour');
}

const pollMs = 5;

/** Resolves when a server with Esplora's API has a block as its tip. @param url without a slash at the end */
export async function hasEsploraTip(url: string, id: string): Promise<void> {
  for (;;) {
    if ((await (await fetch(`${url}/blocks/tip/hash`)).text()) === id) return;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}
