import { join } from 'node:path';
import { ByteReader, ByteWriter } from '@glassblock/primitives';
import type { Disk, DiskFile } from './disk.ts';
import { withFile } from './disk.ts';
import type { Place } from './events.ts';
import { keyframeParts } from './keyframe-bytes.ts';
import type { StateSnapshot } from './live-state.ts';
import { type RecordView, readRecord, recordKinds, recordLengthAt, recordOf, recordOverhead } from './record.ts';

/** A file of events of one epoch: a head, a keyframe of the state before its first event, then batches. */
export interface Segment {
  readonly path: string;
  readonly head: SegmentHead;
  /** Bytes that are on the disk for certain and whole. */
  bytes: number;
  /** Number of the last event in them; one below the first when there is none. */
  last: number;
  /** Places to begin reading at, oldest first. */
  marks: Mark[];
  /** Side file of a sealed segment; without it the segment is read from front to back. */
  index: SegmentIndex | undefined;
  /** When the last event was written, at the latest: milliseconds since 1970. */
  newestMs: number;
}

/** Body: epoch 8, first 8, epoch before 8 (0 when its end is not known), its last number 8, milliseconds since 1970 8. */
export interface SegmentHead {
  readonly epoch: number;
  /** Number of the first event. */
  readonly first: number;
  /** Where the epoch before ended, when nothing of it was lost; only in an epoch's first segment. */
  readonly previous: Place | undefined;
  readonly startedMs: number;
}

/** Where to begin reading: the batch at `offset` begins with event `number`. */
export interface Mark {
  readonly number: number;
  readonly offset: number;
}

/** A sealed segment's side file: which transactions it tells of and where. In memory is the head only.
 *
 *      head    a record: last 8, bytes 8, newest ms 8, epoch before 8, its last number 8, started ms 8, marks 4,
 *              entries 4, marks (number 8, offset 4), buckets (256 times: end 4, checksum 4)
 *      entries first 8 bytes of the txid, batch offset 4; sorted; in buckets by their first byte */
export interface SegmentIndex {
  /** Entries before the end of each bucket. */
  readonly ends: Uint32Array;
  readonly checksums: Uint32Array;
  /** Where the entries begin in the file. */
  readonly entriesAt: number;
  readonly fileBytes: number;
}

const namePattern = /^(\d{15})-(\d{15})\.seg$/;
const digits = (value: number) => String(value).padStart(15, '0');

/** Names sort as epochs and numbers do. */
export const segmentName = (epoch: number, first: number) => `${digits(epoch)}-${digits(first)}.seg`;

/** @returns undefined for a file that is no segment */
export function parseSegmentName(name: string): { epoch: number; first: number } | undefined {
  const match = namePattern.exec(name);
  return match === null ? undefined : { epoch: Number(match[1]), first: Number(match[2]) };
}

export const indexPathOf = (segmentPath: string) => `${segmentPath.slice(0, -'.seg'.length)}.index`;

export function headRecord({ epoch, first, previous, startedMs }: SegmentHead): Uint8Array {
  const before = previous ?? { epoch: 0, number: 0 };
  const body = new ByteWriter(40).u64(epoch).u64(first).u64(before.epoch).u64(before.number).u64(startedMs);
  return recordOf(recordKinds.head, body.finish());
}

export function readHead(body: Uint8Array): SegmentHead {
  const reader = new ByteReader(body);
  const epoch = reader.u64();
  const first = reader.u64();
  const before = { epoch: reader.u64(), number: reader.u64() };
  return { epoch, first, previous: before.epoch === 0 ? undefined : before, startedMs: reader.u64() };
}

/** Writes a segment without events and makes it durable.
 *  @returns the segment and its file, open for writing; nothing is left when it rejects, if the disk allows */
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

/** Records from `offset` until `end`, the first damaged or the torn one. A body is good until the next is asked for. */
export async function* recordsOf(
  file: DiskFile,
  offset: number,
  end: number,
): AsyncGenerator<RecordView & { offset: number }> {
  let buffer = new Uint8Array(0);
  let start = offset;
  let at = offset;

  /** True when `count` bytes from `at` are in the buffer. */
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

/** Bodies of the undamaged batches that begin at these offsets. */
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
