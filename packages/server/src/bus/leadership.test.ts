import type { KV } from '@nats-io/kv';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Bus } from './bus.ts';
import { waitForLeadership } from './leadership.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const released = { operation: 'DEL', value: new Uint8Array() };
const held = (host: string) => ({ operation: 'PUT', value: new Uint8Array(), json: () => ({ host, place: '' }) });

/** A bus whose bucket of leases has an entry, and had so many before; `log` has what the process under test did. */
function startProcess(entry: { operation: string } | null, lastSequence: number) {
  const bucket = {
    entry,
    async create() {
      if (bucket.entry?.operation === 'PUT') throw Object.assign(new Error('wrong last sequence'), { code: 10071 });
      return lastSequence + 1;
    },
    get: async () => bucket.entry,
    status: async () => ({ streamInfo: { state: { last_seq: lastSequence } } }),
  };
  const buckets = { create: async () => bucket, open: async () => bucket as unknown as KV };
  const log: string[] = [];
  const stopping = new AbortController();
  const leading = waitForLeadership({
    bus: { buckets, leases: buckets, replicas: 1 } as unknown as Bus,
    keyspace: 'glassblock_regtest',
    lease: 'leader',
    signal: stopping.signal,
    onStandby: ({ host }) => log.push(`standby of ${host}`),
    onLost: () => log.push('lost'),
  }).then((leadership) => {
    if (leadership !== undefined) log.push('leads');
  });
  const stop = async () => {
    stopping.abort();
    await vi.runOnlyPendingTimersAsync();
    await leading;
  };
  return { bucket, log, stop };
}

it.each([
  ['that no process ever had', null, 0],
  ['that was released', released, 7],
])('leads at once with a lease %s', async (_case, entry, lastSequence) => {
  const { log, stop } = startProcess(entry, lastSequence);
  await vi.advanceTimersByTimeAsync(0);
  expect(log).toEqual(['leads']);
  await stop();
});

it('leaves an expired lease to processes on standby when it has just been started', async () => {
  const { bucket, log, stop } = startProcess(null, 7);
  await vi.advanceTimersByTimeAsync(5_900);
  expect(log).toEqual([]);
  // a process with a longer history takes it
  bucket.entry = held('other');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(log).toEqual(['standby of other']);
  await stop();
});

it('takes an expired lease after six seconds when it has just been started', async () => {
  const { log, stop } = startProcess(null, 7);
  await vi.advanceTimersByTimeAsync(6_500);
  expect(log).toEqual(['leads']);
  await stop();
});

it('takes an expired lease after three seconds when it was on standby for longer', async () => {
  const { bucket, log, stop } = startProcess(held('other'), 7);
  await vi.advanceTimersByTimeAsync(25_000);
  bucket.entry = null;
  await vi.advanceTimersByTimeAsync(2_500);
  expect(log).toEqual(['standby of other']);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(log).toEqual(['standby of other', 'leads']);
  await stop();
});

/** A bucket of one key, whose answers to the next `lost` changes are lost. */
function lossyBucket() {
  let stored: { operation: 'PUT' | 'DEL'; value: Uint8Array; revision: number } | null = null;
  let revision = 0;
  const state = { lost: 0 };
  const put = async (value: Uint8Array, expected: number) => {
    if ((stored?.revision ?? 0) !== expected) throw Object.assign(new Error('wrong last sequence'), { code: 10071 });
    stored = { operation: 'PUT', value, revision: ++revision };
    if (state.lost-- > 0) throw Object.assign(new Error('timeout'), { name: 'TimeoutError' });
    return revision;
  };
  const bucket = {
    create: (_: string, value: Uint8Array) => put(value, 0),
    update: (_: string, value: Uint8Array, expected: number) => put(value, expected),
    get: async () => stored && { ...stored, json: () => JSON.parse(new TextDecoder().decode(stored!.value)) },
    status: async () => ({ streamInfo: { state: { last_seq: revision } } }),
    delete: async () => undefined,
  };
  const buckets = { create: async () => bucket, open: async () => bucket as unknown as KV };
  const log: string[] = [];
  const elect = () =>
    waitForLeadership({
      bus: { buckets, leases: buckets, replicas: 1 } as unknown as Bus,
      keyspace: 'glassblock_regtest',
      lease: 'leader',
      signal: new AbortController().signal,
      onStandby: () => log.push('standby'),
      onLost: () => log.push('lost'),
    });
  const expire = () => void (stored = null);
  const takeAway = () => void (stored = { operation: 'PUT', value: new Uint8Array(1), revision: ++revision });
  return { elect, log, state, expire, takeAway };
}

