import { join } from 'node:path';
import { record, u64 } from '@glassblock/primitives/records';
import { keyframeParts } from '../codecs/keyframe-bytes.ts';
import {
  type RecordView,
  readRecord,
  recordKinds,
  recordLengthAt,
  recordOf,
  recordOverhead,
} from '../codecs/record.ts';
import type { Disk, DiskFile } from '../disk/disk.ts';
import { withFile } from '../disk/disk.ts';
import type { Place } from '../events.ts';
import type { StateSnapshot } from '../live-state.ts';

/** A file of events of one epoch: a head, a keyframe of the state before its first event, then batches. */
export interface Segment {
  readonly path: string;
  readonly head: SegmentHead;
  /** Bytes that are certainly on disk and complete. */
  bytes: number;
  /** Number of the last event in them; one below the first if there is none. */
  last: number;
  /** Start points for reading, oldest first. */
  marks: Mark[];
  /** Side file of a sealed segment; without it the segment is read from start to end. */
  index: SegmentIndex | undefined;
  /** Latest possible time of the last event, Unix milliseconds. */
  newestMs: number;
}

/** Body of a segment's head. */
export const segmentHead = record({
  epoch: u64,
  /** Number of the first event. */
  first: u64,
  /** The previous epoch; 0 if its end is unknown. */
  previousEpoch: u64,
  /** Number of its last event. */
  previousNumber: u64,
  /** Unix milliseconds. */
  startedMs: u64,
});

/** The head of a segment. */
export interface SegmentHead {
  readonly epoch: number;
  /** Number of the first event. */
  readonly first: number;
  /** End of the previous epoch if nothing of it was lost; only in the first segment of an epoch. */
  readonly previous: Place | undefined;
  readonly startedMs: number;
}

/** A start point for reading: the batch at `offset` starts with event `number`. */
export interface Mark {
  readonly number: number;
  readonly offset: number;
}

/**
 * The side file of a sealed segment: offsets by transaction. Only its head is in memory. `segment-index.ts` has its
 * fields.
 */
export interface SegmentIndex {
  /** Entries before the end of each bucket. */
  readonly ends: Uint32Array;
  readonly checksums: Uint32Array;
  /** Offset of the entries in the file. */
  readonly entriesAt: number;
  readonly fileBytes: number;
}

const namePattern = /^(\d{15})-(\d{15})\.seg$/;
const digits = (value: number) => String(value).padStart(15, '0');

/** Returns the file name of a segment; names sort by epoch and number. */
export const segmentName = (epoch: number, first: number) => `${digits(epoch)}-${digits(first)}.seg`;

/** Parses a file name; undefined if it is not a segment. */
export function parseSegmentName(name: string): { epoch: number; first: number } | undefined {
  const match = namePattern.exec(name);
  return match === null ? undefined : { epoch: Number(match[1]), first: Number(match[2]) };
}

/** Returns the path of a segment's side file. */
export const indexPathOf = (segmentPath: string) => `${segmentPath.slice(0, -'.seg'.length)}.index`;

/** Encodes a segment's head as a record. */
export function headRecord({ epoch, first, previous, startedMs }: SegmentHead): Uint8Array {
  const { epoch: previousEpoch, number: previousNumber } = previous ?? { epoch: 0, number: 0 };
  const body = segmentHead.encode({ epoch, first, previousEpoch, previousNumber, startedMs });
  return recordOf(recordKinds.head, body);
}

/** Decodes the body of a segment's head. */
export function readHead(body: Uint8Array): SegmentHead {
  const { epoch, first, previousEpoch, previousNumber, startedMs } = segmentHead.decode(body);
  const previous = previousEpoch === 0 ? undefined : { epoch: previousEpoch, number: previousNumber };
  return { epoch, first, previous, startedMs };
}

/**
 * Writes a durable segment without events.
 * @returns the segment and its file, open for writing. If it rejects, nothing is left, as far as the disk allows
 */
export async function createSegment(
  disk: Disk,
  directory: string,
  head: SegmentHead,
  snapshot: StateSnapshot,
): Promise<{ segment: Segment; file: DiskFile }> {
  const path = join(directory, segmentName(head.epoch, head.first));
  const parts = [headRecord(head), ...keyframeParts(snapshot)];
  let file: DiskFile | undefined;
  try {
    file = await disk.open(path, 'new');
    let bytes = 0;
    for (const part of parts) {
      await file.write(part, bytes);
      bytes += part.length;
    }
    await file.sync();
    await disk.syncDirectory(directory);
    const segment = { path, head, bytes, last: head.first - 1, marks: [], index: undefined, newestMs: head.startedMs };
    return { segment, file };
  } catch (cause) {
    await file?.close().catch(() => undefined);
    await disk.remove(path).catch(() => undefined);
    throw cause;
  }
}

const chunkBytes = 256 * 1024;

/**
 * Reads records from `offset` to `end`, or to the first damaged or incomplete one. A body is valid until the next read.
 */
export async function* recordsOf(
  file: DiskFile,
  offset: number,
  end: number,
): AsyncGenerator<RecordView & { offset: number }> {
  let buffer = new Uint8Array(0);
  let start = offset;
  let at = offset;

  /** Returns whether `count` bytes from `at` are in the buffer. */
  async function hasBytes(count: number): Promise<boolean> {
    if (at + count > end) return false;
    if (at + count <= start + buffer.length) return true;
    const next = new Uint8Array(Math.min(end - at, Math.max(count, chunkBytes)));
    buffer = next.subarray(0, await file.read(next, at));
    start = at;
    return buffer.length >= count;
  }
  for (;;) {
    if (!(await hasBytes(recordOverhead))) return;
    if (!(await hasBytes(recordLengthAt(buffer, at - start)))) return;
    const record = readRecord(buffer, at - start);
    if (record === undefined) return;
    const next = start + record.next;
    yield { kind: record.kind, body: record.body, offset: at, next };
    at = next;
  }
}

/** Reads the bodies of the undamaged batches at these offsets. */
export async function batchesAt(disk: Disk, path: string, offsets: readonly number[]): Promise<Uint8Array[]> {
  if (offsets.length === 0) return [];
  return withFile(disk, path, 'read', async (file) => {
    const end = await file.size();
    const bodies: Uint8Array[] = [];
    for (const offset of offsets) {
      const start = new Uint8Array(8);
      if ((await file.read(start, offset)) < start.length) continue;
      const length = recordLengthAt(start, 0);
      if (offset + length > end) continue;
      const bytes = new Uint8Array(length);
      const record = (await file.read(bytes, offset)) === length ? readRecord(bytes, 0) : undefined;
      if (record?.kind === recordKinds.batch) bodies.push(record.body);
    }
    return bodies;
  });
}
