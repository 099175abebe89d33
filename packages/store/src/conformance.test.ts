import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { seededRandom } from '@glassblock/primitives';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type Change,
  type Engine,
  newLogMemory,
  openHostileEngine,
  openLevelEngine,
  openLoggedEngine,
  openMemoryEngine,
  openStore,
  RowSlab,
  remoteEngine,
  rowKey,
  StagedRows,
  type Store,
  serveEngine,
  type Table,
  withLoggedRows,
} from './index.ts';
import { openTestKeyspace, testCluster } from './testing/index.ts';
import { sortedOf } from './testing/sorted-of.ts';

const people: Table = { name: 'people', id: 7, partitionBytes: 2, sortBytes: 3 };
const places: Table = { name: 'places', id: 8, partitionBytes: 1, sortBytes: 0 };
const numbers: Table = { name: 'numbers', id: 9, partitionBytes: 4, sortBytes: 0 };
const bytes = (...values: number[]) => new Uint8Array(values);
const person = (partition: number, sort: number, value: number | undefined): Change => ({
  table: people,
  key: rowKey(people, bytes(0, partition), bytes(0, 0, sort)),
  value: value === undefined ? undefined : bytes(value),
});
const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const clean of cleanUps.splice(0).reverse()) await clean();
});

async function levelEngine(): Promise<Engine> {
  const directory = await mkdtemp(join(tmpdir(), 'glassblock-store-'));
  const engine = await openLevelEngine({ directory, cacheBytes: 1 << 20, writeBufferBytes: 1 << 20 });
  cleanUps.push(() => rm(directory, { recursive: true }));
  cleanUps.push(() => engine.close());
  return engine;
}

/** Returns an engine with a log through which all commits are written, and whose reads are those of another thread. */
async function loggedEngine(): Promise<Engine> {
  const directory = await mkdtemp(join(tmpdir(), 'glassblock-store-'));
  const level = await openLevelEngine({ directory, cacheBytes: 1 << 20, writeBufferBytes: 1 << 20 });
  const memory = newLogMemory();
  const engine = await openLoggedEngine(level, directory, memory);
  cleanUps.push(() => rm(directory, { recursive: true }));
  cleanUps.push(() => engine.close());
  return {
    ...withLoggedRows(level, memory),
    write(changes, options) {
      const sorted = new Map(Array.from(changes, (change) => [Buffer.from(change.key).toString('hex'), change]));
      const rows = [...sorted].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, change]) => change);
      return options.durable ? engine.writeSorted!(sortedOf(rows)) : engine.write(rows, options);
    },
    close: async () => undefined,
  };
}

const engines: [string, () => Promise<Engine>][] = [
  ['leveldb', levelEngine],
  ['leveldb with a write-ahead log', loggedEngine],
  ['memory', async () => openMemoryEngine()],
  ['hostile memory', async () => openHostileEngine(seededRandom(11))],
  ...(testCluster === undefined ? [] : [['cassandra', cassandraEngine] as [string, () => Promise<Engine>]]),
];

async function cassandraEngine(): Promise<Engine> {
  const engine = await openTestKeyspace([people, places, numbers]);
  cleanUps.push(() => engine.close());
  return engine;
}

async function rowsOf(store: Store, partition: number, options = {}): Promise<number[][]> {
  const view = await store.view();
  const rows = await view.scan(people, bytes(0, partition), options);
  await view.close();
  return rows.map(({ sort, value }) => [sort[2]!, value[0]!]);
}

