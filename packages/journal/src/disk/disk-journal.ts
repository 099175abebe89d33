import { CodedError, type Txid } from '@glassblock/primitives';
import { createPendingFacts, type PendingFacts } from '../codecs/batch-bytes.ts';
import { checkFact } from '../codecs/fact-bytes.ts';
import { createEventWindow } from '../event-window.ts';
import { type EventId, eventId, type JournalEvent, type Place, parseEventId, type Reading } from '../events.ts';
import type { Journal } from '../journal.ts';
import { takeEpoch, writeCleanEnd } from '../segments/epoch-files.ts';
import type { Segment } from '../segments/segment.ts';
import { createSegmentLog } from '../segments/segment-log.ts';
import {
  comparePlaces,
  endOf,
  findInSegment,
  isAbout,
  readEvents,
  segmentsAfter,
} from '../segments/segment-reading.ts';
import { type Disk, diskError, errorText, isSystemError, systemDisk } from './disk.ts';
import { recover } from './recovery.ts';
import { createWorkQueue } from './work-queue.ts';

/** Options of a journal on disk. */
export interface DiskJournalOptions {
  /** Directory for the journal's exclusive use; created if missing. One process at a time. */
  directory: string;
  /** Unix milliseconds. New epochs are at least as large, which guards against a restored backup. */
  nowMs: () => number;
  /** Maximum bytes on disk; the oldest segments are removed. Default 2 GB. */
  keptBytes?: number;
  /** Maximum age of segments, days. Default 30. */
  keptDays?: number;
  /** Bytes of facts after which a segment is sealed; at least four keyframes. Default 32 MB. */
  segmentBytes?: number;
  /**
   * Facts after which a segment is sealed, which bounds the replay at start. Default 6 million, 30 s on a slow machine.
   */
  segmentFacts?: number;
  /** Events in memory for readers that are almost up to date. Default 50,000. */
  keptEvents?: number;
  /** Default: the file system. */
  disk?: Disk;
}

/** Figures of a journal for metrics. */
export interface JournalStats {
  readonly segments: number;
  /** Bytes of segments and their side files. */
  readonly bytes: number;
  /** Readers from this event on are served. */
  readonly oldest: EventId;
  /** Newest event that survives a power failure. */
  readonly durable: EventId | undefined;
  /** Events in memory. */
  readonly recentEvents: number;
  /** Bytes that are not written yet. */
  readonly pendingBytes: number;
}

/**
 * A journal whose facts survive the process up to the last `sync`. Only its promises wait for the disk. A disk failure
 * stops writing, not the journal: `failure` reports it, `recover` tries again.
 */
export interface DiskJournal extends Journal {
  /**
   * @throws {CodedError} journal.closed, and RangeError for a fact that cannot be stored, before anything is numbered
   */
  append: Journal['append'];
  /** Serves events in memory; after a gap use `readFrom`. */
  read: Journal['read'];
  /**
   * As `read`, but from disk for events that are not in memory, at most 10,000 per call.
   * @returns gap if events after `after` were dropped, lost or damaged. A reader of an older epoch continues if nothing
   * of it was lost.
   * @throws {CodedError} journal.bad-id, journal.disk
   */
  readFrom(after: EventId, limit?: number): Promise<Reading>;
  /**
   * Returns all stored events of a transaction, oldest first.
   * @throws {CodedError} journal.disk
   */
  find(txid: Txid): Promise<JournalEvent[]>;
  /**
   * Makes everything appended so far durable, except what an earlier failure lost. Call it once a second and at each
   * block.
   * Disk errors do not reject it.
   * @returns false if the disk refused, see `failure`
   */
  sync(): Promise<boolean>;
  /** Why nothing is stored at present, as a sentence for the operator; undefined without a failure. */
  readonly failure: string | undefined;
  /**
   * Calls back when `failure` changes.
   * @returns a function that unsubscribes
   */
  onError(listener: (failure: string | undefined) => void): () => void;
  /**
   * Tries the disk again after a failure, with a new epoch and a keyframe of the current state. Events in between are
   * not
   * stored. Disk errors do not reject it.
   * @returns true if it recovered
   */
  recover(): Promise<boolean>;
  /** Syncs and marks the end as clean, so that the next opening continues in the same epoch. No appends after this. */
  close(): Promise<void>;
  readonly stats: JournalStats;
}

const maxRead = 10_000;
/** A write starts at this size; a disk that is this far behind counts as refusing. */
const earlyWriteBytes = 1 << 20;
const maxPendingBytes = 64 << 20;

