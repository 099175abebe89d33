import { randomBytes } from 'node:crypto';
import { CodedError, equalBytes } from '@glassblock/primitives';
import { type Commits, tipKey } from '../commits.ts';
import type { Engine, EngineReader, KeyRange, Row, RowChange } from '../engine.ts';
import { writeFailed } from '../faults.ts';
import { changesOf } from '../sorted-changes.ts';
import { endOfPrefix } from '../table.ts';
import { readMarker, type VersionMarker, withMarker } from './version-marker.ts';
import {
  decodeIntent,
  encodeIntent,
  encodeValue,
  type Intent,
  intentsFrom,
  isRemoved,
  keyOfIntent,
  versionKey,
} from './version-rows.ts';
import { versionReader } from './versioned-reader.ts';

/** Views may be this many commits behind the newest; older row versions are removed. */
const maxVersions = 64;
/** Version of rows that are written outside of commits, lower than that of any commit. */
const loadVersion = 1;
/** Versions are removed for this many rows at a time. */
const pruneRows = 256;

/**
 * Commits on an engine that writes rows individually, in any order, without snapshots.
 * Every row carries the number of the commit that wrote it, newest first, and a view shows the newest version at or
 * below its own commit: rows of a commit in progress are invisible until the tip marker, a single row, is written.
 *
 * One writer: opening for writing replaces the marker by one that names the new writer and skips the number that the
 * previous writer may be using. Rows that such a writer still writes, however late, have the skipped number and are
 * never visible, and its next marker is refused, because the marker is only replaced by compare-and-set.
 *
 * Before the rows, their keys are written as an intent row of that commit. It is read to remove rows of a commit that was
 * never completed, and after `maxVersions` commits to remove versions that no view can read any more.
 */
export async function versionedCommits(engine: Engine, { isReadOnly }: { isReadOnly: boolean }): Promise<Commits> {
  const writer = isReadOnly ? undefined : await openWriter(engine);
  const commit: Commits['commit'] = async (changes, tip) => {
    if (writer === undefined) throw new Error('this store was opened for reading');
    await writer.commit(changes, tip);
  };
  return {
    commit,
    commitSorted: (changes, tip) => commit(changesOf(changes), tip),
    async view() {
      const marker = await readMarker(engine);
      const check = async () => {
        const now = await readMarker(engine);
        if (now.version - marker.version >= maxVersions) {
          throw new CodedError('store.view-expired', 'this view is too far behind', { datum: marker.version });
        }
      };
      return { reader: versionReader(engine, marker, check), tip: marker.tip, close: async () => undefined };
    },
    async load(changes, durable) {
      const rows = lastOf(changes).map(({ key, value }) => ({
        key: versionKey(key, loadVersion),
        value: value === undefined ? undefined : encodeValue(value),
      }));
      await engine.write(rows, { durable });
    },
  };
}

/** Returns the last change of each key: these engines write rows in any order. */
function lastOf(changes: Iterable<RowChange>): RowChange[] {
  const last = new Map<string, RowChange>();
  for (const change of changes) last.set(Buffer.from(change.key).toString('latin1'), change);
  return [...last.values()];
}

interface Writer {
  commit(changes: Iterable<RowChange>, tip: Uint8Array): Promise<void>;
}

async function openWriter(engine: Engine): Promise<Writer> {
  const owner = new Uint8Array(randomBytes(8));
  /** The last marker of this writer; undefined after a failure: the stored one is unknown then. */
  let known: VersionMarker | undefined = await takeOver(engine, owner, () => true);
  /** The commits up to this one have no intent rows. */
  let pruned = 0;
  /** Tip of the last marker that is known. */
  let base = known.tip;
  const isOwn = (marker: VersionMarker) => Buffer.from(marker.owner).equals(owner);
  return {
    async commit(changes, tip) {
      try {
        known ??= await takeOver(engine, owner, isOwn);
        const marker = known;
        if (!isEqual(marker.tip, base)) {
          // these changes were planned on the rows before it
          base = marker.tip;
          throw new Error('the last commit has taken effect, although its outcome was not known');
        }
        // before the rows: an error after the marker would be reported for a commit that has taken effect
        const upTo = marker.version + 1 - maxVersions;
        await prune(engine, marker, pruned + 1, upTo);
        pruned = Math.max(pruned, upTo);
        known = undefined;
        known = await write(engine, marker, changes, tip);
        base = tip;
      } catch (cause) {
        throw writeFailed(cause);
      }
    },
  };
}

