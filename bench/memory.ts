/**
 * Memory of the demo over time, with the simulated node: anonymous and shared memory, and the peak.
 *
 *     node bench/memory.ts [minutes=10]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { startEnvironment, startFlags } from './index/start-server.ts';

const minutes = Number(process.argv[2] ?? 10);
const launch = fileURLToPath(new URL('../packages/server/src/launch.cjs', import.meta.url));
const child = spawn(process.execPath, [...startFlags, launch, '--port', '0'], {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: startEnvironment,
});

let peak = 0;
let last = 0;
for (let second = 0; second < minutes * 60; second += 5) {
  await new Promise<void>((resolve) => setTimeout(resolve, 5_000));
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
  const read = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1000;
  last = read('RssAnon') + read('RssShmem');
  peak = Math.max(peak, last);
}
console.log(
  `demo for ${minutes} minutes: ${last.toFixed(0)} MB at the end, peak ${peak.toFixed(0)} MB (anonymous and shared)`,
);
child.kill('SIGTERM');
await once(child, 'exit');
