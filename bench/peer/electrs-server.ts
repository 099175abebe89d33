import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { freePorts } from '@glassblock/node/testing';
import { displayHash, fromHex, sha256d } from '@glassblock/primitives';
import type { CachedNode } from '../chain/cached-node.ts';
import { electrsFlags } from '../chain/electrs-flags.ts';

/** Roman Zeyde's electrs, which has the Electrum protocol only. */
export interface ElectrsServer {
  readonly pid: number;
  /** From the start until it answered with the node's tip. */
  readonly startMs: number;
  /** Resolves when electrs has announced a block as its tip. @param id display order */
  hasTip(id: string): Promise<void>;
  stop(): Promise<void>;
}

/** Header as in `blockchain.headers.subscribe` (Electrum protocol 1.4). */
interface HeaderNotice {
  hex: string;
}

const retryMs = 20;

/**
 * Starts electrs, and waits until it has the node's tip.
 * @param db its database; created if missing
 * @throws {Error} if it exits before
 */
export async function startElectrs(program: string, node: CachedNode, db: string): Promise<ElectrsServer> {
  const [electrumPort, monitoringPort] = (await freePorts(2)) as [number, number];
  const beganMs = performance.now();
  const child = spawn(program, electrsFlags({ node, db, electrumPort, monitoringPort }), { stdio: 'ignore' });
  const socket = await connected(child, electrumPort);
  let tip = '';
  let onTip: () => void = () => undefined;
  createInterface({ input: socket }).on('line', (line) => {
    const message = JSON.parse(line) as { result?: HeaderNotice; params?: HeaderNotice[] };
    const notice = message.result ?? message.params?.[0];
    if (notice === undefined) return;
    tip = displayHash(sha256d(fromHex(notice.hex)));
    onTip();
  });
  async function hasTip(id: string): Promise<void> {
    while (tip !== id) await new Promise<void>((resolve) => (onTip = resolve));
  }
  socket.write(`${JSON.stringify({ id: 1, method: 'blockchain.headers.subscribe', params: [] })}\n`);
  await hasTip(String(await node.client.rpc('getbestblockhash')));
  return {
    pid: child.pid!,
    startMs: performance.now() - beganMs,
    hasTip,
    async stop() {
      const exited = once(child, 'exit');
      socket.destroy();
      child.kill('SIGINT');
      await exited;
    },
  };
}

/** Connects as soon as electrs listens, which it does after its first index. */
async function connected(child: ChildProcess, port: number): Promise<Socket> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`electrs ended with ${child.exitCode}`);
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return socket;
    } catch {
      // not yet listening
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }
}
