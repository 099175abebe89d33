/**
 * Restarts with a whole index: time and CPU time until the program listens, and until it serves the node's tip. Medians.
 *
 *     node bench/index/restart.ts [--chain DIR] [--restarts 5]
 *
 * The chain is that of `peer/blocks.ts`, which makes it.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { calibrate, median } from '../calibrate.ts';
import { startCachedNode } from '../chain/cached-node.ts';
import { processFigures, threadSeconds } from '../live/process-figures.ts';
import { hasEsploraTip } from '../peer/peer-server.ts';
import { launchServer, startServer, writeConfig } from './start-server.ts';

const { values } = parseArgs({
  options: { chain: { type: 'string', default: '/tmp/bench-chain' }, restarts: { type: 'string', default: '5' } },
});
/** Work of the start that follows the tip. */
const settleMs = 2_000;

const node = await startCachedNode(join(values.chain, 'node'));
const tip = String(await node.client.rpc('getbestblockhash'));
const home = await mkdtemp(join(tmpdir(), 'glassblock-restart-'));
const config = await writeConfig(home, node, { ownBodies: false, blocksDir: join(values.chain, 'node') });
await (await startServer(config)).stop();
const rows: number[][] = [];
for (let i = 0; i < Number(values.restarts); i++) {
  const beganMs = performance.now();
  const server = await launchServer(config);
  const listeningMs = performance.now() - beganMs;
  const listeningCpu = (await processFigures(server.pid)).cpu;
  await hasEsploraTip(`${server.url}/api`, tip);
  const servingMs = performance.now() - beganMs;
  const { cpu } = await processFigures(server.pid);
  await pause(settleMs);
  const after = await processFigures(server.pid);
  rows.push([listeningMs, servingMs, 1_000 * listeningCpu, 1_000 * cpu, 1_000 * after.cpu]);
  const threads = [...(await threadSeconds(server.pid))].filter(([, seconds]) => seconds >= 0.03);
  console.log(JSON.stringify({ ...Object.fromEntries(threads) }));
  await server.stop();
}
const [listeningMs, servingMs, listeningCpuMs, servingCpuMs, cpuMsAfter] = rows[0]!.map((_, column) =>
  Math.round(median(rows.map((row) => row[column]!))),
);
console.log(
  JSON.stringify({ calibrationMs: calibrate(), listeningMs, servingMs, listeningCpuMs, servingCpuMs, cpuMsAfter }),
);
await node.stop();
await rm(home, { recursive: true });
