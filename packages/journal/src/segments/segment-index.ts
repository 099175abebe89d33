import { setImmediate as nextTurn } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { concatBytes } from '@glassblock/primitives';
import { array, bytes as bytesOf, listOf, record, u32, u64 } from '@glassblock/primitives/records';
import { readBatch } from '../codecs/batch-bytes.ts';
import { PrefixBuckets, type PrefixList } from '../codecs/prefix-list.ts';
import { readRecord, recordKinds, recordLengthAt, recordOf } from '../codecs/record.ts';
import { type Disk, isMissing, withFile, writeWhole } from '../disk/disk.ts';
import { indexPathOf, type Mark, recordsOf, type Segment } from './segment.ts';

const bucketCount = 256;

/** Body of the record that a side file begins with; the entries of all buckets follow it. */
export const segmentIndex = record({
  /** Number of the last event. */
  last: u64,
  /** Bytes of the segment. */
  bytes: u64,
  /** Time of the last event, Unix milliseconds. */
  newestMs: u64,
  /** As in the segment's head. */
  previousEpoch: u64,
  previousNumber: u64,
  startedMs: u64,
  markCount: u32,
  entryCount: u32,
  /** Start points for reading: the offset of a batch and the number of its first event. */
  marks: listOf(({ markCount }: { markCount: number }) => markCount, record({ number: u64, offset: u32 })),
  /** By the first byte of a txid: entries before the end of the bucket, CRC-32 of its entries. */
  buckets: array(bucketCount, record({ end: u32, checksum: u32 })),
});

const prefix = bytesOf(8);

/**
 * An entry of a side file, in buckets by the first byte, sorted. A segment can have a million entries: they are written
 * and searched in place, with the widths of these fields.
 */
export const indexEntry = record({
  /** First 8 bytes of a txid. */
  prefix,
  /** Offset of the batch. */
  offset: u32,
});
const entryBytes = indexEntry.minBytes;
const prefixBytes = prefix.minBytes;
/** Bytes between two marks. */
const markDistance = 64 * 1024;

/** Adds a batch as a start point if the last one is far enough away. */
export function addMark({ marks }: Segment, mark: Mark): void {
  const last = marks.at(-1);
  if (last === undefined || mark.offset - last.offset >= markDistance) marks.push(mark);
}

/**
 * Writes the side file of a sealed segment atomically and sets the segment's index.
 * @param prefixes of all its batches, by their offsets
 */
export async function writeIndex(disk: Disk, segment: Segment, prefixes: PrefixBuckets): Promise<void> {
  const ends = new Uint32Array(bucketCount);
  const checksums = new Uint32Array(bucketCount);
  const entries: Uint8Array[] = [];
  let count = 0;
  for (const [bucket, list] of prefixes.buckets.entries()) {
    const bytes = entriesOf(list);
    entries.push(bytes);
    count += list.length;
    ends[bucket] = count;
    checksums[bucket] = crc32(bytes);
    // a segment can have a million entries: yield to the event loop
    if (bucket % 16 === 15) await nextTurn();
  }
  const { last, bytes, newestMs, head, marks } = segment;
  const previous = head.previous ?? { epoch: 0, number: 0 };
  const body = segmentIndex.encode({
    last,
    bytes,
    newestMs: Math.floor(newestMs),
    previousEpoch: previous.epoch,
    previousNumber: previous.number,
    startedMs: head.startedMs,
    markCount: marks.length,
    entryCount: count,
    marks,
    buckets: Array.from(ends, (end, bucket) => ({ end, checksum: checksums[bucket]! })),
  });
  const start = recordOf(recordKinds.index, body);
  const joined = concatBytes(...entries);
  await writeWhole(disk, indexPathOf(segment.path), [start, joined]);
  const fileBytes = start.length + joined.length;
  segment.index = { ends, checksums, entriesAt: start.length, fileBytes };
}

/** Encodes a bucket of the side file. */
function entriesOf(list: PrefixList): Uint8Array {
  const bytes = new Uint8Array(entryBytes * list.length);
  const view = new DataView(bytes.buffer);
  for (const [place, entry] of list.sorted().entries()) {
    bytes.set(list.prefixes.subarray(prefixBytes * entry, prefixBytes * (entry + 1)), entryBytes * place);
    view.setUint32(entryBytes * place + prefixBytes, list.offsets[entry]!, true);
  }
  return bytes;
}

