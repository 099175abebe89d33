import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mineOpenUtxos, type OpenUtxo, type RealNode, sendAll, startRealNode } from '@glassblock/node/testing';
import { generatedUtxoValue, generateMempool } from '../../packages/server/test/support/generated-mempool.ts';
import { type Server, startServer } from '../index/start-server.ts';
import { type Announcements, listenToNode } from './announcements.ts';
import { pause } from './clock.ts';

/**
 * A real node with a mempool of a given size and the real program, in separate processes. Stopped by
 * `Symbol.asyncDispose`.
 */
export interface BenchWorld extends AsyncDisposable {
  node: RealNode;
  server: Server;
  announcements: Announcements;
  /** Remaining confirmed UTXOs. */
  utxos: OpenUtxo[];
}

/** UTXOs spent by a generated mempool transaction on average, with a margin. */
const utxosEach = 1.9;

/**
 * @param mempoolSize initial number of mempool transactions
 * @param payments number of additional UTXOs for payments
 */
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
  await writeFile(
    config,
    JSON.stringify({ port: 0, dataDir: directory, requestsPerMinute: 0, maxSocketsPerAddress: 0, networks }),
  );
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
