import { cpSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seededRandom } from '@glassblock/primitives';
import { afterEach, describe, expect, it } from 'vitest';
import type { Engine, EngineReader, KeyRange, RowChange } from '../engine.ts';
import { openLevelEngine } from '../engines/level-engine.ts';
import { openFaultyEngine, openMemoryEngine } from '../engines/memory-engine.ts';
import { sortedOf } from '../testing/sorted-of.ts';
import { openLoggedEngine, withLoggedRows } from './logged-engine.ts';
import { newLogMemory } from './write-ahead-log.ts';

const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const clean of cleanUps.splice(0).reverse()) await clean();
});

async function newDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'glassblock-log-'));
  cleanUps.push(() => rm(directory, { recursive: true }));
  return directory;
}

const bytes = (...values: number[]) => new Uint8Array(values);
const put = (key: number, value: number | undefined): RowChange => ({
  key: bytes(7, key),
  value: value === undefined ? undefined : bytes(value),
});
const all: KeyRange = { gte: bytes(7), lt: bytes(8) };
const atOnce = { durable: true };

async function rowsOf(engine: EngineReader, range = all): Promise<number[][]> {
  return (await engine.scan(range)).map(([key, value]) => [key[1]!, value[0]!]);
}

/** A promise and the function that resolves it. */
const newGate = () => Promise.withResolvers<void>();

/** An engine in memory whose writes wait, and an engine with a log over it. */
async function openGated() {
  const memory = openMemoryEngine();
  const test = { write: Promise.resolve(), read: Promise.resolve(), snapshots: 0, writes: 0 };
  const inner: Engine = {
    ...memory,
    async snapshot() {
      test.snapshots++;
      const { read } = test;
      const snapshot = await memory.snapshot();
      return {
        ...snapshot,
        async getMany(keys) {
          await read;
          return snapshot.getMany(keys);
        },
      };
    },
    async write(changes, options) {
      test.writes++;
      const rows = Array.from(changes, ({ key, value }) => ({ key: key.slice(), value: value?.slice() }));
      await test.write;
      await memory.write(rows, options);
    },
  };
  const shared = newLogMemory();
  const engine = await openLoggedEngine(inner, await newDirectory(), shared);
  cleanUps.push(() => engine.close());
  return { test, memory, engine, other: withLoggedRows(inner, shared) };
}

describe('a batch that only the log has', () => {
  it('is shown by snapshots of all threads, and by reads without one', async () => {
    const { test, memory, engine, other } = await openGated();
    await engine.write([put(1, 1), put(2, 2), put(3, 3)], atOnce);
    const gate = newGate();
    test.write = gate.promise;
    await engine.writeSorted!(sortedOf([put(0, 9), put(2, undefined), put(3, 33)]));
    expect(await rowsOf(memory)).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
    const snapshots = [await engine.snapshot(), await other.snapshot(), engine, other];
    for (const reader of snapshots) {
      expect(await rowsOf(reader)).toEqual([
        [0, 9],
        [1, 1],
        [3, 33],
      ]);
      const keys = [0, 1, 2, 3, 4].map((key) => bytes(7, key));
      expect(await reader.getMany(keys)).toEqual([bytes(9), bytes(1), undefined, bytes(33), undefined]);
    }
    gate.resolve();
    await engine.checkpoint!();
    expect(await rowsOf(memory)).toEqual([
      [0, 9],
      [1, 1],
      [3, 33],
    ]);
    expect(await rowsOf(other)).toEqual(await rowsOf(memory));
    expect(await rowsOf(snapshots[0]!)).toEqual(await rowsOf(memory));
  });

  it('is written into the tables before the next batch, and before rows outside of batches', async () => {
    const { test, memory, engine, other } = await openGated();
    const gate = newGate();
    test.write = gate.promise;
    await engine.writeSorted!(sortedOf([put(1, 1)]));
    const next = engine.writeSorted!(sortedOf([put(1, 2)]));
    const loaded = engine.write([put(1, 3)], { durable: false });
    const last = engine.writeSorted!(sortedOf([put(2, 4)]));
    expect(await rowsOf(other)).toEqual([[1, 1]]);
    gate.resolve();
    await Promise.all([next, loaded, last]);
    await engine.close();
    expect(test.writes).toBe(4);
    cleanUps.length = 1;
    expect(await rowsOf(memory)).toEqual([]);
  });

  it('is shown also by a reader that took its snapshot before the tables had it and looked at the log afterwards', async () => {
    const { test, engine, other } = await openGated();
    const written = newGate();
    const read = newGate();
    test.write = written.promise;
    await engine.writeSorted!(sortedOf([put(1, 1)]));
    test.read = read.promise;
    const rows = rowsOf(other);
    test.read = Promise.resolve();
    written.resolve();
    await engine.checkpoint!();
    read.resolve();
    expect(await rows).toEqual([[1, 1]]);
    expect(test.snapshots).toBe(2);
  });

  it('is not shown before it is on disk', async () => {
    const { test, engine, other } = await openGated();
    await engine.writeSorted!(sortedOf([put(1, 1)]));
    await engine.checkpoint!();
    const read = newGate();
    test.read = read.promise;
    const before = other.snapshot();
    test.read = Promise.resolve();
    const writing = engine.writeSorted!(sortedOf([put(1, 2)]));
    expect(await rowsOf(other)).toEqual([[1, 1]]);
    await writing;
    read.resolve();
    expect(await rowsOf(await before)).toEqual([[1, 2]]);
  });

  it('is written at once if it is too large for the log', async () => {
    const { test, memory, engine, other } = await openGated();
    const large = [0, 1, 2, 3].map((key) => ({ key: bytes(7, key), value: new Uint8Array(2_500_000).fill(key) }));
    await engine.writeSorted!(sortedOf(large));
    expect(test.writes).toBe(1);
    expect(await rowsOf(memory)).toEqual([0, 1, 2, 3].map((key) => [key, key]));
    await engine.writeSorted!(sortedOf([put(2, undefined)]));
    expect(await rowsOf(other)).toEqual([0, 1, 3].map((key) => [key, key]));
  });
});

