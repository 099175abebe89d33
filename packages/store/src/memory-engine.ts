import type { Engine, EngineReader, EngineSnapshot, KeyRange, Row, RowChange } from './engine.ts';

/** Sorted and never changed after it is made, so a snapshot is just a reference to it. Keys and values are strings of the
 *  code points 0..255: they compare like the bytes and cost one byte each, where a small array costs some two hundred. */
interface Sorted {
  readonly keys: readonly string[];
  readonly values: readonly string[];
}

const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));

function firstAtOrAfter(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (keys[middle]! < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

function readerOf(current: () => Sorted): EngineReader {
  return {
    async getMany(keys) {
      const state = current();
      return keys.map((key) => {
        const text = textOf(key);
        const at = firstAtOrAfter(state.keys, text);
        return state.keys[at] === text ? bytesOf(state.values[at]!) : undefined;
      });
    },
    async scan({ gte, lt, reverse = false, limit = Number.POSITIVE_INFINITY }: KeyRange): Promise<Row[]> {
      const state = current();
      const from = firstAtOrAfter(state.keys, textOf(gte));
      const to = firstAtOrAfter(state.keys, textOf(lt));
      const rows: Row[] = [];
      const count = Math.min(Math.max(0, to - from), limit);
      for (let i = 0; i < count; i++) {
        const at = reverse ? to - 1 - i : from + i;
        rows.push([bytesOf(state.keys[at]!), bytesOf(state.values[at]!)]);
      }
      return rows;
    },
  };
}

/** Applies changes to a sorted state by one merge. Later changes of the same key win. */
function merged(state: Sorted, changes: readonly RowChange[]): Sorted {
  const latest = new Map<string, string | undefined>();
  for (const { key, value } of changes) latest.set(textOf(key), value === undefined ? undefined : textOf(value));
  const changed = [...latest.keys()].sort((a, b) => (a < b ? -1 : 1));
  const keys: string[] = [];
  const values: string[] = [];
  let at = 0;
  for (const key of changed) {
    while (at < state.keys.length && state.keys[at]! < key) {
      keys.push(state.keys[at]!);
      values.push(state.values[at]!);
      at++;
    }
    if (state.keys[at] === key) at++;
    const value = latest.get(key);
    if (value !== undefined) {
      keys.push(key);
      values.push(value);
    }
  }
  for (; at < state.keys.length; at++) {
    keys.push(state.keys[at]!);
    values.push(state.values[at]!);
  }
  return { keys, values };
}

/** Everything in memory: for the demo and for tests. Atomic, with snapshots; gone when the process ends. */
export function openMemoryEngine(): Engine {
  let state: Sorted = { keys: [], values: [] };
  return {
    atomic: true,
    ...readerOf(() => state),
    snapshot(): EngineSnapshot {
      const frozen = state;
      return { ...readerOf(() => frozen), close: async () => undefined };
    },
    async write(changes) {
      state = merged(state, changes);
    },
    async close() {
      state = { keys: [], values: [] };
    },
  };
}

export interface HostileEngine extends Engine {
  /** After this many further single-row writes, writing fails for good, as after a power cut; undefined: never. */
  failAfter(rows: number | undefined): void;
}

/**
 * Memory that keeps as few promises as an engine may: rows are written one by one in a shuffled order, readers come in
 * between, there is no snapshot, and it can die in the middle. It stands for wide-column stores.
 * @param random  returns numbers in [0, 1); give a seeded one
 */
export function openHostileEngine(random: () => number): HostileEngine {
  let state: Sorted = { keys: [], values: [] };
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
    async close() {},
  };
}
