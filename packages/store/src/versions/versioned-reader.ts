import type { EngineReader, KeyRange, Row } from '../engine.ts';
import { endOfPrefix } from '../table.ts';
import type { VersionMarker } from './version-marker.ts';
import { isRemoved, versionKey, versionOf } from './version-rows.ts';

/** Rows that a scan reads at a time at least, so that older versions do not cost a request each. */
const minStep = 64;
/** Rows that a scan reads at a time at most. */
const maxStep = 4_096;

/**
 * Reads the rows of one commit.
 * @param check called after each read; it throws when versions of this commit may have been removed meanwhile
 */
export function versionReader(engine: EngineReader, marker: VersionMarker, check: () => Promise<void>): EngineReader {
  const { version } = marker;
  const skipped = new Set(marker.skipped);
  const isVisible = (physical: Uint8Array) => {
    const of = versionOf(physical);
    return of <= version && !skipped.has(of);
  };

  async function newest(key: Uint8Array): Promise<Uint8Array | undefined> {
    const lt = endOfPrefix(key);
    for (let gte = versionKey(key, version); ; ) {
      const [row] = await engine.scan({ gte, lt, limit: 1 });
      if (row === undefined) return undefined;
      const [physical, value] = row;
      if (isVisible(physical)) return isRemoved(value) ? undefined : value.subarray(1);
      gte = after(physical);
    }
  }

  /** The visible rows of a range, in one direction; stops where the caller does. */
  async function* rowsOf({ gte, lt, reverse = false, limit, enoughBytes }: KeyRange): AsyncGenerator<Row> {
    const step = Math.min(maxStep, Math.max(minStep, 2 * (limit ?? maxStep)));
    let open = { gte, lt };
    let chosen: Row | undefined;
    for (;;) {
      const rows = await engine.scan({
        ...open,
        reverse,
        limit: step,
        ...(enoughBytes !== undefined && { enoughBytes }),
      });
      for (const row of rows) {
        const [physical] = row;
        const isNext = chosen === undefined || !isSameKey(chosen[0], physical);
        if (isNext && chosen !== undefined && reverse) yield chosen;
        if (!isVisible(physical)) {
          if (isNext && reverse) chosen = undefined;
          continue;
        }
        // forward, the first visible version of a key is the newest; backward, the last
        if (!isNext && !reverse) continue;
        chosen = row;
        if (!reverse) yield row;
      }
      const last = rows.at(-1);
      // only a scan with `enoughBytes` ends before the end of the range
      if (last === undefined || (enoughBytes === undefined && rows.length < step)) break;
      open = reverse ? { gte, lt: last[0] } : { gte: after(last[0]), lt };
    }
    if (reverse && chosen !== undefined) yield chosen;
  }

  return {
    async getMany(keys) {
      const values = await Promise.all(keys.map(newest));
      await check();
      return values;
    },
    async scan(range) {
      const { limit = Number.POSITIVE_INFINITY, enoughBytes = Number.POSITIVE_INFINITY } = range;
      const found: Row[] = [];
      let bytes = 0;
      if (limit > 0) {
        for await (const [physical, stored] of rowsOf(range)) {
          if (isRemoved(stored)) continue;
          const value = stored.subarray(1);
          found.push([physical.subarray(0, -4), value]);
          bytes += physical.length + value.length;
          if (found.length >= limit || bytes >= enoughBytes) break;
        }
      }
      await check();
      return found;
    },
  };
}

/** Returns the smallest key above a key. */
function after(key: Uint8Array): Uint8Array {
  const next = new Uint8Array(key.length + 1);
  next.set(key);
  return next;
}

/** Whether two physical keys are versions of one row. */
function isSameKey(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && Buffer.compare(a.subarray(0, -4), b.subarray(0, -4)) === 0;
}
