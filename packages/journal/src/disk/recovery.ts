import { basename, join } from 'node:path';
import { readBatch } from '../codecs/batch-bytes.ts';
import { readKeyframe } from '../codecs/keyframe-bytes.ts';
import { PrefixBuckets } from '../codecs/prefix-list.ts';
import { recordKinds } from '../codecs/record.ts';
import type { Place } from '../events.ts';
import { createLiveState, type LiveState } from '../live-state.ts';
import { readHighestEpoch, takeCleanEnd } from '../segments/epoch-files.ts';
import { indexPathOf, parseSegmentName, readHead, recordsOf, type Segment, segmentName } from '../segments/segment.ts';
import { loadIndexed, noteBatch, noteBatches, writeIndex } from '../segments/segment-index.ts';
import { type Disk, type DiskFile, isSystemError, removeIfPossible, withFile } from './disk.ts';

/** Content of a directory when it was opened. */
export interface Recovered {
  /** Oldest first; the last is the newest, truncated after its last complete record. */
  readonly segments: Segment[];
  /** Transactions in the batches of the newest segment. */
  readonly prefixes: PrefixBuckets;
  /** Bytes of the newest segment before its first batch. */
  readonly startBytes: number;
  /** State after all stored facts. */
  readonly state: LiveState;
  /** Place of the newest stored event; epoch 0 in an empty directory. */
  readonly end: Place;
  /** True if no event after `end` was ever assigned: its epoch may continue. */
  readonly isClean: boolean;
  /** No epoch above this one was ever taken here. */
  readonly highestEpoch: number;
}

/**
 * Reads a directory after any kind of end: removes files of interrupted work, truncates an incomplete record, replays
 * the
 * newest segment and writes missing side files. A newest segment whose start is damaged is moved aside.
 * @param onDamaged called with a description of the lost data, as the end of a sentence
 * @throws {CodedError} journal.newer-format, and system errors
 */
export async function recover(
  disk: Disk,
  directory: string,
  onDamaged: (loss: string) => void = () => undefined,
): Promise<Recovered> {
  await disk.makeDirectory(directory);
  const cleanEnd = await takeCleanEnd(disk, directory);
  const names = await cleanNames(disk, directory);
  const epochs = names.map(({ epoch }) => epoch);
  const highestEpoch = Math.max(await readHighestEpoch(disk, directory), cleanEnd?.end.epoch ?? 0, ...epochs);

  let newest: Replayed | undefined;
  let isWhole = true;
  for (let name = names.pop(); name !== undefined; name = names.pop()) {
    newest = await replay(disk, join(directory, segmentName(name.epoch, name.first)));
    if (newest !== undefined) break;
    isWhole = false;
    await moveAside(disk, join(directory, segmentName(name.epoch, name.first)), onDamaged);
  }
  const segments: Segment[] = [];
  for (const name of names) segments.push(await sealedSegment(disk, directory, name));
  if (newest === undefined) {
    const end = { epoch: 0, number: 0 };
    return {
      segments,
      prefixes: new PrefixBuckets(),
      startBytes: 0,
      state: createLiveState(),
      end,
      isClean: false,
      highestEpoch,
    };
  }
  const { segment, state, prefixes, startBytes, identity, isTorn: isTruncated } = newest;
  if (isTruncated) {
    isWhole = false;
    onDamaged(`the events behind byte ${segment.bytes} of ${basename(segment.path)} are lost`);
    await withFile(disk, segment.path, 'write', async (file) => {
      await file.truncate(segment.bytes);
      await file.sync();
    });
  }
  const end = { epoch: segment.head.epoch, number: segment.last };
  const isClean =
    isWhole &&
    cleanEnd !== undefined &&
    cleanEnd.identity === identity &&
    end.epoch === highestEpoch &&
    cleanEnd.end.epoch === end.epoch &&
    cleanEnd.end.number === end.number;
  segments.push(segment);
  return { segments, prefixes, startBytes, state, end, isClean, highestEpoch };
}

/**
 * Removes a segment, then its side file.
 * @returns false if the disk refuses
 */
export const removeSegment = (disk: Disk, path: string) => removeIfPossible(disk, path, indexPathOf(path));