describe.each(engines)('a store on %s', (_name, open) => {
  it('is empty at first: no tip, no rows', async () => {
    const store = await openStore(await open());
    const view = await store.view();
    expect(view.tip).toBeUndefined();
    expect(await view.get(places, rowKey(places, bytes(1)))).toBeUndefined();
    expect(await view.scan(people, bytes(0, 1))).toEqual([]);
  });

  it('loads rows outside of commits, idempotently, and reuses a slab', async () => {
    const store = await openStore(await open());
    const slab = new RowSlab();
    const value = (size: number) => new Uint8Array(size).fill(7);
    const sizes = [0, 1, 700_000, 3_000_000, 5];
    const fill = () => {
      slab.clear();
      for (const [i, size] of sizes.entries())
        slab.put(people, rowKey(people, bytes(0, 3), bytes(0, 0, i)), value(size));
      slab.put(places, rowKey(places, bytes(2)), bytes(1, 2, 3, 4), 2);
    };
    fill();
    await store.load(slab, { durable: false });
    fill();
    await store.load(slab, { durable: false });
    slab.clear();
    await store.load(slab, { durable: true });
    const view = await store.view();
    expect(view.tip).toBeUndefined();
    const rows = await view.scan(people, bytes(0, 3));
    expect(rows.map((row) => row.value.length)).toEqual(sizes);
    expect(rows.every((row) => row.value.every((byte) => byte === 7))).toBe(true);
    expect(await view.get(places, rowKey(places, bytes(2)))).toEqual(bytes(1, 2));
  });

  it('returns committed rows, with the tip', async () => {
    const store = await openStore(await open());
    await store.commit(
      [person(1, 5, 50), { table: places, key: rowKey(places, bytes(9)), value: bytes() }],
      bytes(1, 2),
    );
    const view = await store.view();
    expect(view.tip).toEqual(bytes(1, 2));
    expect(await view.get(people, rowKey(people, bytes(0, 1), bytes(0, 0, 5)))).toEqual(bytes(50));
    expect(await view.get(places, rowKey(places, bytes(9)))).toEqual(bytes());
    expect(
      await view.getMany(people, [
        rowKey(people, bytes(0, 1), bytes(0, 0, 6)),
        rowKey(people, bytes(0, 1), bytes(0, 0, 5)),
      ]),
    ).toEqual([undefined, bytes(50)]);
  });

  it('scans one partition in both directions, within bounds and limits', async () => {
    const store = await openStore(await open());
    await store.commit(
      [3, 1, 2, 255].map((sort) => person(1, sort, sort)),
      bytes(1),
    );
    await store.commit([person(0, 9, 9), person(2, 0, 1)], bytes(2));
    expect(await rowsOf(store, 1)).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
      [255, 255],
    ]);
    expect(await rowsOf(store, 1, { reverse: true, limit: 2 })).toEqual([
      [255, 255],
      [3, 3],
    ]);
    expect(await rowsOf(store, 1, { from: bytes(0, 0, 2), until: bytes(0, 0, 255) })).toEqual([
      [2, 2],
      [3, 3],
    ]);
    expect(await rowsOf(store, 1, { until: bytes(0, 0, 3), reverse: true, limit: 1 })).toEqual([[2, 2]]);
    expect(await rowsOf(store, 255)).toEqual([]);
  });

  it('applies the last of several changes of a row in one batch', async () => {
    const store = await openStore(await open());
    await store.commit([person(1, 1, 1), person(1, 1, 2), person(1, 2, 3), person(1, 2, undefined)], bytes(1));
    expect(await rowsOf(store, 1)).toEqual([[1, 2]]);
  });

  it('keeps a view unchanged while later commits change, delete and add rows', async () => {
    const store = await openStore(await open());
    await store.commit([person(1, 1, 1), person(1, 2, 2)], bytes(1));
    const before = await store.view();
    await store.commit([person(1, 1, 9), person(1, 2, undefined), person(1, 3, 3)], bytes(2));
    expect((await before.scan(people, bytes(0, 1))).map(({ value }) => value[0])).toEqual([1, 2]);
    expect(before.tip).toEqual(bytes(1));
    await before.close();
    expect(await rowsOf(store, 1)).toEqual([
      [1, 9],
      [3, 3],
    ]);
  });

  it('shows staged rows over those of a view', async () => {
    const store = await openStore(await open());
    const number = (value: number) => rowKey(numbers, bytes(0, 0, 0, value));
    await store.commit(
      [
        ...[1, 2, 3, 4].map((sort) => person(1, sort, sort)),
        person(2, 1, 1),
        { table: numbers, key: number(1), value: bytes(1) },
        { table: numbers, key: number(2), value: bytes(2) },
      ],
      bytes(1),
    );
    const slab = new RowSlab();
    const sortKey = (sort: number) => ({ bytes: bytes(0, 1, 0, 0, sort), length: 5 });
    const run = (...values: number[]) => ({ bytes: bytes(...values), length: values.length });
    slab.set(people, sortKey(2), undefined);
    slab.set(people, sortKey(3), run(33));
    slab.set(people, sortKey(5), run(5));
    slab.set(numbers, { bytes: bytes(0, 0, 0, 2), length: 4 }, undefined);
    slab.set(numbers, { bytes: bytes(0, 0, 0, 3), length: 4 }, run(3));
    expect(() => slab.set(people, run(1), undefined)).toThrow('people');
    const staged = new StagedRows(slab);
    staged.addNew();
    const base = await store.view();
    const view = staged.over(base, bytes(2));
    const values = async (options = {}) =>
      (await view.scan(people, bytes(0, 1), options)).map(({ sort, value }) => [sort[2], value[0]]);
    expect(await values()).toEqual([
      [1, 1],
      [3, 33],
      [4, 4],
      [5, 5],
    ]);
    expect(await values({ reverse: true, limit: 2 })).toEqual([
      [5, 5],
      [4, 4],
    ]);
    expect(await values({ from: bytes(0, 0, 2), until: bytes(0, 0, 5), limit: 1 })).toEqual([[3, 33]]);
    const found = await view.getNumbered(numbers, Uint32Array.of(1, 2, 3, 4));
    expect([0, 1, 2, 3].map((i) => found.valueAt(i))).toEqual([bytes(1), undefined, bytes(3), undefined]);
    expect(await view.getMany(numbers, [number(3), number(2)])).toEqual([bytes(3), undefined]);
    expect(await view.get(people, rowKey(people, bytes(0, 1), bytes(0, 0, 3)))).toEqual(bytes(33));
    expect(view.tip).toEqual(bytes(2));
    slab.set(people, sortKey(4), undefined);
    staged.addNew();
    expect(await values()).toEqual([
      [1, 1],
      [3, 33],
      [5, 5],
    ]);
    await view.close();
    await store.commit(slab, bytes(2));
    expect(await rowsOf(store, 1)).toEqual([
      [1, 1],
      [3, 33],
      [5, 5],
    ]);
    expect(await rowsOf(store, 2)).toEqual([[1, 1]]);
  });

  it('rejects a closed view and keys of the wrong width', async () => {
    const store = await openStore(await open());
    const view = await store.view();
    await view.close();
    await expect(view.scan(people, bytes(0, 1))).rejects.toThrow('closed');
    expect(() => rowKey(people, bytes(1), bytes(0, 0, 1))).toThrow('people');
  });

  it('iterates every row of one table only', async () => {
    const store = await openStore(await open());
    await store.commit(
      [person(1, 1, 1), person(200, 1, 2), { table: places, key: rowKey(places, bytes(1)), value: bytes(3) }],
      bytes(1),
    );
    const rows: number[][] = [];
    for await (const { key, value } of store.everyRow(people)) rows.push([key.partition[1]!, key.sort[2]!, value[0]!]);
    expect(rows).toEqual([
      [1, 1, 1],
      [200, 1, 2],
    ]);
  });

  it('shows readers complete commits only while a writer is active', async () => {
    const store = await openStore(await open());
    let done = false;
    const torn: string[] = [];
    const read = async () => {
      while (!done) {
        const view = await store.view();
        const first = await view.scan(people, bytes(0, 1));
        await new Promise<void>((resolve) => setImmediate(resolve));
        const second = await view.getMany(
          people,
          first.map(({ sort }) => rowKey(people, bytes(0, 1), sort)),
        );
        const generation = view.tip?.[0] ?? 0;
        const values = [...first.map(({ value }) => value[0]), ...second.map((value) => value?.[0])];
        if (values.some((value) => value !== generation)) torn.push(`${generation}: ${values}`);
        await view.close();
        await new Promise<void>((resolve) => setImmediate(resolve));
      }
    };
    const readers = [read(), read()];
    for (let generation = 1; generation <= 25; generation++) {
      const all = Array.from({ length: 20 }, (_, i) => i);
      await store.commit(
        all.map((sort) => person(1, sort, (sort + generation) % 3 === 0 ? undefined : generation)),
        bytes(generation),
      );
    }
    done = true;
    await Promise.all(readers);
    expect(torn).toEqual([]);
  });

  it('equals a plain map after a seeded run of random commits', async () => {
    const random = seededRandom(2026);
    const store = await openStore(await open());
    const model = new Map<number, number>();
    for (let round = 1; round <= 120; round++) {
      const changes: Change[] = [];
      for (let i = 0; i < 12; i++) {
        const sort = Math.floor(random() * 60);
        const value = random() < 0.35 ? undefined : Math.floor(random() * 256);
        changes.push(person(1, sort, value));
        if (value === undefined) model.delete(sort);
        else model.set(sort, value);
      }
      await store.commit(changes, bytes(round));
    }
    expect(await rowsOf(store, 1)).toEqual([...model].sort(([a], [b]) => a - b));
  });
});

