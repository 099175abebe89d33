/**
 * Initial index build of a generated chain (see `bench/chain/make.ts`), and the size of its tables.
 *
 *     node bench/index/run.ts --chain DIR [--runs 5] [--ids] [--bodies] [--keep DIR]
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { calibrate, median } from '../calibrate.ts';
import { startCachedNode } from '../chain/cached-node.ts';

const { values } = parseArgs({
  options: {
    chain: { type: 'string', default: '/tmp/bench-chain' },
    runs: { type: 'string', default: '5' },
    ids: { type: 'boolean', default: false },
    bodies: { type: 'boolean', default: false },
    memory: { type: 'string', default: '512000000' },
    keep: { type: 'string' },
  },
});

const { figures } = JSON.parse(await readFile(join(values.chain, 'chain.json'), 'utf8')) as {
  figures: { txs: number; bytes: number };
};
const node = await startCachedNode(join(values.chain, 'node'));
const all: { seconds: number; peakMb: number; anonymousMb: number; waited: number; loop: number }[] = [];
try {
  for (let run = 0; run < Number(values.runs); run++) {
    const out = await mkdtemp(join(tmpdir(), 'glassblock-bench-'));
    const loop = calibrate();
    const running = promisify(execFile)(
      process.execPath,
      [
        '--max-semi-space-size=8',
        new URL('./build.ts', import.meta.url).pathname,
        ...['--origin', `http://127.0.0.1:${node.rpcPort}`, '--cookie', node.cookieFile, '--out', out],
        ...['--memory', values.memory],
        ...(values.ids ? ['--ids'] : []),
        ...(values.bodies ? ['--bodies'] : []),
      ],
      { maxBuffer: 1e8 },
    );
    let anonymousMb = 0;
    const sampler = setInterval(() => {
      anonymousMb = Math.max(anonymousMb, memoryOf(running.child.pid!));
    }, 100);
    const { stdout } = await running;
    clearInterval(sampler);
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, number>);
    for (const line of lines) console.log(JSON.stringify(line));
    const waited = lines.reduce((sum, { waitedSeconds = 0 }) => sum + waitedSeconds, 0);
    const { seconds = 0, peakMb = 0 } = lines.at(-1)!;
    all.push({ seconds, peakMb, anonymousMb, waited, loop });
    const bytes = await directoryBytes(join(out, 'index'));
    console.log(JSON.stringify({ run, bytes, perBlockByte: bytes / figures.bytes }));
    if (values.keep !== undefined && run === 0) {
      await rm(values.keep, { recursive: true, force: true });
      await cp(join(out, 'index'), join(values.keep, 'index'), { recursive: true });
    }
    await rm(out, { recursive: true });
  }
} finally {
  await node.stop();
}
const seconds = median(all.map((run) => run.seconds));
console.log(
  JSON.stringify({
    runs: all,
    seconds,
    megabytesPerSecond: figures.bytes / 1e6 / seconds,
    txsPerSecond: Math.round(figures.txs / seconds),
    anonymousMb: Math.max(...all.map((run) => run.anonymousMb)),
    peakMb: Math.max(...all.map((run) => run.peakMb)),
  }),
);

/** Returns the current anonymous and shared memory, without mapped files of the store, which the system can reclaim. */
function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kilobytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0);
  return (kilobytes('RssAnon') + kilobytes('RssShmem')) / 1000;
}

async function directoryBytes(directory: string): Promise<number> {
  const { stdout } = await promisify(execFile)('du', ['-sb', directory]);
  return Number(stdout.split('\t')[0]);
}