it('leads when the answer to its first lease is lost', async () => {
  const { elect, log, state } = lossyBucket();
  state.lost = 1;
  const leading = elect();
  await vi.advanceTimersByTimeAsync(1_000);
  const leadership = await Promise.race([leading, Promise.resolve('none')]);
  expect([log, leadership]).toEqual([[], expect.objectContaining({ term: expect.any(Number) })]);
  await (await leading)!.release();
});

it('leads when the answer to its first lease after another process is lost', async () => {
  const { elect, log, state, expire, takeAway } = lossyBucket();
  takeAway();
  const leading = elect();
  await vi.advanceTimersByTimeAsync(25_000);
  expire();
  state.lost = 1;
  await vi.advanceTimersByTimeAsync(5_000);
  const leadership = await Promise.race([leading, Promise.resolve('none')]);
  expect([log, leadership]).toEqual([['standby'], expect.objectContaining({ term: expect.any(Number) })]);
  await (await leading)!.release();
});

it('holds its lease when the answer to the last renewal was lost, until another process has it', async () => {
  const { elect, log, state, takeAway } = lossyBucket();
  const leadership = (await elect())!;
  state.lost = 1;
  await expect(leadership.holds()).rejects.toThrow('timeout');
  expect(await leadership.holds()).toBe(true);
  expect(await leadership.holds()).toBe(true);
  takeAway();
  expect(await leadership.holds()).toBe(false);
  expect(log).toEqual([]);
  await leadership.release();
});

it('creates its lease again when the bus has lost it, before a process on standby takes it', async () => {
  const stored = { hasBucket: false, entry: null as { value: Uint8Array; revision: number } | null, revision: 0 };
  const missing = () => Object.assign(new Error('stream not found'), { code: 10059 });
  const put = async (value: Uint8Array, expected: number) => {
    if (!stored.hasBucket) throw Object.assign(new Error('jetstream is not enabled'), { name: 'JetStreamNotEnabled' });
    if ((stored.entry?.revision ?? 0) !== expected) {
      throw Object.assign(new Error('wrong last sequence'), { code: 10071 });
    }
    stored.entry = { value, revision: ++stored.revision };
    return stored.revision;
  };
  const bucket = {
    create: (_: string, value: Uint8Array) => put(value, 0),
    update: (_: string, value: Uint8Array, expected: number) => put(value, expected),
    async get() {
      if (!stored.hasBucket) throw missing();
      const { entry } = stored;
      const json = () => JSON.parse(new TextDecoder().decode(entry!.value));
      return entry && { ...entry, operation: 'PUT', json };
    },
    status: async () => ({ streamInfo: { state: { last_seq: stored.revision } } }),
    delete: async () => undefined,
  };
  const create = async () => {
    stored.hasBucket = true;
    return bucket;
  };
  const info = async (name: string) => {
    if (name !== 'KV_glassblock_regtest_leader' || !stored.hasBucket) throw missing();
    return {};
  };
  const buckets = { create, open: async () => bucket };
  const log: string[] = [];
  const elect = (name: string) =>
    waitForLeadership({
      bus: { buckets, leases: buckets, replicas: 1, streams: { streams: { info } } } as unknown as Bus,
      keyspace: 'glassblock_regtest',
      lease: 'leader',
      signal: new AbortController().signal,
      onStandby: () => log.push(`${name} on standby`),
      onLost: () => log.push(`${name} lost`),
    });
  const first = (await elect('first'))!;
  const second = elect('second').then(() => log.push('second leads'));
  await vi.advanceTimersByTimeAsync(25_000);
  Object.assign(stored, { hasBucket: false, entry: null, revision: 0 });
  await expect(first.holds()).rejects.toThrow('jetstream is not enabled');
  await vi.advanceTimersByTimeAsync(4_000);
  expect(log).toEqual(['second on standby']);
  expect(await first.holds()).toBe(true);
  // nothing renews it any more
  await first.release();
  stored.entry = null;
  await vi.advanceTimersByTimeAsync(4_000);
  await second;
  expect(log).toEqual(['second on standby', 'second leads']);
});
