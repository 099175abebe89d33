import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mineOpenUtxos, type OpenUtxo, type RealNode, sendAll, startRealNode } from '@glassblock/node/testing';
import { generatedUtxoValue, generateMempool } from '../../packages/server/test/support/generated-mempool.ts';
import { type Server, startServer } from '../index/start-server.ts';
import { type Announcements, listenToNode } from './announcements.ts';
import { pause } from './clock.ts';

/** A real node with a mempool of some size, and the real program beside it, each a process of its own. Ends with the block that holds it. */
export interface BenchWorld extends AsyncDisposable {
  node: RealNode;
  server: Server;
  announcements: Announcements;
  /** Confirmed coins that are left. */
  utxos: OpenUtxo[];
}

/** Coins that a transaction of a generated mempool spends, on average, and some more. */
const utxosEach = 1.9;

/** @param poolSize  transactions that are there at the start  @param payments  coins for so many besides */
export async function startBenchWorld({
  mempoolSize,
  payments,
}: {
  mempoolSize: number;
  payments: number;
}): Promise<BenchWorld> {
  const node = await startRealNode({ flags: ['-maxmempool=1000', '-checkmempool=0', '-blockmaxweight=3996000'] });
  const directory = await mkdtemp(join(tmpdir(), 'glassblock-bench-'));
  const utxos = await mineOpenUtxos(node.client, Math.ceil(utxosEach * mempoolSize) + payments, generatedUtxoValue);
  await sendAll(node.client, generateMempool({ seed: 1, txs: mempoolSize, padding: 80 }, () => utxos.pop()!).raws);
  const config = join(directory, 'config.json');
  const networks = [{ name: 'regtest', node: node.url }];
  await writeFile(config, JSON.stringify({ port: 0, dataDir: directory, requestsPerMinute: 0, networks }));
  const server = await startServer(config);
  while (!(await fetch(`${server.url}/readyz`)).ok) await pause(100);
  const announcements = listenToNode(node.zmq);
  return {
    node,
    server,
    announcements,
    utxos,
    async [Symbol.asyncDispose]() {
      announcements.close();
      await server.stop();
      await node.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
