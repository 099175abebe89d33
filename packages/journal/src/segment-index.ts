import { crc32 } from 'node:zlib';
import { ByteReader, ByteWriter, concatBytes } from '@glassblock/primitives';
import { readBatch } from './batch-bytes.ts';
import { type Disk, isMissing, withFile, writeWhole } from './disk.ts';
import { PrefixBuckets, type PrefixList } from './prefix-list.ts';
import { readRecord, recordKinds, recordLengthAt, recordOf } from './record.ts';
import { indexPathOf, type Mark, recordsOf, type Segment } from './segment.ts';

const buckets = 256;
const entryBytes = 12;
/** Bytes between two marks. */
const markDistance = 64 * 1024;

/** Notes a batch as a place to begin at, when the last such place is far enough away. */
export function addMark({ marks }: Segment, mark: Mark): void {
  const last = marks.at(-1);
  if (last === undefined || mark.offset - last.offset >= markDistance) marks.push(mark);
}

/** Writes a sealed segment's side file whole or not at all, and hands its head to the segment.
 *  @param prefixes  of all its batches, by their offsets */
export async function writeIndex(disk: Disk, segment: Segment, prefixes: PrefixBuckets): Promise<void> {
  const ends = new Uint32Array(buckets);
  const checksums = new Uint32Array(buckets);
  const entries: Uint8Array[] = [];
  let count = 0;
  for (const [bucket, list] of prefixes.buckets.entries()) {
    const bytes = entriesOf(list);
    entries.push(bytes);
    count += list.length;
    ends[bucket] = count;
    checksums[bucket] = crc32(bytes);
    // a segment can hold a million: others want their turn
    if (bucket % 16 === 15) await nextTurn();
  }
  const { last, bytes, newestMs, head, marks } = segment;
  const previous = head.previous ?? { epoch: 0, number: 0 };
  const body = new ByteWriter(4096).u64(last).u64(bytes).u64(Math.floor(newestMs));
  body.u64(previous.epoch).u64(previous.number).u64(head.startedMs).u32(marks.length).u32(count);
  for (const { number, offset } of marks) body.u64(number).u32(offset);
  for (let bucket = 0; bucket < buckets; bucket++) body.u32(ends[bucket]!).u32(checksums[bucket]!);
  const record = recordOf(recordKinds.index, body.finish());
  const joined = concatBytes(...entries);
  await writeWhole(disk, indexPathOf(segment.path), [record, joined]);
  const fileBytes = record.length + joined.length;
  segment.index = { ends, checksums, entriesAt: record.length, fileBytes };
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A bucket as it is in the side file. */
function entriesOf(list: PrefixList): Uint8Array {
  const bytes = new Uint8Array(entryBytes * list.length);
  const view = new DataView(bytes.buffer);
  for (const [place, entry] of list.sorted().entries()) {
    bytes.set(list.prefixes.subarray(8 * entry, 8 * entry + 8), entryBytes * place);
    view.setUint32(entryBytes * place + 8, list.offsets[entry]!, true);
  }
  return bytes;
}

/** A sealed segment as its side file tells of it.   @returns undefined when that is missing, torn or damaged */
export async function loadIndexed(
  disk: Disk,
  path: string,
  name: { epoch: number; first: number },
): Promise<Segment | undefined> {
  try {
    return await withFile(disk, indexPathOf(path), 'read', async (file) => {
      const size = await file.size();
      const start = new Uint8Array(8);
      if ((await file.read(start, 0)) < start.length) return undefined;
      const bytes = new Uint8Array(Math.min(recordLengthAt(start, 0), size));
      await file.read(bytes, 0);
      const record = readRecord(bytes, 0);
      if (record?.kind !== recordKinds.index) return undefined;
      const reader = new ByteReader(record.body);
      const [last, end, newestMs, epochBefore, lastBefore, startedMs] = Array.from({ length: 6 }, () => reader.u64());
      const markCount = reader.u32();
      const entryCount = reader.u32();
      const marks = Array.from({ length: markCount }, () => ({ number: reader.u64(), offset: reader.u32() }));
      const ends = new Uint32Array(buckets);
      const checksums = new Uint32Array(buckets);
      for (let bucket = 0; bucket < buckets; bucket++) {
        ends[bucket] = reader.u32();
        checksums[bucket] = reader.u32();
      }
      if (size !== record.next + entryBytes * entryCount) return undefined;
      const previous = epochBefore === 0 ? undefined : { epoch: epochBefore!, number: lastBefore! };
      return {
        path,
        head: { ...name, previous, startedMs: startedMs! },
        bytes: end!,
        last: last!,
        newestMs: newestMs!,
        marks,
        index: { ends, checksums, entriesAt: record.next, fileBytes: size },
      };
    });
  } catch (cause) {
    if (isMissing(cause)) return undefined;
    throw cause;
  }
}

/** Offsets of the batches that may tell of a transaction, rising.   @returns undefined when the side file cannot say */
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
    for (let i = 0; i < 8; i++) {
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
    const offset = view.getUint32(entryBytes * place + 8, true);
    if (offsets.at(-1) !== offset) offsets.push(offset);
  }
  return offsets;
}

/** Reads a segment's batches up to `segment.bytes`, as far as they are whole, and marks them.
 *  @returns the transactions that they tell of */
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

/** Notes a batch that was read at `offset`. */
export function noteBatch(
  segment: Segment,
  prefixes: PrefixBuckets,
  { first, facts }: ReturnType<typeof readBatch>,
  offset: number,
): void {
  addMark(segment, { number: first, offset });
  for (const fact of facts) {
    if (fact.type === 'tx-added' || fact.type === 'tx-removed') prefixes.add(fact.txid, offset);
  }
}
