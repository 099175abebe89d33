import type { Txid } from '@glassblock/primitives';
import type { PendingFacts } from './batch-bytes.ts';
import type { Disk, DiskFile } from './disk.ts';
import type { Place } from './events.ts';
import type { StateSnapshot } from './live-state.ts';
import { PrefixBuckets } from './prefix-list.ts';
import { removeSegment, sealIfPossible } from './recovery.ts';
import { createSegment, type Segment, type SegmentHead } from './segment.ts';
import { addMark } from './segment-index.ts';
import { endOf } from './segment-reading.ts';

export interface SegmentLogOptions {
  readonly disk: Disk;
  readonly directory: string;
  readonly nowMs: () => number;
  /** As in `DiskJournalOptions`. */
  readonly keptBytes: number;
  readonly keptDays: number;
  readonly segmentBytes: number;
  readonly segmentFacts: number;
}

/** The files of a journal: one that is written to, or none after trouble, and sealed ones before it. Its methods run one at a
 *  time and reject with the system's errors unless they say otherwise. */
export interface SegmentLog {
  /** Oldest first. */
  readonly segments: readonly Segment[];
  readonly isOpen: boolean;
  /** Of segments and side files. */
  readonly bytes: number;
  /** Place of the last event on the disk; undefined without segments. */
  readonly end: Place | undefined;
  /** Writes on in the newest segment, of whose batches everything is known. */
  goOn(prefixes: PrefixBuckets, startBytes: number): Promise<void>;
  /** Begins a durable segment behind the newest, with the state at its start; the one before is sealed. */
  begin(head: Omit<SegmentHead, 'startedMs'>, snapshot: StateSnapshot): Promise<void>;
  /** True when the segment should be the last of its kind with so many bytes more, the last of them event `newest`. */
  isFull(moreBytes: number, newest: Place, mempoolCount: number): boolean;
  /** Makes facts durable, the last of them event `newest`. They are there as a whole once it resolves. */
  write(facts: PendingFacts, newest: Place): Promise<void>;
  /** Seals what an earlier run or trouble left unsealed, drops what is empty, and the oldest as far as the caps ask for it.
   *  What the disk refuses is tried again at another time. */
  tidy(known?: { segment: Segment | undefined; prefixes: PrefixBuckets }): Promise<void>;
  /** Offsets of the batches about a transaction, in the segment that is written to; undefined in another. */
  openOffsets(segment: Segment, txid: Txid): number[] | undefined;
  /** Lets the file go after trouble. What is not on the disk for certain is taken off it, as far as the disk lets us. */
  letGo(): Promise<void>;
  /** Lets the file go after the last write.   @returns what tells it from a copy; undefined when none is open */
  close(): Promise<string | undefined>;
}

const dayMs = 86_400_000;
/** Offsets in a segment have 32 bits. */
const maxSegmentBytes = 1 << 30;
const keyframeRowBytes = 48;

/** Takes over what a directory holds. */
export function createSegmentLog(options: SegmentLogOptions, segments: Segment[]): SegmentLog {
  const { disk, directory, nowMs, keptBytes, keptDays, segmentFacts } = options;
  const segmentBytes = Math.min(options.segmentBytes, maxSegmentBytes);

  let current:
    | {
        readonly segment: Segment;
        readonly file: DiskFile;
        /** Transactions that its batches tell of. */
        readonly prefixes: PrefixBuckets;
        /** Bytes before the first batch. */
        readonly startBytes: number;
      }
    | undefined;

  function opened() {
    if (current === undefined) throw new Error('no segment is open');
    return current;
  }
  const bytesOf = ({ bytes, index }: Segment) => bytes + (index?.fileBytes ?? 0);
  const totalBytes = () => segments.reduce((sum, segment) => sum + bytesOf(segment), 0);

  /** @returns false when the disk refuses */
  async function drop(segment: Segment): Promise<boolean> {
    if (!(await removeSegment(disk, segment.path))) return false;
    segments.splice(segments.indexOf(segment), 1);
    return true;
  }
  async function dropOldest(): Promise<void> {
    for (let total = totalBytes(); segments.length > 1; ) {
      const oldest = segments[0]!;
      if (total <= keptBytes && oldest.newestMs >= nowMs() - keptDays * dayMs) return;
      total -= bytesOf(oldest);
      if (!(await drop(oldest))) return;
    }
  }

  return {
    segments,
    get isOpen() {
      return current !== undefined;
    },
    get bytes() {
      return totalBytes();
    },
    get end() {
      const newest = segments.at(-1);
      return newest === undefined ? undefined : endOf(newest);
    },
    async goOn(prefixes, startBytes) {
      const segment = segments.at(-1)!;
      current = { segment, file: await disk.open(segment.path, 'write'), prefixes, startBytes };
    },
    async begin(head, snapshot) {
      const before = current;
      const startedMs = Math.floor(nowMs());
      const { segment, file } = await createSegment(disk, directory, { ...head, startedMs }, snapshot);
      segments.push(segment);
      current = { segment, file, prefixes: new PrefixBuckets(), startBytes: segment.bytes };
      if (before === undefined) return;
      await before.file.close().catch(() => undefined);
      await sealIfPossible(disk, before.segment, before.prefixes);
    },
    // a keyframe begins each segment: sealing one bounds both what a start replays and what is dropped at once
    isFull(moreBytes, newest, mempoolCount) {
      const { segment, startBytes } = opened();
      const bytes = segment.bytes + moreBytes - startBytes;
      const isOld = nowMs() - segment.head.startedMs > (keptDays / 30) * dayMs;
      const count = newest.number + 1 - segment.head.first;
      // keyframes never take more than a fifth
      return isOld || count >= segmentFacts || bytes >= Math.max(segmentBytes, 4 * keyframeRowBytes * mempoolCount);
    },
    async write(facts, newest) {
      const { segment, file, prefixes } = opened();
      const { records, firsts, ...published } = facts.finish();
      let at = segment.bytes;
      for (const record of records) {
        await file.write(record, at);
        at += record.length;
      }
      await file.sync();
      let offset = segment.bytes;
      for (const [i, record] of records.entries()) {
        addMark(segment, { number: firsts[i]!, offset });
        offset += record.length;
      }
      prefixes.addAll(published.prefixes, segment.bytes);
      segment.bytes = at;
      segment.last = newest.number;
      segment.newestMs = nowMs();
    },
    async tidy(known) {
      for (const segment of segments.slice(0, -1)) {
        if (segment.index !== undefined) continue;
        if (segment.last < segment.head.first) await drop(segment);
        else await sealIfPossible(disk, segment, segment === known?.segment ? known.prefixes : undefined);
      }
      await dropOldest();
    },
    openOffsets: (segment, txid) =>
      segment === current?.segment ? current.prefixes.offsetsOf(txid, segment.bytes) : undefined,
    async letGo() {
      const given = current;
      current = undefined;
      await given?.file.truncate(given.segment.bytes).catch(() => undefined);
      await given?.file.close().catch(() => undefined);
    },
    async close() {
      const given = current;
      current = undefined;
      const identity = await given?.file.identity();
      await given?.file.close();
      return identity;
    },
  };
}