/** Renames a segment whose start cannot be read: if it was in use, its events are lost to readers. */
async function moveAside(disk: Disk, path: string, onDamaged: (loss: string) => void): Promise<void> {
  const isEmpty = (await withFile(disk, path, 'read', (file) => file.size())) === 0;
  if (isEmpty) await removeSegment(disk, path);
  else {
    onDamaged(`the events of ${basename(path)} are lost, which is moved to ${basename(path)}.damaged`);
    await disk.rename(path, `${path}.damaged`);
    await removeIfPossible(disk, indexPathOf(path));
  }
}

/** Returns the names of the segments, oldest first, and removes remains of interrupted work. */
async function cleanNames(disk: Disk, directory: string): Promise<{ epoch: number; first: number }[]> {
  const names = (await disk.list(directory)).sort();
  const there = new Set(names);
  for (const name of names) {
    const isOrphan = name.endsWith('.index') && !there.has(`${name.slice(0, -'.index'.length)}.seg`);
    if (name.endsWith('.new') || isOrphan) await removeIfPossible(disk, join(directory, name));
  }
  return names.map(parseSegmentName).filter((name) => name !== undefined);
}

interface Replayed {
  readonly segment: Segment;
  readonly state: LiveState;
  readonly prefixes: PrefixBuckets;
  readonly startBytes: number;
  readonly identity: string;
  readonly isTorn: boolean;
}

/**
 * Applies the facts of a segment to its keyframe, up to the first record that is incomplete, damaged or out of order.
 * @returns undefined if head or keyframe are incomplete: the segment was never in use
 */
async function replay(disk: Disk, path: string): Promise<Replayed | undefined> {
  return withFile(disk, path, 'read', async (file) => {
    const size = await file.size();
    const identity = await file.identity();
    const start = await readStart(file, size);
    if (start === undefined) return undefined;
    const { head, state } = start;
    const prefixes = new PrefixBuckets();
    const newestMs = await disk.modifiedMs(path);
    const last = head.first - 1;
    const segment: Segment = { path, head, bytes: start.next, last, marks: [], index: undefined, newestMs };
    for await (const { kind, body, offset, next } of recordsOf(file, start.next, size)) {
      if (kind !== recordKinds.batch) break;
      const batch = readBatch(body);
      if (batch.first !== segment.last + 1) break;
      for (const fact of batch.facts) state.apply(fact);
      noteBatch(segment, prefixes, batch, offset);
      segment.last += batch.facts.length;
      segment.bytes = next;
    }
    return { segment, state, prefixes, startBytes: start.next, identity, isTorn: segment.bytes < size };
  });
}

/** Reads head and keyframe of a segment; undefined unless both are complete. */
async function readStart(file: DiskFile, size: number) {
  let head: ReturnType<typeof readHead> | undefined;
  for await (const { kind, body, next } of recordsOf(file, 0, size)) {
    if (head === undefined) {
      if (kind !== recordKinds.head) return undefined;
      head = readHead(body);
    } else {
      return kind === recordKinds.keyframe ? { head, state: createLiveState(readKeyframe(body)), next } : undefined;
    }
  }
  return undefined;
}

/**
 * Loads a segment that is not the newest, from its side file or else completely. One with a damaged head counts as
 * empty.
 */
async function sealedSegment(disk: Disk, directory: string, name: { epoch: number; first: number }): Promise<Segment> {
  const path = join(directory, segmentName(name.epoch, name.first));
  const indexed = await loadIndexed(disk, path, name);
  if (indexed !== undefined) return indexed;
  const segment = await withFile(disk, path, 'read', async (file): Promise<Segment> => {
    const size = await file.size();
    let head: Segment['head'] = { ...name, previous: undefined, startedMs: 0 };
    let last = name.first - 1;
    for await (const { kind, body } of recordsOf(file, 0, size)) {
      if (kind === recordKinds.head) head = readHead(body);
      if (kind !== recordKinds.batch) continue;
      const { first, facts } = readBatch(body);
      last = first + facts.length - 1;
    }
    return { path, head, bytes: size, last, marks: [], index: undefined, newestMs: await disk.modifiedMs(path) };
  });
  await sealIfPossible(disk, segment);
  return segment;
}

/**
 * Writes the missing side file of a segment. It only saves time: without it the segment is read from the start, and it
 * is
 * written at the next opening.
 */
export async function sealIfPossible(disk: Disk, segment: Segment, prefixes?: PrefixBuckets): Promise<void> {
  try {
    await writeIndex(disk, segment, prefixes ?? (await noteBatches(disk, segment)));
  } catch (cause) {
    if (!isSystemError(cause)) throw cause;
  }
}
