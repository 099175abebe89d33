import type { EngineReader, KeyRange, Row } from '../engine.ts';
import type { SortedRows } from './sorted-rows.ts';

type Values = (Uint8Array | undefined)[];

/** Returns a reader of the rows of another one with changes that it does not have yet. */
export function readerOver(base: EngineReader, changes: SortedRows): EngineReader {
  async function getCopied(keys: readonly Uint8Array[]): Promise<Values> {
    const values: Values = new Array(keys.length);
    const others: number[] = [];
    for (const [i, key] of keys.entries()) {
      const value = changes.find(key);
      if (value === undefined) others.push(i);
      else if (value !== null) values[i] = value;
    }
    if (others.length === 0) return values;
    const get = base.getCopied ?? base.getMany;
    const stored = await get(others.map((i) => keys[i]!));
    for (const [j, value] of stored.entries()) values[others[j]!] = value;
    return values;
  }

  /** Returns the changes between two keys, those from the end first when `reverse`. */
  function changesIn(gte: Uint8Array, lt: Uint8Array, reverse: boolean): (readonly [Uint8Array, Uint8Array | null])[] {
    const [start, end] = [changes.lowerBound(gte), changes.lowerBound(lt)];
    return Array.from({ length: Math.max(0, end - start) }, (_, i) => {
      const index = reverse ? end - 1 - i : start + i;
      return [changes.keyAt(index), changes.valueAt(index) ?? null] as const;
    });
  }

  async function scan(range: KeyRange): Promise<Row[]> {
    const { gte, lt, reverse = false, limit = Number.POSITIVE_INFINITY, enoughBytes } = range;
    const changed = changesIn(gte, lt, reverse);
    if (changed.length === 0) return base.scan(range);
    // each change may delete one of the rows that are read
    const stored = await base.scan(range.limit === undefined ? range : { ...range, limit: limit + changed.length });
    const isPartial = enoughBytes !== undefined && stored.length > 0;
    const last = stored.at(-1)?.[0];
    const rows = merged(stored, changed, reverse, isPartial ? last : undefined);
    if (rows.length > 0 || !isPartial) return rows.slice(0, limit);
    return scan({ ...range, ...(reverse ? { lt: last! } : { gte: keyAfter(last!) }) });
  }

  return {
    getCopied,
    // a view of a value would hold the memory of all changes
    getMany: async (keys) => (await getCopied(keys)).map((value) => value && new Uint8Array(value)),
    scan,
  };
}

/**
 * Merges rows with changes of them, both in one order.
 * @param last changes behind this key are left out
 */
function merged(
  stored: readonly Row[],
  changed: readonly (readonly [Uint8Array, Uint8Array | null])[],
  reverse: boolean,
  last: Uint8Array | undefined,
): Row[] {
  const compare = (a: Uint8Array, b: Uint8Array) => (reverse ? Buffer.compare(b, a) : Buffer.compare(a, b));
  const rows: Row[] = [];
  let next = 0;
  for (const [key, value] of changed) {
    if (last !== undefined && compare(key, last) > 0) break;
    while (next < stored.length && compare(stored[next]![0], key) < 0) rows.push(stored[next++]!);
    if (next < stored.length && compare(stored[next]![0], key) === 0) next++;
    if (value !== null) rows.push([new Uint8Array(key), new Uint8Array(value)]);
  }
  for (; next < stored.length; next++) rows.push(stored[next]!);
  return rows;
}

/** Returns the smallest key above another one. */
function keyAfter(key: Uint8Array): Uint8Array {
  const after = new Uint8Array(key.length + 1);
  after.set(key);
  return after;
}
