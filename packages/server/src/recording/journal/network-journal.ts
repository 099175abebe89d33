import {
  createMemoryJournal,
  type DiskJournal,
  type EventId,
  type Journal,
  type JournalEvent,
  openJournal,
  type Reading,
} from '@glassblock/journal';
import { displayHash, type Txid } from '@glassblock/primitives';

/** The journal of a network: on disk where there is a directory, else in memory. */
export interface NetworkJournal extends Journal {
  /**
   * Returns events after a position, from disk where memory does not reach.
   * @throws {CodedError} journal.bad-id, journal.disk
   */
  readFrom(after: EventId, limit: number): Promise<Reading>;
  /**
   * Returns all stored events of a transaction, oldest first.
   * @throws {CodedError} journal.disk
   */
  find(txid: Uint8Array): Promise<JournalEvent[]>;
  /**
   * Begins an epoch because events are missing before the next one: readers of earlier events get a gap. Disk errors are
   * reported, not thrown.
   */
  addGap(): Promise<void>;
  /** Why events are not stored at present, for the operator's log; undefined while they are, or in memory. */
  readonly failure: string | undefined;
  /** Makes events so far durable; disk errors are reported, not thrown. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** Options of the network journal. */
export interface NetworkJournalOptions {
  /** Undefined: in memory. */
  directory: string | undefined;
  /** Events in memory, for live readers. */
  maxEvents: number;
  /** Bytes on disk. */
  maxBytes: number;
  retentionDays: number;
  /** Called when the disk rejects events, and when it accepts them again. */
  onError(failure: string | undefined): void;
  /** Called with a description of the lost data when a segment is damaged, as the end of a sentence. */
  onDamaged(loss: string): void;
  /** Called on a bug. */
  onUnexpectedError(error: unknown): void;
}

const syncEveryMs = 1_000;
const retryEveryMs = 15_000;

/**
 * Opens the journal.
 * @throws {CodedError} journal.disk, journal.newer-format
 */
export async function openNetworkJournal(options: NetworkJournalOptions): Promise<NetworkJournal> {
  const { directory, maxEvents, maxBytes, retentionDays, onDamaged } = options;
  if (directory === undefined) return inMemory(maxEvents);
  const journal: DiskJournal = await openJournal({
    directory,
    nowMs: Date.now,
    maxEvents,
    maxBytes,
    retentionDays,
    onDamaged,
  });
  const leave = journal.onError(options.onError);
  let triedAt = Date.now();
  const step = async () => {
    if (journal.failure === undefined) await journal.sync();
    else if (Date.now() - triedAt > retryEveryMs) {
      triedAt = Date.now();
      await journal.recover();
    }
  };
  const timer = setInterval(() => void step().catch(options.onUnexpectedError), syncEveryMs);
  if (journal.failure !== undefined) options.onError(journal.failure);
  return {
    get position() {
      return journal.position;
    },
    get failure() {
      return journal.failure;
    },
    append: (facts) => journal.append(facts),
    read: (after, limit) => journal.read(after, limit),
    keyframe: () => journal.keyframe(),
    onAppend: (listener) => journal.onAppend(listener),
    readFrom: (after, limit) => journal.readFrom(after, limit),
    find: (txid) => journal.find(txid as Txid),
    addGap: () => journal.addGap(),
    sync: async () => void (await journal.sync()),
    async close() {
      clearInterval(timer);
      leave();
      await journal.close();
    },
  };
}

function inMemory(maxEvents: number): NetworkJournal {
  const journal = createMemoryJournal({ epoch: Date.now(), maxEvents });
  return {
    get position() {
      return journal.position;
    },
    failure: undefined,
    append: (facts) => journal.append(facts),
    read: (after, limit) => journal.read(after, limit),
    keyframe: () => journal.keyframe(),
    onAppend: (listener) => journal.onAppend(listener),
    readFrom: async (after, limit) => journal.read(after, limit),
    async find(txid) {
      const wanted = displayHash(txid);
      const [epoch = '', number = ''] = journal.position.split('-');
      const oldest = `${epoch}-${Math.max(0, Number(number) - maxEvents)}` as EventId;
      const reading = journal.read(oldest, maxEvents);
      if (reading.gap) return [];
      return reading.events.filter(({ fact }) => 'txid' in fact && displayHash(fact.txid) === wanted);
    },
    addGap: async () => journal.addGap(),
    sync: async () => undefined,
    close: async () => undefined,
  };
}
