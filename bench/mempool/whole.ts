/**
 * The whole process with a real node and a large mempool: initial load time, peak memory, and memory while the mempool
 * changes.
 *
 *     node bench/mempool/whole.ts [transactions=300000] [seconds of changes=60]
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mineOpenUtxos, sendAll, startRealNode } from '@glassblock/node/testing';
import { generateMempool } from '../../packages/server/test/support/generated-mempool.ts';
import { calibrate } from '../calibrate.ts';
import { startServer } from '../index/start-server.ts';

const txs = Number(process.argv[2] ?? 300_000);
const seconds = Number(process.argv[3] ?? 60);
const changesEach = 50;
const utxoValue = 100_000;

const node = await startRealNode({ flags: ['-maxmempool=3000', '-checkmempool=0', '-blockmaxweight=3996000'] });
const directory = await mkdtemp(join(tmpdir(), 'glassblock-bench-'));
try {
  const more = changesEach * seconds;
  const utxos = await mineOpenUtxos(node.client, Math.ceil(1.9 * (txs + more)), utxoValue);
  const take = () => utxos.pop()!;
  const mempool = generateMempool({ seed: 1, txs, padding: 80 }, take);
  await sendAll(node.client, mempool.raws);
  const bytes = mempool.raws.reduce((sum, { length }) => sum + length, 0);
  console.log(
    `${mempool.raws.length} transactions of ${Math.round(bytes / mempool.raws.length)} bytes, calibration ${calibrate().toFixed(0)} ms`,
  );

  const config = join(directory, 'config.json');
  const network = { name: 'regtest', node: node.url };
  await writeFile(config, JSON.stringify({ port: 0, dataDir: directory, requestsPerMinute: 0, networks: [network] }));
  const began = performance.now();
  const server = await startServer(config);
  let peak = 0;
  const used = async () => {
    const status = await readFile(`/proc/${server.pid}/status`, 'utf8');
    const read = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1000;
    const now = read('RssAnon') + read('RssShmem');
    peak = Math.max(peak, now);
    return now;
  };
  const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  for (;;) {
    await used();
    const state = (await (await fetch(`${server.url}/api/glass/v1/state`)).json()) as {
      mempool: { synced: boolean; count: number };
    };
    if (state.mempool.synced && state.mempool.count >= mempool.raws.length) break;
    await pause(100);
  }
  console.log(`loaded after ${((performance.now() - began) / 1000).toFixed(1)} s, peak ${peak.toFixed(0)} MB`);

  const news = generateMempool({ seed: 2, txs: more, padding: 80 }, take).raws;
  for (let second = 0; second < seconds; second++) {
    await sendAll(node.client, news.slice(second * changesEach, (second + 1) * changesEach));
    if (second % 20 === 19) await node.mine(1);
    await pause(1_000);
    await used();
  }
  console.log(
    `after ${seconds} s of ${changesEach} transactions per second: ${(await used()).toFixed(0)} MB, peak ${peak.toFixed(0)} MB`,
  );
  await server.stop();
} finally {
  await node.stop();
  await rm(directory, { recursive: true, force: true });
}
