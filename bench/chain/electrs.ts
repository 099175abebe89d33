/**
 * First indexing of a generated chain by Roman Zeyde's electrs, for comparison; prints one line of JSON.
 *
 *     node bench/chain/electrs.ts --electrs /tmp/electrs/bin/electrs --datadir DIR/node --db /tmp/electrs/db
 *
 * Seconds since start: `scanned` all blocks read and their rows written, `flushed` final compaction started,
 * `compacted` finished. The database folder must not exist; otherwise it would be updated instead of built.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { freePorts } from '@glassblock/node/testing';
import { startCachedNode } from './cached-node.ts';
import { electrsFlags } from './electrs-flags.ts';

const { values } = parseArgs({
  options: { electrs: { type: 'string' }, datadir: { type: 'string' }, db: { type: 'string' } },
});
if (values.electrs === undefined || values.datadir === undefined || values.db === undefined) {
  throw new Error('--electrs BINARY, --datadir DIR and --db DIR are all needed');
}
const program = values.electrs;
const db = resolve(values.db);
await mkdir(db);

const node = await startCachedNode(resolve(values.datadir));
try {
  const blocks = Number(await node.client.rpc('getblockcount'));
  console.log(JSON.stringify({ blocks, ...(await measure()) }));
} finally {
  await node.stop();
}

async function measure() {
  const [electrumPort, monitoringPort] = await freePorts(2);
  const began = performance.now();
  const seconds = () => Math.round((performance.now() - began) / 10) / 100;
  const electrs = spawn(program, electrsFlags({ node, db, electrumPort, monitoringPort }), {
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  const exited = once(electrs, 'exit');
  let scanned: number | undefined;
  let flushed: number | undefined;
  let compacted: number | undefined;
  for await (const line of createInterface({ input: electrs.stderr })) {
    console.error(`${seconds()} s: ${line}`);
    if (line.includes('chain updated')) scanned ??= seconds();
    if (/starting \S+ compaction/.test(line)) flushed ??= seconds();
    if (line.includes('finished full compaction')) {
      compacted = seconds();
      break;
    }
  }
  if (compacted === undefined) throw new Error(`electrs ended before it had finished: ${String(await exited)}`);
  const status = await readFile(`/proc/${electrs.pid}/status`, 'utf8');
  const cpu = await cpuSeconds(electrs.pid!);
  const nodeCpu = await cpuSeconds(node.pid);
  electrs.stderr.resume();
  electrs.kill('SIGINT');
  await exited;
  return {
    scanned,
    flushed,
    compacted,
    peakRssMb: Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024),
    cpuSeconds: cpu,
    nodeCpuSeconds: nodeCpu,
    dbMb: Math.round((await diskBytes(db)) / 1e6),
  };
}

/**
 * Returns user and system time of a process and its threads in seconds; Linux counts in hundredths. Source: proc(5),
 * fields 14 and 15.
 */
async function cpuSeconds(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Returns the disk usage in bytes, as reported by `du`. */
async function diskBytes(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).blocks * 512;
  }
  return bytes;
}
