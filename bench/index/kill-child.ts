/**
 * Runs only the server's index thread: `node bench/index/kill-child.ts JSON` with its worker data. Prints a JSON line
 * per message, and runs until it is killed or reads the line `stop`.
 */
import { Worker } from 'node:worker_threads';

const worker = new Worker(new URL('../../packages/server/src/threads/workers/index-worker.ts', import.meta.url), {
  workerData: JSON.parse(process.argv[2] ?? '{}') as unknown,
});
worker.on('message', (message: { type: string; synced?: boolean; height?: number | null }) => {
  const { type, synced, height } = message;
  process.stdout.write(`${JSON.stringify({ type, synced, height })}\n`);
});
worker.on('error', (error) => {
  throw error;
});
process.stdin.on('data', () => worker.postMessage({ type: 'stop' }));
worker.on('exit', (code) => process.exit(code));
