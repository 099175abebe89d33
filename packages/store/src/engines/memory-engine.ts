import type { Engine, EngineReader, EngineSnapshot, KeyRange, Row, RowChange } from '../engine.ts';
import { readFailed, writeFailed } from '../faults.ts';

/**
 * A run of rows in key order, immutable. Keys and values are strings of the code points 0..255: they compare like bytes
 * and cost one byte each, where a small array costs about two hundred.
 */
interface Run {
  readonly keys: readonly string[];
  readonly values: readonly string[];
}

/** All rows as runs in key order. A write copies only the runs it changes, so a snapshot is just a reference. */
type Runs = readonly Run[];

/** A run with more rows is split. */
const longestRun = 256;

const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));

/** Returns the index of the first of `count` ascending items for which `isAtOrAfter` holds. */
function lowerBound(count: number, isAtOrAfter: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isAtOrAfter(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Returns the run that contains or would contain a key. */
const runOf = (runs: Runs, key: string): number =>
  Math.max(0, lowerBound(runs.length, (i) => runs[i]!.keys[0]! > key) - 1);
const placeIn = (run: Run, key: string): number => lowerBound(run.keys.length, (i) => run.keys[i]! >= key);

function readerOf(current: () => Runs): EngineReader {
  return {
    async getMany(keys) {
      const runs = current();
      return keys.map((key) => {
        const text = textOf(key);
        const run = runs[runOf(runs, text)];
        if (run === undefined) return undefined;
        const at = placeIn(run, text);
        return run.keys[at] === text ? bytesOf(run.values[at]!) : undefined;
      });
    },
    async scan({ gte, lt, reverse = false, limit = Number.POSITIVE_INFINITY }: KeyRange): Promise<Row[]> {
      // rows are in memory anyway, so `enoughBytes` is ignored
      const runs = current();
      const [from, until] = [textOf(gte), textOf(lt)];
      const rows: Row[] = [];
      if (from >= until || runs.length === 0) return rows;
      const [first, last] = [runOf(runs, from), runOf(runs, until)];
      for (let step = 0; step <= last - first && rows.length < limit; step++) {
        const run = runs[reverse ? last - step : first + step]!;
        const [begin, end] = [placeIn(run, from), placeIn(run, until)];
        const count = Math.min(end - begin, limit - rows.length);
        for (let i = 0; i < count; i++) {
          const at = reverse ? end - 1 - i : begin + i;
          rows.push([bytesOf(run.keys[at]!), bytesOf(run.values[at]!)]);
        }
      }
      return rows;
    },
  };
}

/** Applies changes. Later changes of the same key win. */
function merged(runs: Runs, changes: Iterable<RowChange>): Runs {
  const latest = new Map<string, string | undefined>();
  for (const { key, value } of changes) latest.set(textOf(key), value === undefined ? undefined : textOf(value));
  const changed = [...latest.keys()].sort((a, b) => (a < b ? -1 : 1));
  const result: Run[] = [];
  let next = 0;
  for (let i = 0; i < changed.length; ) {
    const at = runOf(runs, changed[i]!);
    for (; next < at; next++) result.push(runs[next]!);
    const end = runs[at + 1]?.keys[0];
    const from = i;
    while (i < changed.length && (end === undefined || changed[i]! < end)) i++;
    result.push(...cut(mergedRun(runs[at] ?? { keys: [], values: [] }, changed.slice(from, i), latest)));
    next = at + 1;
  }
  for (; next < runs.length; next++) result.push(runs[next]!);
  return result;
}

function mergedRun(run: Run, changed: readonly string[], latest: ReadonlyMap<string, string | undefined>): Run {
  const keys: string[] = [];
  const values: string[] = [];
  let at = 0;
  const keepUntil = (key: string | undefined) => {
    for (; at < run.keys.length && (key === undefined || run.keys[at]! < key); at++) {
      keys.push(run.keys[at]!);
      values.push(run.values[at]!);
    }
  };
  for (const key of changed) {
    keepUntil(key);
    if (run.keys[at] === key) at++;
    const value = latest.get(key);
    if (value === undefined) continue;
    keys.push(key);
    values.push(value);
  }
  keepUntil(undefined);
  return { keys, values };
}

/** Splits a run into pieces of bounded length; none for an empty run. */
function cut(run: Run): Run[] {
  const pieces: Run[] = [];
  const count = Math.ceil(run.keys.length / longestRun);
  const length = Math.ceil(run.keys.length / Math.max(1, count));
  for (let i = 0; i < run.keys.length; i += length) {
    pieces.push({ keys: run.keys.slice(i, i + length), values: run.values.slice(i, i + length) });
  }
  return pieces;
}

/** Opens an engine in memory, for the demo and for tests. Atomic, with snapshots; not persistent. */
export function openMemoryEngine(): Engine {
  let state: Runs = [];
  return {
    atomic: true,
    ...readerOf(() => state),
    async snapshot(): Promise<EngineSnapshot> {
      const frozen = state;
      return { ...readerOf(() => frozen), close: async () => undefined };
    },
    async write(changes) {
      state = merged(state, changes);
    },
    async close() {
      state = [];
    },
  };
}

/** An engine that fails on command. */
export interface HostileEngine extends Engine {
  /** After this many more single-row writes, every write fails, as after a power cut; undefined: never. */
  failAfter(rows: number | undefined): void;
}

/**
 * Opens an in-memory engine with the weakest guarantees allowed: rows are written individually in a shuffled order,
 * readers run in between, there is no snapshot, and it can stop in the middle. It models wide-column stores.
 * @param random returns numbers in [0, 1); pass a seeded one
 */
export function openHostileEngine(random: () => number): HostileEngine {
  let state: Runs = [];
  let remaining = Number.POSITIVE_INFINITY;
  return {
    atomic: false,
    ...readerOf(() => state),
    snapshot() {
      throw new Error('this engine has no snapshots');
    },
    failAfter(rows) {
      remaining = rows ?? Number.POSITIVE_INFINITY;
    },
    async write(changes) {
      const shuffled = [...changes];
      for (let i = shuffled.length - 1; i > 0; i--) {
        const j = Math.floor(random() * (i + 1));
        [shuffled[i], shuffled[j]] = [shuffled[j]!, shuffled[i]!];
      }
      for (const change of shuffled) {
        if (remaining-- <= 0) throw new Error('power cut');
        state = merged(state, [change]);
        if (random() < 0.3) await new Promise<void>((resolve) => setImmediate(resolve));
      }
    },
    async replace(key, expected, value) {
      if (remaining-- <= 0) throw new Error('power cut');
      const [stored] = await readerOf(() => state).getMany([key]);
      if (
        expected === undefined ? stored !== undefined : stored === undefined || !Buffer.from(stored).equals(expected)
      ) {
        return false;
      }
      state = merged(state, [{ key, value }]);
      return true;
    },
    async close() {},
  };
}

/** An engine whose reads and writes can be made to fail. */
export interface FaultyEngine extends Engine {
  /** From now on writes, or reads, fail with this cause; undefined: they succeed again. */
  fail(what: 'writes' | 'reads', cause: Error | undefined): void;
}

/** Wraps an engine so that its disk fails on command: a full or broken one. */
export function openFaultyEngine(engine: Engine): FaultyEngine {
  const failures: { writes?: Error | undefined; reads?: Error | undefined } = {};
  const faulty = (reader: EngineReader): EngineReader => ({
    async getMany(keys) {
      if (failures.reads !== undefined) throw readFailed(failures.reads, 'memory');
      return reader.getMany(keys);
    },
    async scan(range) {
      if (failures.reads !== undefined) throw readFailed(failures.reads, 'memory');
      return reader.scan(range);
    },
  });
  return {
    atomic: engine.atomic,
    ...faulty(engine),
    async snapshot() {
      const snapshot = await engine.snapshot();
      return { ...faulty(snapshot), close: () => snapshot.close() };
    },
    async write(changes, options) {
      if (failures.writes !== undefined) throw writeFailed(failures.writes);
      await engine.write(changes, options);
    },
    fail(what, cause) {
      failures[what] = cause;
    },
    close: () => engine.close(),
  };
}