const isEqual = (a: Uint8Array | undefined, b: Uint8Array | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && equalBytes(a, b));

const fenced = () => new CodedError('store.fenced', 'another process writes to this store');

/** Writes one commit; returns its marker. */
async function write(
  engine: Engine,
  marker: VersionMarker,
  changes: Iterable<RowChange>,
  tip: Uint8Array,
): Promise<VersionMarker> {
  const version = marker.version + 1;
  const rows = lastOf(changes);
  await engine.write([{ key: keyOfIntent(version), value: encodeIntent(rows) }], { durable: true });
  await engine.write(
    rows.map(({ key, value }) => ({ key: versionKey(key, version), value: encodeValue(value) })),
    { durable: true },
  );
  const next = withMarker({ ...marker, version, tip });
  if (!(await replaceMarker(engine, marker, next))) throw fenced();
  return next;
}

function replaceMarker(engine: Engine, from: VersionMarker, to: VersionMarker): Promise<boolean> {
  if (engine.replace === undefined) throw new Error('this engine cannot compare and set');
  return engine.replace(tipKey, from.stored, to.stored!);
}

/**
 * Becomes the only writer: reserves the next number, and skips it. Removes the rows of commits that were not completed.
 * @param mayTake whether the marker may be replaced
 */
async function takeOver(
  engine: Engine,
  owner: Uint8Array,
  mayTake: (marker: VersionMarker) => boolean,
): Promise<VersionMarker> {
  for (;;) {
    const marker = await readMarker(engine);
    if (!mayTake(marker)) throw fenced();
    const version = marker.version + 1;
    const next = withMarker({ ...marker, owner, version, skipped: [...marker.skipped, version] });
    if (!(await replaceMarker(engine, marker, next))) continue;
    await removeIncomplete(engine, marker.version);
    return next;
  }
}

/** Removes the rows of commits above a version. */
async function removeIncomplete(engine: Engine, completed: number): Promise<void> {
  for (const intent of await intentsFrom(engine, completed + 1)) await removeCommit(engine, intent);
}

/** Removes the rows of a commit that was not completed. */
async function removeCommit(engine: Engine, { intent, version, value }: Intent): Promise<void> {
  const stale = decodeIntent(value).map((key): RowChange => ({ key: versionKey(key, version), value: undefined }));
  await engine.write([...stale, { key: intent, value: undefined }], { durable: true });
}

/** Removes row versions that no view can read any more because of some commits. */
async function prune(engine: Engine, { skipped }: VersionMarker, from: number, upTo: number): Promise<void> {
  if (upTo < from) return;
  for (const found of await intentsFrom(engine, from, upTo)) {
    const { intent, version, value } = found;
    if (skipped.includes(version)) {
      // of a writer that was paused: its rows are not visible, so they hide nothing
      await removeCommit(engine, found);
      continue;
    }
    const keys = decodeIntent(value);
    for (let at = 0; at < keys.length; at += pruneRows) {
      const slice = keys.slice(at, at + pruneRows);
      const rows = await Promise.all(slice.map((key) => unreachable(engine, key, version)));
      const [older, removals] = [rows.flatMap(({ older }) => older), rows.flatMap(({ removal }) => removal)];
      // a removal hides older versions: it goes last
      if (older.length > 0) await engine.write(older, { durable: true });
      if (removals.length > 0) await engine.write(removals, { durable: false });
    }
    await engine.write([{ key: intent, value: undefined }], { durable: false });
  }
}

/** Changes that delete versions which no view can read. */
interface Unreachable {
  readonly older: RowChange[];
  /** The newest version, if it marks the row as removed. */
  readonly removal: RowChange[];
}

/** Finds the versions of a row below its newest at or below a version. */
async function unreachable(engine: EngineReader, key: Uint8Array, version: number): Promise<Unreachable> {
  const range: KeyRange = { gte: versionKey(key, version), lt: endOfPrefix(key) };
  const versions = (await engine.scan(range)).filter(([physical]) => physical.length === key.length + 4);
  const [newest, ...older] = versions;
  const deletion = ([physical]: Row): RowChange => ({ key: physical, value: undefined });
  return {
    older: older.map(deletion),
    removal: newest !== undefined && isRemoved(newest[1]) ? [deletion(newest)] : [],
  };
}