describe('reads over a log', () => {
  it('equal those of a plain map in a seeded run', async () => {
    const random = seededRandom(77);
    const pick = (count: number) => Math.floor(random() * count);
    const { test, engine, other } = await openGated();
    const model = new Map<number, number>();
    for (let round = 0; round < 150; round++) {
      const gate = newGate();
      test.write = gate.promise;
      const changed = [...new Set(Array.from({ length: pick(12) }, () => pick(40)))].sort((a, b) => a - b);
      const changes = changed.map((key) => put(key, random() < 0.4 ? undefined : pick(256)));
      await engine.writeSorted!(sortedOf(changes));
      for (const [i, key] of changed.entries()) {
        const value = changes[i]!.value?.[0];
        if (value === undefined) model.delete(key);
        else model.set(key, value);
      }
      const reverse = random() < 0.5;
      const range: KeyRange = { gte: bytes(7, pick(20)), lt: bytes(7, 15 + pick(25)), reverse };
      if (random() < 0.7) range.limit = 1 + pick(10);
      const expected = [...model]
        .filter(([key]) => key >= range.gte[1]! && key < range.lt[1]!)
        .sort(([a], [b]) => (reverse ? b - a : a - b));
      expect(await rowsOf(other, range)).toEqual(expected.slice(0, range.limit));
      const keys = Array.from({ length: 10 }, () => pick(45));
      const values = await engine.getMany(keys.map((key) => bytes(7, key)));
      expect(values.map((value) => value?.[0])).toEqual(keys.map((key) => model.get(key)));
      gate.resolve();
      await engine.checkpoint!();
    }
  });

  it('return all rows in steps of bounded size', async () => {
    const directory = await newDirectory();
    const level = await openLevelEngine({ directory, cacheBytes: 1 << 20, writeBufferBytes: 1 << 20 });
    const gate = newGate();
    const inner: Engine = {
      ...level,
      async write(changes, options) {
        if (options.durable) await gate.promise;
        await level.write(changes, options);
      },
    };
    const engine = await openLoggedEngine(inner, directory, newLogMemory());
    cleanUps.push(() => engine.close());
    // a step of LevelDB has at most a thousand rows
    const keyOf = (number: number) => bytes(7, number >> 8, number);
    const numbers = Array.from({ length: 6_000 }, (_, i) => i);
    await engine.write(
      numbers.filter((number) => number % 2 === 0).map((number) => ({ key: keyOf(number), value: keyOf(number) })),
      { durable: false },
    );
    const isDeleted = (number: number) => number < 4_000 && number % 2 === 0;
    const changes = numbers
      .filter((number) => isDeleted(number) || number % 3 === 0)
      .map((number) => ({ key: keyOf(number), value: isDeleted(number) ? undefined : bytes(number, 1) }));
    await engine.writeSorted!(sortedOf(changes));
    for (const reverse of [false, true]) {
      const found: Uint8Array[] = [];
      for (let { gte, lt } = all; ; ) {
        const rows = await engine.scan({ gte, lt, reverse, enoughBytes: 100 });
        if (rows.length === 0) break;
        found.push(...rows.map(([key]) => key));
        const last = found.at(-1)!;
        if (reverse) lt = last;
        else gte = bytes(...last, 0);
      }
      const expected = numbers.filter((number) => !isDeleted(number) && number % 6 !== 1 && number % 6 !== 5);
      expect(found.map((key) => 256 * key[1]! + key[2]!)).toEqual(reverse ? expected.toReversed() : expected);
    }
    gate.resolve();
  });
});