/**
 * Opens the journal of a directory and recovers it if necessary.
 * @throws {CodedError} journal.disk if it cannot be read or no epoch can be taken, journal.newer-format
 */
export async function openJournal(options: DiskJournalOptions): Promise<DiskJournal> {
  try {
    return await open(options);
  } catch (cause) {
    throw diskError(options.directory, cause);
  }
}

async function open(options: DiskJournalOptions): Promise<DiskJournal> {
  const { directory, nowMs, disk = systemDisk } = options;
  const { keptBytes = 2e9, keptDays = 30, keptEvents = 50_000 } = options;
  const { segmentBytes = 32 << 20, segmentFacts = 6_000_000 } = options;
  const recovered = await recover(disk, directory);
  const { state } = recovered;
  const caps = { keptBytes, keptDays, segmentBytes, segmentFacts };
  const log = createSegmentLog({ disk, directory, nowMs, ...caps }, recovered.segments);
  let { highestEpoch } = recovered;

  /** Facts that are not written yet; undefined after a failure. */
  let pending: PendingFacts | undefined;
  let failure: string | undefined;
  /**
   * Events that are missing on disk because of a failure, partly in memory: after one place, up to another once
   * recovered.
   */
  let hole: { after: Place; end: Place | undefined } | undefined;
  let isClosed = false;
  let isWriteDue = false;
  const queued = createWorkQueue();
  const appendListeners = new Set<() => void>();
  const errorListeners = new Set<(failure: string | undefined) => void>();

  function report(next: string | undefined): void {
    if (next === failure) return;
    failure = next;
    for (const listener of errorListeners) listener(failure);
  }
  async function takeNextEpoch(): Promise<number> {
    const epoch = Math.max(Math.floor(nowMs()), highestEpoch + 1);
    await takeEpoch(disk, directory, epoch);
    highestEpoch = epoch;
    return epoch;
  }
  /**
   * Stops writing and truncates what is not certainly on disk, as far as the disk allows.
   * @throws the cause, unless it is a file system error
   */
  async function giveUp(cause: unknown): Promise<void> {
    stopKeeping(cause);
    await log.letGo();
    if (!isSystemError(cause)) throw cause;
  }
  function stopKeeping(cause: unknown): void {
    hole = { after: hole?.after ?? log.end ?? window.oldest, end: undefined };
    pending = undefined;
    report(errorText(cause));
  }

  // ---- opening

  const start = recovered.isClean ? recovered.end : { epoch: await takeNextEpoch(), number: 0 };
  const window = createEventWindow(start, keptEvents);
  pending = createPendingFacts(start.number + 1);
  try {
    const before = log.segments.at(-1);
    if (recovered.isClean) await log.goOn(recovered.prefixes, recovered.startBytes);
    else await log.begin({ epoch: start.epoch, first: 1, previous: undefined }, state.snapshot());
    await log.tidy({ segment: before, prefixes: recovered.prefixes });
  } catch (cause) {
    await giveUp(cause);
  }

  // ---- writing

  async function writePending(): Promise<boolean> {
    isWriteDue = false;
    if (!log.isOpen || pending === undefined) return false;
    if (pending.count === 0) return true;
    const taken = pending;
    const { newest } = window;
    const { epoch, number } = newest;
    pending = createPendingFacts(number + 1);
    // the keyframe of the next segment has the state of this moment; appends continue while the disk works
    const snapshot = log.isFull(taken.length, newest, state.mempoolCount) ? state.snapshot() : undefined;
    try {
      await log.write(taken, newest);
      if (snapshot !== undefined) {
        await log.begin({ epoch, first: number + 1, previous: undefined }, snapshot);
        await log.tidy();
      }
    } catch (cause) {
      await giveUp(cause);
      return log.end !== undefined && comparePlaces(log.end, newest) === 0;
    }
    window.trim(newest);
    return true;
  }

  // ---- after a failure

  async function recoverNow(): Promise<boolean> {
    if (isClosed) return false;
    if (failure === undefined) return true;
    await log.letGo();
    try {
      const epoch = await takeNextEpoch();
      // the keyframe, the end of the old epoch and the first pending fact of the new one belong to the same moment
      const previous = window.newest;
      const snapshot = state.snapshot();
      window.beginEpoch(epoch);
      pending = createPendingFacts(1);
      await log.begin({ epoch, first: 1, previous }, snapshot);
      if (hole !== undefined) hole.end = { epoch, number: 0 };
      report(undefined);
      await log.tidy();
      return true;
    } catch (cause) {
      await giveUp(cause);
      return false;
    }
  }

  async function closeNow(): Promise<void> {
    await writePending();
    pending = undefined;
    if (failure !== undefined) return log.letGo();
    try {
      const { end } = log;
      const identity = await log.close();
      if (identity !== undefined && end !== undefined) await writeCleanEnd(disk, directory, { end, identity });
    } catch (cause) {
      report(errorText(cause));
      if (!isSystemError(cause)) throw cause;
    }
  }

  // ---- reading

  /** Returns the place up to which events are on disk or dropped; all later ones are in memory. */
  function diskEnd(): Place {
    if (hole?.end !== undefined && comparePlaces(window.oldest, hole.end) >= 0) hole = undefined;
    const place = hole?.after ?? log.end ?? window.oldest;
    return window.read(place, 0).gap ? window.oldest : place;
  }
  function oldestPlace(): Place {
    const starts = log.segments.map(({ head }) => ({ epoch: head.epoch, number: head.first - 1 }));
    return starts.find((place) => reachable(place) !== undefined) ?? window.oldest;
  }
  /** Returns the segments between a place and the start of memory. */
  function reachable(after: Place): Segment[] | undefined {
    const path = segmentsAfter(log.segments, after);
    return path === undefined || window.read(endOf(path.at(-1)!), 0).gap ? undefined : path;
  }
  async function readOlder(after: Place, limit: number): Promise<Reading> {
    const path = reachable(after);
    if (path === undefined) return { gap: true };
    const { events, isBroken } = await readEvents(disk, path, after, limit);
    if (isBroken || events.length >= limit) {
      const position = events.at(-1)?.id;
      return position === undefined ? { gap: true } : { gap: false, events, position, more: true };
    }
    const rest = window.read(endOf(path.at(-1)!), limit - events.length);
    // events that left memory are on disk by now, or dropped
    if (rest.gap) return readOlder(after, limit);
    return { ...rest, events: [...events, ...rest.events] };
  }

  return {
    get position() {
      return eventId(window.newest);
    },
    append(facts) {
      if (isClosed) throw new CodedError('journal.closed', 'the journal is closed');
      facts.forEach(checkFact);
      for (const fact of facts) {
        window.push(fact);
        state.apply(fact);
        pending?.add(fact);
      }
      if (pending === undefined || !log.isOpen) window.trim();
      else if (pending.length > maxPendingBytes) {
        stopKeeping(new Error('it is too slow'));
      } else if (pending.length > earlyWriteBytes && !isWriteDue) {
        isWriteDue = true;
        void queued(writePending);
      }
      if (facts.length > 0) for (const listener of appendListeners) listener();
      return eventId(window.newest);
    },
    read: (after, limit = 1_000) => window.read(parseEventId(after), limit),
    async readFrom(after, limit = 1_000) {
      const place = parseEventId(after);
      const max = Math.min(limit, maxRead);
      const recent = window.read(place, max);
      if (!recent.gap) return recent;
      return readOlder(place, max).catch((cause: unknown) => {
        throw diskError(directory, cause);
      });
    },
    async find(txid) {
      const boundary = diskEnd();
      const unwritten = window.read(boundary, Number.POSITIVE_INFINITY);
      const recent = unwritten.gap ? [] : unwritten.events.filter(({ fact }) => isAbout(fact, txid));
      const searches = log.segments.map((segment) => ({ segment, offsets: log.openOffsets(segment, txid) }));
      const older: JournalEvent[] = [];
      try {
        for (const { segment, offsets } of searches) {
          for (const { place, fact } of await findInSegment(disk, segment, txid, offsets)) {
            if (comparePlaces(place, boundary) <= 0) older.push({ id: eventId(place), fact });
          }
        }
      } catch (cause) {
        throw diskError(directory, cause);
      }
      return [...older, ...recent];
    },
    keyframe: () => ({ id: eventId(window.newest), state: state.current() }),
    onAppend(listener) {
      appendListeners.add(listener);
      return () => appendListeners.delete(listener);
    },
    sync: () => queued(writePending),
    get failure() {
      return failure;
    },
    onError(listener) {
      errorListeners.add(listener);
      return () => errorListeners.delete(listener);
    },
    recover: () => queued(recoverNow),
    async close() {
      if (isClosed) return;
      isClosed = true;
      await queued(closeNow);
    },
    get stats() {
      return {
        segments: log.segments.length,
        bytes: log.bytes,
        oldest: eventId(oldestPlace()),
        durable: log.end === undefined ? undefined : eventId(log.end),
        recentEvents: window.events.length,
        pendingBytes: pending?.length ?? 0,
      };
    },
  };
}
