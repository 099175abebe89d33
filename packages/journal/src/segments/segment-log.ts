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
  /** Returns the time of the newest connected block, Unix milliseconds; undefined while none is known. */
  readonly tipMs: () => number | undefined;
  /** As in `DiskJournalOptions`. */
  readonly maxBytes: number;
  readonly retentionDays: number;
  readonly segmentBytes: number;
  readonly segmentFacts: number;
}

const dayMs = 86_400_000;
/** Offsets in a segment have 32 bits. */
const maxSegmentBytes = 1 << 30;
const keyframeRowBytes = 48;
/** Share of the segments that a start may drop because of their age. */
const maxDroppedShare = 1 / 4;
/** Further segments that may be dropped because of their age with each new one. */
const droppedPerSegment = 2;

/** The segment that is open for writing. */
interface OpenSegment {
  readonly segment: Segment;
  readonly file: DiskFile;
  /** Transactions in its batches. */
  readonly prefixes: PrefixBuckets;
  /** Bytes before the first batch. */
  readonly startBytes: number;
}

/**
 * The files of a journal: one open for writing, or none after a failure, and sealed ones before it. Its methods run one
 * at a time and reject with system errors unless stated otherwise.
 */
export class SegmentLog {
  private readonly options: SegmentLogOptions;
  private readonly all: Segment[];
  /** Segments that may still be dropped because of their age. */
  private ageBudget: number;
  private current: OpenSegment | undefined;

  /** @param segments of the directory, oldest first */
  constructor(options: SegmentLogOptions, segments: Segment[]) {
    this.options = options;
    this.all = segments;
    this.ageBudget = Math.max(1, Math.floor(segments.length * maxDroppedShare));
  }

  /** Oldest first. */
  get segments(): readonly Segment[] {
    return this.all;
  }

  get isOpen(): boolean {
    return this.current !== undefined;
  }

  /** Bytes of segments and side files. */
  get bytes(): number {
    return this.all.reduce((sum, segment) => sum + bytesOf(segment), 0);
  }

  /** Place of the last event on disk; undefined without segments. */
  get end(): Place | undefined {
    const newest = this.all.at(-1);
    return newest === undefined ? undefined : endOf(newest);
  }

  /** Continues writing to the newest segment, whose batches are known. */
  async goOn(prefixes: PrefixBuckets, startBytes: number): Promise<void> {
    const segment = this.all.at(-1)!;
    const file = await this.options.disk.open(segment.path, 'write');
    this.current = { segment, file, prefixes, startBytes };
  }

  /** Creates a durable segment after the newest, with the state at its start, and seals the previous one. */
  async begin(head: Omit<SegmentHead, 'startedMs'>, snapshot: StateSnapshot): Promise<void> {
    const { disk, directory, nowMs } = this.options;
    const before = this.current;
    const startedMs = Math.floor(nowMs());
    const { segment, file } = await createSegment(disk, directory, { ...head, startedMs }, snapshot);
    this.all.push(segment);
    this.current = { segment, file, prefixes: new PrefixBuckets(), startBytes: segment.bytes };
    if (before === undefined) return;
    this.ageBudget += droppedPerSegment;
    await before.file.close().catch(() => undefined);
    await sealIfPossible(disk, before.segment, before.prefixes);
  }

  /** Returns whether the segment should be sealed after so many more bytes, up to event `newest`. */
  isFull(moreBytes: number, newest: Place, mempoolCount: number): boolean {
    const { nowMs, retentionDays, segmentFacts } = this.options;
    const { segment, startBytes } = this.opened();
    const bytes = segment.bytes + moreBytes - startBytes;
    // each segment starts with a keyframe: sealing bounds the replay at start and the size of the dropped part
    const isOld = nowMs() - segment.head.startedMs > (retentionDays / 30) * dayMs;
    const count = newest.number + 1 - segment.head.first;
    const segmentBytes = Math.min(this.options.segmentBytes, maxSegmentBytes);
    // keyframes never exceed a fifth
    return isOld || count >= segmentFacts || bytes >= Math.max(segmentBytes, 4 * keyframeRowBytes * mempoolCount);
  }

  /** Makes facts durable, up to event `newest`. They are complete once it resolves. */
  async write(facts: PendingFacts, newest: Place): Promise<void> {
    const { segment, file, prefixes } = this.opened();
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
    segment.newestMs = this.options.nowMs();
  }

  /**
   * Seals segments left unsealed by an earlier run or failure, and drops empty ones and the oldest beyond the maximum.
   * Operations that the disk refuses are retried later.
   */
  async tidy(known?: { segment: Segment | undefined; prefixes: PrefixBuckets }): Promise<void> {
    const { disk } = this.options;
    for (const segment of this.all.slice(0, -1)) {
      if (segment.index !== undefined) continue;
      if (segment.last < segment.head.first) await this.drop(segment);
      else await sealIfPossible(disk, segment, segment === known?.segment ? known.prefixes : undefined);
    }
    await this.dropOldest();
  }

  /** Returns offsets of the batches with a transaction in the open segment; undefined for another segment. */
  openOffsets(segment: Segment, txid: Txid): number[] | undefined {
    const { current } = this;
    return segment === current?.segment ? current.prefixes.offsetsOf(txid, segment.bytes) : undefined;
  }

  /** Closes the file after a failure and truncates data that are not certainly on disk, as far as the disk allows. */
  async release(): Promise<void> {
    const given = this.takeOpen();
    await given?.file.truncate(given.segment.bytes).catch(() => undefined);
    await given?.file.close().catch(() => undefined);
  }

  /**
   * Closes the file after the last write.
   * @returns the identity that distinguishes it from a copy; undefined if none is open
   */
  async close(): Promise<string | undefined> {
    const given = this.takeOpen();
    const identity = await given?.file.identity();
    await given?.file.close();
    return identity;
  }

  private opened(): OpenSegment {
    if (this.current === undefined) throw new Error('no segment is open');
    return this.current;
  }

  /** Returns the open segment; none is open afterwards. */
  private takeOpen(): OpenSegment | undefined {
    const { current } = this;
    this.current = undefined;
    return current;
  }

  /**
   * Removes a segment.
   * @returns false if the disk refuses
   */
  private async drop(segment: Segment): Promise<boolean> {
    if (!(await removeSegment(this.options.disk, segment.path))) return false;
    this.all.splice(this.all.indexOf(segment), 1);
    return true;
  }

  /**
   * Drops the oldest segments beyond the maximum of bytes or days. Age is measured at the newest block, as far as the
   * clock has reached it, and few segments are dropped for their age at a time: a wrong clock must not erase the journal.
   */
  private async dropOldest(): Promise<void> {
    const { maxBytes, retentionDays, nowMs, tipMs } = this.options;
    const confirmedMs = Math.min(nowMs(), tipMs() ?? 0);
    for (let total = this.bytes; this.all.length > 1; ) {
      const oldest = this.all[0]!;
      if (total <= maxBytes) {
        if (oldest.newestMs >= confirmedMs - retentionDays * dayMs || this.ageBudget <= 0) return;
        this.ageBudget--;
      }
      total -= bytesOf(oldest);
      if (!(await this.drop(oldest))) return;
    }
  }
}

const bytesOf = ({ bytes, index }: Segment): number => bytes + (index?.fileBytes ?? 0);
