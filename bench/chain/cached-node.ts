import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createNodeClient, type NodeClient } from '@glassblock/node';
import { freePorts } from '@glassblock/node/testing';
import { isCoded } from '@glassblock/primitives';

/** A real bitcoind on regtest whose data directory is preserved, so that a generated chain can be reused. */
export interface CachedNode {
  readonly client: NodeClient;
  readonly pid: number;
  /** Ports on 127.0.0.1. */
  readonly rpcPort: number;
  readonly p2pPort: number;
  readonly cookieFile: string;
  /** Shuts the node down cleanly and waits until all data is flushed. */
  stop(): Promise<void>;
}

/**
 * Regtest's default checks walk the whole block index at each block. The tip of these chains is old, which must not
 * count as initial block download.
 */
const profile = [
  '-regtest',
  '-server',
  '-rest',
  '-disablewallet',
  '-txindex=0',
  '-blockfilterindex=0',
  '-acceptnonstdtxn=1',
  '-checkblockindex=0',
  '-checkmempool=0',
  '-maxtipage=2000000000',
  '-listen',
  '-listenonion=0',
  '-dnsseed=0',
  '-discover=0',
  '-persistmempool=0',
  '-rpcthreads=8',
  '-rpcworkqueue=256',
];
const requestTimeoutMs = 600_000;

/**
 * Starts a node on `directory` (created if missing) on free loopback ports.
 * @param dbcacheMb of the node
 * @throws {Error} if bitcoind exits before it answers
 */
export async function startCachedNode(
  directory: string,
  options: { dbcacheMb?: number; flags?: readonly string[] } = {},
): Promise<CachedNode> {
  await mkdir(directory, { recursive: true });
  const [rpcPort, p2pPort] = (await freePorts(2)) as [number, number];
  const child = spawn(
    await bitcoind(),
    [
      ...profile,
      `-datadir=${directory}`,
      `-dbcache=${options.dbcacheMb ?? 450}`,
      `-rpcport=${rpcPort}`,
      `-bind=127.0.0.1:${p2pPort}`,
      ...(options.flags ?? []),
    ],
    { stdio: 'ignore' },
  );
  const exited = once(child, 'exit');
  const cookieFile = join(directory, 'regtest', '.cookie');
  const client = createNodeClient({
    origin: `http://127.0.0.1:${rpcPort}`,
    cookieFile,
    connections: 4,
    timeoutMs: requestTimeoutMs,
  });
  for (;;) {
    if (child.exitCode !== null)
      throw new Error(`bitcoind ended with ${child.exitCode}; see ${directory}/regtest/debug.log`);
    try {
      await client.rpc('getblockchaininfo');
      break;
    } catch (error) {
      const isStarting = ['node.away', 'node.warming-up', 'node.bad-credentials'].some((code) => isCoded(error, code));
      if (!isStarting) throw error;
      await new Promise<void>((resolve) => setTimeout(resolve, 100));
    }
  }
  return {
    client,
    pid: child.pid!,
    rpcPort,
    p2pPort,
    cookieFile,
    async stop() {
      child.kill('SIGTERM');
      await exited;
      await client.close();
    },
  };
}

/** Returns the path of bitcoind: GLASSBLOCK_BITCOIND, or the one downloaded by scripts/fetch-bitcoind. */
async function bitcoind(): Promise<string> {
  const script = new URL('../../scripts/fetch-bitcoind', import.meta.url).pathname;
  const { stdout } = await promisify(execFile)('bash', [script], { timeout: 300_000 });
  return stdout.trim();
}