describe('after a crash', () => {
  const open = async (directory: string) => {
    const level = await openLevelEngine({ directory, cacheBytes: 1 << 20, writeBufferBytes: 1 << 20 });
    const engine = await openLoggedEngine(level, directory, newLogMemory());
    cleanUps.push(() => engine.close());
    return engine;
  };

  /** Returns a copy of the files of a database with two batches, the second of which is only in the log. */
  async function crashed(): Promise<string> {
    const [directory, copy] = [await newDirectory(), await newDirectory()];
    const engine = await open(directory);
    await engine.writeSorted!(sortedOf([put(1, 1), put(2, 2)]));
    await engine.checkpoint!();
    await engine.writeSorted!(sortedOf([put(1, 11), put(2, undefined), put(3, 3)]));
    // in the same turn of the event loop, in which the batch is not written into the tables
    cpSync(directory, copy, { recursive: true });
    return copy;
  }

  it('the batch of the log is written into the tables', async () => {
    const directory = await crashed();
    const level = await openLevelEngine({ directory, cacheBytes: 1 << 20, writeBufferBytes: 1 << 20 });
    expect(await rowsOf(level)).toEqual([
      [1, 1],
      [2, 2],
    ]);
    await level.close();
    const engine = await open(directory);
    expect(await rowsOf(engine)).toEqual([
      [1, 11],
      [3, 3],
    ]);
    await engine.write([put(3, 33)], atOnce);
    await engine.close();
    cleanUps.pop();
    // the log is older than the tables
    expect(await rowsOf(await open(directory))).toEqual([
      [1, 11],
      [3, 33],
    ]);
  });

  it('a batch that was not written completely is ignored', async () => {
    const size = readFileSync(join(await crashed(), 'write-ahead')).length;
    for (const length of [0, 3, 11, 12, size - 1]) {
      const directory = await crashed();
      truncateSync(join(directory, 'write-ahead'), length);
      expect(await rowsOf(await open(directory))).toEqual([
        [1, 1],
        [2, 2],
      ]);
    }
    for (let at = 0; at < size; at += 5) {
      const directory = await crashed();
      const file = readFileSync(join(directory, 'write-ahead'));
      file[at]! ^= 0x10;
      writeFileSync(join(directory, 'write-ahead'), file);
      expect(await rowsOf(await open(directory))).toEqual([
        [1, 1],
        [2, 2],
      ]);
    }
  });
});

describe('a disk that rejects writes', () => {
  it('fails the next write when the tables do not take a batch; the next opening writes it', async () => {
    const directory = await newDirectory();
    const memory = openMemoryEngine();
    const faulty = openFaultyEngine(memory);
    const shared = newLogMemory();
    const engine = await openLoggedEngine({ ...faulty, close: async () => undefined }, directory, shared);
    faulty.fail('writes', new Error('ENOSPC: no space left on device'));
    await engine.writeSorted!(sortedOf([put(1, 1)]));
    const full = { code: 'store.write-failed', datum: { isFull: true } };
    await expect(engine.checkpoint!()).rejects.toMatchObject(full);
    await expect(engine.writeSorted!(sortedOf([put(2, 2)]))).rejects.toMatchObject(full);
    expect(await rowsOf(engine)).toEqual([[1, 1]]);
    expect(await rowsOf(memory)).toEqual([]);
    await engine.close();
    faulty.fail('writes', undefined);
    const again = await openLoggedEngine(faulty, directory, shared);
    expect(await rowsOf(memory)).toEqual([[1, 1]]);
    await again.writeSorted!(sortedOf([put(2, 2)]));
    await again.checkpoint!();
    expect(await rowsOf(memory)).toEqual([
      [1, 1],
      [2, 2],
    ]);
    await again.close();
  });

  it('fails a write that cannot be logged, which no reader sees', async () => {
    const directory = await newDirectory();
    const memory = openMemoryEngine();
    const shared = newLogMemory();
    const engine = await openLoggedEngine({ ...memory, close: async () => undefined }, directory, shared);
    await engine.writeSorted!(sortedOf([put(1, 1)]));
    // closes the file of the log
    await engine.close();
    const failed = { code: 'store.write-failed' };
    await expect(engine.writeSorted!(sortedOf([put(1, 2)]))).rejects.toMatchObject(failed);
    expect(await rowsOf(withLoggedRows(memory, shared))).toEqual([[1, 1]]);
  });

  it('fails an opening that cannot write the batch of the log, or open its file', async () => {
    const directory = await newDirectory();
    const faulty = openFaultyEngine(openMemoryEngine());
    const engine = await openLoggedEngine({ ...faulty, close: async () => undefined }, directory, newLogMemory());
    faulty.fail('writes', new Error('no disk'));
    await engine.writeSorted!(sortedOf([put(1, 1)]));
    await engine.close();
    const open = (at: string) => openLoggedEngine(faulty, at, newLogMemory());
    await expect(open(directory)).rejects.toMatchObject({ code: 'store.write-failed' });
    await expect(open(join(directory, 'missing'))).rejects.toMatchObject({ code: 'store.open-failed' });
  });
});
