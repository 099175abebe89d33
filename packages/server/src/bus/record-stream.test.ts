import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SharedRecord } from '../recording/shared-records.ts';
import type { Bus } from './bus.ts';
import { openRecordStream } from './record-stream.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'glassblock-records-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const sample = (added: number) => ({ type: 'sample', sample: { added } }) as unknown as SharedRecord;

/** A bus with one stream. */
function scriptedBus() {
  const stored: { seq: number; data: Uint8Array; headers: Map<string, string> }[] = [];
  const starts: number[] = [];
  const state = () => ({ state: { first_seq: stored[0]?.seq ?? 0, last_seq: stored.at(-1)?.seq ?? 0 } });
  let wake: () => void = () => undefined;
  const consume = (from: number) => {
    let isStopped = false;
    const messages = {
      stop() {
        isStopped = true;
        wake();
      },
      async *[Symbol.asyncIterator]() {
        for (let next = from; !isStopped; ) {
          const message = stored.find(({ seq }) => seq >= next);
          if (message === undefined) {
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
          } else {
            next = message.seq + 1;
            yield message;
          }
        }
      },
    };
    return { consume: async () => messages, delete: async () => true };
  };
  const bus = {
    replicas: 1,
    headers() {
      const headers = new Map<string, string>();
      return headers;
    },
    onChange: () => () => undefined,
    streams: { streams: { info: async () => state() } },
    publisher: {
      async publish(_subject: string, data: Uint8Array, { headers }: { headers: Map<string, string> }) {
        const seq = (stored.at(-1)?.seq ?? 0) + 1;
        stored.push({ seq, data, headers });
        wake();
        return { seq };
      },
      consumers: {
        async get(_name: string, { opt_start_seq }: { opt_start_seq: number }) {
          starts.push(opt_start_seq);
          return consume(opt_start_seq);
        },
      },
    },
  } as unknown as Bus;
  return { bus, starts, stored };
}

const opened = (bus: Bus, name: string, onError = (error: unknown) => expect(error).toBeUndefined()) =>
  openRecordStream({
    bus,
    keyspace: 'test',
    retention: { auditBytes: 1e6, days: 1 },
    positionFile: join(directory, name),
    onError,
  });

describe('openRecordStream', () => {
  it('delivers the records of another process in order, those of several parts too', async () => {
    const { bus, stored } = scriptedBus();
    const [leader, standby] = [opened(bus, 'leader'), opened(bus, 'standby')];
    const large = { type: 'audit', audit: 'x'.repeat(600_000) } as unknown as SharedRecord;
    for (const record of [sample(1), large, sample(2)]) leader.publish(record);
    await leader.close();
    expect(stored.length).toBe(4);
    const received: SharedRecord[] = [];
    await standby.follow(async (record) => void received.push(record)).end();
    expect(received).toEqual([sample(1), large, sample(2)]);
    expect(await readFile(join(directory, 'standby'), 'utf8')).toBe('4');
  });

  it('ends at once when there is no record, also while it is being opened', async () => {
    const { bus } = scriptedBus();
    const [entered, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { consumers } = bus.publisher;
    const get = consumers.get.bind(consumers);
    consumers.get = async (...words) => {
      entered.resolve();
      await release.promise;
      return get(...words);
    };
    const followed = opened(bus, 'a').follow(async () => undefined);
    await entered.promise;
    const ended = followed.end();
    await new Promise(setImmediate);
    release.resolve();
    await ended;
  });

  it('continues after the last record received or published', async () => {
    const { bus, starts } = scriptedBus();
    const first = opened(bus, 'a');
    first.publish(sample(1));
    await first.close();
    const other = opened(bus, 'b');
    other.publish(sample(2));
    await other.close();
    const received: SharedRecord[] = [];
    await opened(bus, 'a')
      .follow(async (record) => void received.push(record))
      .end();
    expect(received).toEqual([sample(2)]);
    expect(starts).toEqual([2]);
  });

  it('begins with the first record of a stream that was created again', async () => {
    const earlier = scriptedBus();
    const before = opened(earlier.bus, 'a');
    for (const added of [1, 2, 3]) before.publish(sample(added));
    await before.close();
    const { bus } = scriptedBus();
    const leader = opened(bus, 'b');
    leader.publish(sample(4));
    await leader.close();
    const received: SharedRecord[] = [];
    await opened(bus, 'a')
      .follow(async (record) => void received.push(record))
      .end();
    expect(received).toEqual([sample(4)]);
  });

  it('reports messages of another program once, and delivers the records behind them', async () => {
    const { bus, stored } = scriptedBus();
    const leader = opened(bus, 'leader');
    leader.publish(sample(1));
    await leader.close();
    stored.push({ seq: 2, data: Buffer.from('not a record'), headers: new Map() });
    stored.push({ seq: 3, data: serialize(null), headers: new Map() });
    const next = opened(bus, 'leader');
    next.publish(sample(2));
    await next.close();
    const received: SharedRecord[] = [];
    const errors: unknown[] = [];
    const standby = opened(bus, 'standby', (error) => void errors.push(error));
    await standby.follow(async (record) => void received.push(record)).end();
    expect(received).toEqual([sample(1), sample(2)]);
    expect(errors).toHaveLength(2);
  });
});
