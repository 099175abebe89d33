import type { StratumJob } from '@glassblock/contract';
import { expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { createJobs, followStratum } from './stratum-jobs.ts';

const job = (miningPool: number, change: Partial<StratumJob> = {}): StratumJob => ({
  pool: miningPool,
  height: 900_000,
  coinbase: '01',
  scriptsig: '03a0bb0d',
  reward: 312_500_000,
  jobId: `job of ${miningPool}`,
  extraNonce: '00',
  extraNonce2Size: 8,
  prevHash: 'ab'.repeat(32),
  coinbase1: '01',
  coinbase2: '02',
  merkleBranches: ['cd'.repeat(32)],
  version: '20000000',
  bits: '17034219',
  time: '66000000',
  timestamp: 1_700_000_000,
  cleanJobs: true,
  received: 1_700_000_000_000,
  ...change,
});

it('keeps the newest job of each mining pool, within limits', () => {
  let now = 1_700_000_000_000;
  const { jobs, take } = createJobs(() => now);
  const taken = (value: unknown) => take(JSON.stringify(value)) !== undefined;
  expect(taken(job(1))).toBe(true);
  expect(taken(job(1))).toBe(false);
  expect(taken(job(1, { jobId: 'next' }))).toBe(true);
  for (const hostile of [
    null,
    [],
    { pool: 1 },
    job(-1),
    job(2, { merkleBranches: Array(21).fill('cd'.repeat(32)) }),
    job(2, { coinbase: '<script>' }),
    { ...job(2), more: 'x' },
  ])
    expect(taken(hostile)).toBe(false);
  expect(take('{')).toBeUndefined();
  for (let id = 2; id <= 200; id++) expect(taken(job(id))).toBe(true);
  expect(taken(job(201))).toBe(false);
  // an hour later the others are dropped
  now += 3_600_001;
  expect(taken(job(201, { received: now }))).toBe(true);
  expect([...jobs.keys()]).toEqual([201]);
});

it('follows a collector', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await new Promise((resolve) => server.on('listening', resolve));
  server.on('connection', (socket) => {
    socket.send('nonsense');
    socket.send(JSON.stringify(job(7)));
  });
  const failures: unknown[] = [];
  const { port } = server.address() as { port: number };
  const source = followStratum(`ws://127.0.0.1:${port}`, (error) => void failures.push(error));
  const found = await new Promise<StratumJob>((resolve) => source.onJob(resolve));
  expect(found).toEqual(job(7));
  expect(source.jobs()).toEqual(new Map([[7, job(7)]]));
  source.stop();
  server.close();
  expect(failures).toEqual([]);
});
