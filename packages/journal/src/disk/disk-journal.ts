import { CodedError, type Txid } from '@glassblock/primitives';
import { checkFact } from '../codecs/fact-bytes.ts';
import { createEventWindow } from '../event-window.ts';
import { type EventId, eventId, type JournalEvent, parseEventId, type Reading } from '../events.ts';
import type { Journal } from '../journal.ts';
import type { LiveState } from '../live-state.ts';
import { SegmentLog } from '../segments/segment-log.ts';
import { type Disk, diskError, systemDisk } from './disk.ts';
import { EpochCounter } from './epoch-counter.ts';
import { type EventSources, findEvents, oldestPlace, readFromDisk } from './journal-disk-reader.ts';
import { JournalDiskWriter } from './journal-disk-writer.ts';
import { recover } from './recovery.ts';

/** Options of a journal on disk. */
export interface DiskJournalOptions {
  /** Directory for the journal's exclusive use; created if missing. One process at a time. */
  directory: string;
  /** Unix milliseconds. New epochs are at least as large, which guards against a restored backup. */
  nowMs: () => number;
  /** Maximum bytes on disk; the oldest segments are removed. Default 2 GB. */
  maxBytes?: number;
  /** Maximum age of segments, days. Default 30. */
  retentionDays?: number;
  /** Bytes of facts after which a segment is sealed; at least four keyframes. Default 32 MB. */
  segmentBytes?: number;
  /**
   * Facts after which a segment is sealed, which bounds the replay at start. Default 6 million, 30 s on a slow machine.
   */
  segmentFacts?: number;
  /** Events in memory for readers that are almost up to date. Default 50,000. */
  maxEvents?: number;
  /** Default: the file system. */
  disk?: Disk;
  /**
   * Called with a description of the lost data when opening finds a damaged or incomplete segment, as the end of a
   * sentence.
   */
  onDamaged?(loss: string): void;
}

/** Statistics of a journal for metrics. */
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
 * A journal whose facts survive the process up to the last `sync`. Only methods that return a promise wait for the
 * disk. A disk failure stops writing, not the journal: `failure` reports it, `recover` tries again.
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
  /**
   * Begins an epoch because events are missing before the next one: readers of earlier events get a gap. While the disk
   * refuses, it begins with `recover`. Disk errors do not reject it.
   */
  addGap(): Promise<void>;
  /** Syncs and marks the end as clean, so that the next opening continues in the same epoch. No appends after this. */
  close(): Promise<void>;
  readonly stats: JournalStats;
}

const maxRead = 10_000;

const openErrorText = (cause: unknown): string => `the journal cannot be opened (${(cause as Error).message})`;

/**
 * Opens the journal of a directory and recovers it if necessary.
 * @throws {CodedError} journal.disk if it cannot be read or no epoch can be taken, journal.newer-format
 */
export async function openJournal(options: DiskJournalOptions): Promise<DiskJournal> {
  try {
    return await open(options);
  } catch (cause) {
    throw diskError(options.directory, cause, openErrorText);
  }
}

async function open(options: DiskJournalOptions): Promise<DiskJournal> {
  const { directory, nowMs, disk = systemDisk } = options;
  const { maxBytes = 2e9, retentionDays = 30, maxEvents = 50_000 } = options;
  const { segmentBytes = 32 << 20, segmentFacts = 6_000_000 } = options;
  const recovered = await recover(disk, directory, options.onDamaged);
  const { state } = recovered;
  const caps = { maxBytes, retentionDays, segmentBytes, segmentFacts };
  const tipMs = () => (state.tipTime === undefined ? undefined : 1_000 * state.tipTime);
  const log = new SegmentLog({ disk, directory, nowMs, tipMs, ...caps }, recovered.segments);
  const epochs = new EpochCounter(disk, directory, nowMs, recovered.highestEpoch);
  const start = recovered.isClean ? recovered.end : { epoch: await epochs.next(), number: 0 };
  const window = createEventWindow(start, maxEvents);
  const writer = new JournalDiskWriter({ disk, directory, epochs, log, state, window });
  await writer.start(recovered);
  return diskJournal(directory, { disk, log, window }, state, writer);
}

/** The journal over its parts; it owns the order in which an append updates them. */
function diskJournal(
  directory: string,
  sources: EventSources,
  state: LiveState,
  writer: JournalDiskWriter,
): DiskJournal {
  const { log, window } = sources;
  const appendListeners = new Set<() => void>();
  const refused = (cause: unknown): never => {
    throw diskError(directory, cause);
  };
  return {
    get position() {
      return eventId(window.newest);
    },
    append(facts) {
      if (writer.isClosed) throw new CodedError('journal.closed', 'the journal is closed');
      facts.forEach(checkFact);
      for (const fact of facts) {
        window.push(fact);
        state.apply(fact);
        writer.add(fact);
      }
      writer.writeIfDue();
      if (facts.length > 0) for (const listener of appendListeners) listener();
      return eventId(window.newest);
    },
    read: (after, limit = 1_000) => window.read(parseEventId(after), limit),
    async readFrom(after, limit = 1_000) {
      const place = parseEventId(after);
      const max = Math.min(limit, maxRead);
      const recent = window.read(place, max);
      return recent.gap ? readFromDisk(sources, place, max).catch(refused) : recent;
    },
    find: async (txid) => findEvents(sources, txid, writer.storedEnd()).catch(refused),
    keyframe: () => ({ id: eventId(window.newest), state: state.current() }),
    onAppend(listener) {
      appendListeners.add(listener);
      return () => appendListeners.delete(listener);
    },
    sync: () => writer.sync(),
    get failure() {
      return writer.failure;
    },
    onError: (listener) => writer.onError(listener),
    recover: () => writer.recover(),
    async addGap() {
      await writer.addGap();
      for (const listener of appendListeners) listener();
    },
    close: () => writer.close(),
    get stats() {
      return {
        segments: log.segments.length,
        bytes: log.bytes,
        oldest: eventId(oldestPlace(sources)),
        durable: log.end === undefined ? undefined : eventId(log.end),
        recentEvents: window.events.length,
        pendingBytes: writer.pendingBytes,
      };
    },
  };
}
