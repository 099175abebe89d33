import type { Txid } from '@glassblock/primitives';
import type { PendingFacts } from '../codecs/batch-bytes.ts';
import { PrefixBuckets } from '../codecs/prefix-list.ts';
import type { Disk, DiskFile } from '../disk/disk.ts';
import { removeSegment, sealIfPossible } from '../disk/recovery.ts';
import type { Place } from '../events.ts';
import type { StateSnapshot } from '../live-state.ts';
import { createSegment, type Segment, type SegmentHead } from './segment.ts';
import { addMark } from './segment-index.ts';
import { endOf } from './segment-reading.ts';

/** Options of a segment log. */
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

/**
 * The files of a journal: one open for writing, or none after a failure, and sealed ones before it. Its methods run one
 * at
 * a time and reject with system errors unless stated otherwise.
 */
export interface SegmentLog {
  /** Oldest first. */
  readonly segments: readonly Segment[];
  readonly isOpen: boolean;
  /** Bytes of segments and side files. */
  readonly bytes: number;
  /** Place of the last event on disk; undefined without segments. */
  readonly end: Place | undefined;
  /** Continues writing to the newest segment, whose batches are known. */
  goOn(prefixes: PrefixBuckets, startBytes: number): Promise<void>;
  /** Creates a durable segment after the newest, with the state at its start, and seals the previous one. */
  begin(head: Omit<SegmentHead, 'startedMs'>, snapshot: StateSnapshot): Promise<void>;
  /** Returns whether the segment should be sealed after so many more bytes, up to event `newest`. */
  isFull(moreBytes: number, newest: Place, mempoolCount: number): boolean;
  /** Makes facts durable, up to event `newest`. They are complete once it resolves. */
  write(facts: PendingFacts, newest: Place): Promise<void>;
  /**
   * Seals segments left unsealed by an earlier run or failure, and drops empty ones and the oldest beyond the maximum.
   * Operations that the disk refuses are retried later.
   */
  tidy(known?: { segment: Segment | undefined; prefixes: PrefixBuckets }): Promise<void>;
  /** Returns offsets of the batches with a transaction in the open segment; undefined for another segment. */
  openOffsets(segment: Segment, txid: Txid): number[] | undefined;
  /** Closes the file after a failure and truncates what is not certainly on disk, as far as the disk allows. */
  letGo(): Promise<void>;
  /**
   * Closes the file after the last write.
   * @returns the identity that distinguishes it from a copy; undefined if none is open
   */
  close(): Promise<string | undefined>;
}

const dayMs = 86_400_000;
/** Offsets in a segment have 32 bits. */
const maxSegmentBytes = 1 << 30;
const keyframeRowBytes = 48;

/** Creates a log over the segments of a directory. */
export function createSegmentLog(options: SegmentLogOptions, segments: Segment[]): SegmentLog {
  const { disk, directory, nowMs, keptBytes, keptDays, segmentFacts } = options;
  const segmentBytes = Math.min(options.segmentBytes, maxSegmentBytes);

  let current:
    | {
        readonly segment: Segment;
        readonly file: DiskFile;
        /** Transactions in its batches. */
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

  /**
   * Removes a segment.
   * @returns false if the disk refuses
   */
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
    // each segment starts with a keyframe: sealing bounds the replay at start and the size of what is dropped
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