describe('a store on the hostile engine', () => {
  it('holds exactly the last complete commit after a power cut at any row, and continues with a different batch', async () => {
    for (let cut = 0; cut < 16; cut++) {
      const engine = openHostileEngine(seededRandom(cut + 1));
      const store = await openStore(engine);
      await store.commit([person(1, 1, 1), person(1, 2, 2), person(1, 3, 3)], bytes(1));
      engine.failAfter(cut);
      let committed = true;
      try {
        await store.commit([person(1, 1, 11), person(1, 2, undefined), person(1, 4, 14)], bytes(2));
      } catch (error) {
        expect(error).toMatchObject({ code: 'store.write-failed' });
        committed = false;
      }
      engine.failAfter(undefined);
      const again = await openStore(engine);
      const tip = (await again.view()).tip![0];
      if (committed) expect(tip).toBe(2);
      expect(await rowsOf(again, 1)).toEqual(
        tip === 2
          ? [
              [1, 11],
              [3, 3],
              [4, 14],
            ]
          : [
              [1, 1],
              [2, 2],
              [3, 3],
            ],
      );
      await again.commit([person(1, 5, 5)], bytes(9));
      const stored =
        tip === 2
          ? [
              [1, 11],
              [3, 3],
              [4, 14],
            ]
          : [
              [1, 1],
              [2, 2],
              [3, 3],
            ];
      expect(await rowsOf(again, 1)).toEqual([...stored, [5, 5]]);
    }
  });

  it('rejects a view that is too far behind', async () => {
    const store = await openStore(openHostileEngine(seededRandom(3)));
    await store.commit([person(1, 1, 1)], bytes(1));
    const old = await store.view();
    for (let i = 2; i < 70; i++) await store.commit([person(1, 1, i)], bytes(i));
    await expect(old.scan(people, bytes(0, 1))).rejects.toMatchObject({ code: 'store.view-expired' });
    expect(await rowsOf(store, 1)).toEqual([[1, 69]]);
  });
});