/** Loads a sealed segment from its side file; undefined if that is missing, incomplete or damaged. */
export async function loadIndexed(
  disk: Disk,
  path: string,
  name: { epoch: number; first: number },
): Promise<Segment | undefined> {
  try {
    return await withFile(disk, indexPathOf(path), 'read', async (file) => {
      const size = await file.size();
      const beginning = new Uint8Array(8);
      if ((await file.read(beginning, 0)) < beginning.length) return undefined;
      const bytes = new Uint8Array(Math.min(recordLengthAt(beginning, 0), size));
      await file.read(bytes, 0);
      const start = readRecord(bytes, 0);
      if (start?.kind !== recordKinds.index) return undefined;
      const { previousEpoch, previousNumber, startedMs, entryCount, buckets, ...known } = segmentIndex.decode(
        start.body,
      );
      if (size !== start.next + entryBytes * entryCount) return undefined;
      const previous = previousEpoch === 0 ? undefined : { epoch: previousEpoch, number: previousNumber };
      const ends = Uint32Array.from(buckets, ({ end }) => end);
      const checksums = Uint32Array.from(buckets, ({ checksum }) => checksum);
      return {
        path,
        head: { ...name, previous, startedMs },
        bytes: known.bytes,
        last: known.last,
        newestMs: known.newestMs,
        marks: known.marks,
        index: { ends, checksums, entriesAt: start.next, fileBytes: size },
      };
    });
  } catch (cause) {
    if (isMissing(cause)) return undefined;
    throw cause;
  }
}

/**
 * Returns offsets of the batches that may contain a transaction, ascending; undefined if the side file cannot be read.
 */
export async function indexedOffsets(disk: Disk, segment: Segment, txid: Uint8Array): Promise<number[] | undefined> {
  const { index } = segment;
  if (index === undefined) return undefined;
  const bucket = txid[0]!;
  const start = index.ends[bucket - 1] ?? 0;
  const count = index.ends[bucket]! - start;
  if (count === 0) return [];
  const entries = new Uint8Array(entryBytes * count);
  const position = index.entriesAt + entryBytes * start;
  const read = await withFile(disk, indexPathOf(segment.path), 'read', (file) => file.read(entries, position)).catch(
    (cause: unknown) => {
      if (isMissing(cause)) return 0;
      throw cause;
    },
  );
  if (read < entries.length || crc32(entries) !== index.checksums[bucket]) return undefined;
  const view = new DataView(entries.buffer);
  const order = (place: number) => {
    for (let i = 0; i < prefixBytes; i++) {
      const difference = entries[entryBytes * place + i]! - txid[i]!;
      if (difference !== 0) return difference;
    }
    return 0;
  };
  let low = 0;
  for (let high = count; low < high; ) {
    const middle = (low + high) >>> 1;
    if (order(middle) < 0) low = middle + 1;
    else high = middle;
  }
  const offsets: number[] = [];
  for (let place = low; place < count && order(place) === 0; place++) {
    const offset = view.getUint32(entryBytes * place + prefixBytes, true);
    if (offsets.at(-1) !== offset) offsets.push(offset);
  }
  return offsets;
}

/**
 * Reads the complete batches of a segment up to `segment.bytes` and adds its marks.
 * @returns the transactions in them
 */
export async function noteBatches(disk: Disk, segment: Segment): Promise<PrefixBuckets> {
  const prefixes = new PrefixBuckets();
  segment.marks = [];
  await withFile(disk, segment.path, 'read', async (file) => {
    for await (const { kind, body, offset } of recordsOf(file, 0, segment.bytes)) {
      if (kind === recordKinds.batch) noteBatch(segment, prefixes, readBatch(body), offset);
    }
  });
  return prefixes;
}

/** Adds a batch that was read at `offset`. */
export function noteBatch(
  segment: Segment,
  prefixes: PrefixBuckets,
  { first, facts }: ReturnType<typeof readBatch>,
  offset: number,
): void {
  addMark(segment, { number: first, offset });
  for (const fact of facts) {
    if ('txid' in fact) prefixes.add(fact.txid, offset);
  }
}
