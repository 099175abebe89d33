import { ByteReader, ByteWriter, CodedError } from '@glassblock/primitives';
import { type Commits, tipKey } from './commits.ts';
import type { Engine, EngineReader, Row, RowChange } from './engine.ts';
import { writeFailed } from './faults.ts';
import { endOfPrefix } from './table.ts';

/** Physical key of the list of rows that a commit in progress is going to write. */
const intentKey = new Uint8Array([241]);
/** Views may be this many commits behind the newest; older row versions are removed. */
const maxVersions = 64;
const put = 1;
const removed = 0;

/**
 * Commits on an engine that writes rows individually, in any order, without snapshots.
 * Every row carries the number of the commit that wrote it, newest first, and a view shows the newest version at or
 * below its own commit: rows of a commit in progress are invisible until the tip marker, a single row, is written.
 * Before the rows, their keys are written as one intent row; if the process dies in between, the next start removes
 * exactly those versions, so a repeated or different batch under the same number starts clean.
 */
export async function versionedCommits(engine: Engine): Promise<Commits> {
  await removeHalfWritten(engine);
  return {
    async view() {
      const marker = await readMarker(engine);
      const check = async () => {
        const now = await readMarker(engine);
        if (now.version - marker.version >= maxVersions) {
          throw new CodedError('store.view-expired', 'this view is too far behind', { datum: marker.version });
        }
      };
      return { reader: versionReader(engine, marker.version, check), tip: marker.tip, close: async () => undefined };
    },
    async commit(changes, tip) {
      const version = (await readMarker(engine)).version + 1;
      const latest = new Map<string, RowChange>();
      for (const change of changes) latest.set(Buffer.from(change.key).toString('latin1'), change);
      const rows = [...latest.values()];
      try {
        await removeHalfWritten(engine);
        const intent = encodeIntent(version, rows);
        await engine.write([{ key: intentKey, value: intent }], { durable: true });
        await engine.write(
          rows.map(({ key, value }) => ({ key: versionKey(key, version), value: encodeValue(value) })),
          { durable: true },
        );
        await engine.write([{ key: tipKey, value: encodeMarker(version, tip) }], { durable: true });
        await removeOld(engine, rows, version - maxVersions);
      } catch (cause) {
        throw writeFailed(cause);
      }
    },
  };
}

interface Marker {
  version: number;
  tip: Uint8Array | undefined;
}

async function readMarker(engine: EngineReader): Promise<Marker> {
  const [row] = await engine.getMany([tipKey]);
  if (row === undefined) return { version: 0, tip: undefined };
  const reader = new ByteReader(row);
  const version = reader.u32();
  return { version, tip: row.slice(4) };
}

function encodeMarker(version: number, tip: Uint8Array): Uint8Array {
  const writer = new ByteWriter();
  writer.u32(version);
  writer.bytes(tip);
  return writer.finish();
}

function encodeIntent(version: number, rows: readonly RowChange[]): Uint8Array {
  const writer = new ByteWriter();
  writer.u32(version);
  writer.compactSize(rows.length);
  for (const { key } of rows) {
    writer.lengthPrefixed(key);
  }
  return writer.finish();
}

async function removeHalfWritten(engine: Engine): Promise<void> {
  const [row] = await engine.getMany([intentKey]);
  if (row === undefined) return;
  const reader = new ByteReader(row);
  const version = reader.u32();
  if (version > (await readMarker(engine)).version) {
    const count = reader.compactSize();
    const stale: RowChange[] = [];
    for (let i = 0; i < count; i++) {
      const key = reader.lengthPrefixed();
      stale.push({ key: versionKey(key, version), value: undefined });
    }
    await engine.write(stale, { durable: true });
  }
  await engine.write([{ key: intentKey, value: undefined }], { durable: true });
}

/** Removes the versions of these rows that no view can read any more. */
async function removeOld(engine: Engine, rows: readonly RowChange[], oldest: number): Promise<void> {
  if (oldest <= 0) return;
  const stale: RowChange[] = [];
  for (const { key } of rows) {
    const versions = await engine.scan({ gte: versionKey(key, oldest), lt: endOfPrefix(key) });
    const exact = versions.filter(([physical]) => physical.length === key.length + 4);
    const [newestStored, ...older] = exact;
    for (const [physical] of older) stale.push({ key: physical, value: undefined });
    if (newestStored?.[1][0] === removed) stale.push({ key: newestStored[0], value: undefined });
  }
  if (stale.length > 0) await engine.write(stale, { durable: false });
}

/** Returns the key followed by the complement of the version: the newest version sorts first. */
function versionKey(key: Uint8Array, version: number): Uint8Array {
  const bytes = new Uint8Array(key.length + 4);
  bytes.set(key);
  new DataView(bytes.buffer).setUint32(key.length, 0xffffffff - version);
  return bytes;
}

function versionOf(physical: Uint8Array): number {
  const at = physical.length - 4;
  return 0xffffffff - new DataView(physical.buffer, physical.byteOffset + at, 4).getUint32(0);
}

function encodeValue(value: Uint8Array | undefined): Uint8Array {
  if (value === undefined) return new Uint8Array([removed]);
  const bytes = new Uint8Array(value.length + 1);
  bytes[0] = put;
  bytes.set(value, 1);
  return bytes;
}

function versionReader(engine: EngineReader, version: number, check: () => Promise<void>): EngineReader {
  return {
    async getMany(keys) {
      const values: (Uint8Array | undefined)[] = [];
      for (const key of keys) {
        const [row] = await engine.scan({ gte: versionKey(key, version), lt: endOfPrefix(key), limit: 1 });
        values.push(row === undefined || row[1][0] === removed ? undefined : row[1].subarray(1));
      }
      await check();
      return values;
    },
    async scan({ gte, lt, reverse = false, limit = Number.POSITIVE_INFINITY }) {
      const found: Row[] = [];
      let last: string | undefined;
      for (const [physical, value] of await engine.scan({ gte, lt })) {
        const key = physical.subarray(0, physical.length - 4);
        const text = Buffer.from(key).toString('latin1');
        if (text === last || versionOf(physical) > version) continue;
        last = text;
        if (value[0] !== removed) found.push([key, value.subarray(1)]);
      }
      await check();
      if (reverse) found.reverse();
      return found.slice(0, limit);
    },
  };
}