describe('leveldb', () => {
  it('keeps commits after reopening', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'glassblock-store-'));
    cleanUps.push(() => rm(directory, { recursive: true }));
    const options = { directory, cacheBytes: 1 << 20, writeBufferBytes: 1 << 20 };
    const store = await openStore(await openLevelEngine(options));
    await store.commit([person(1, 1, 1)], bytes(4));
    await store.close();
    const again = await openStore(await openLevelEngine(options));
    expect(await rowsOf(again, 1)).toEqual([[1, 1]]);
    expect((await again.view()).tip).toEqual(bytes(4));
    await again.close();
  });
});

describe('an engine in another thread', () => {
  it('reads through a port, with snapshots, and reports when the other side has ended', async () => {
    const { port1, port2 } = new MessageChannel();
    const engine = openMemoryEngine();
    const owner = await openStore(engine);
    await owner.commit([person(1, 1, 1)], bytes(1));
    serveEngine(engine, port1);
    const reader = await openStore(remoteEngine(port2));
    const view = await reader.view();
    await owner.commit([person(1, 1, 2)], bytes(2));
    expect(view.tip).toEqual(bytes(1));
    expect((await view.scan(people, bytes(0, 1)))[0]!.value).toEqual(bytes(1));
    expect(await rowsOf(reader, 1)).toEqual([[1, 2]]);
    port1.close();
    await expect(view.scan(people, bytes(0, 1))).rejects.toThrow('ended');
  });
});
