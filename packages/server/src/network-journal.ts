import { type IndexView, openIndexView, type Prefixer } from '@glassblock/index';
import {
  createMemoryJournal,
  type DiskJournal,
  type EventId,
  type Fact,
  type Journal,
  type JournalEvent,
  type Keyframe,
  openJournal,
  type Reading,
} from '@glassblock/journal';
import { displayHash, type Height, type Txid, type UnixSeconds } from '@glassblock/primitives';
import type { Store } from '@glassblock/store';

/** The journal of a network as the rest of the server uses it: on disk where there is a directory, else in memory. */
export interface NetworkJournal extends Journal {
  /** Events after a place, from the disk where memory does not reach. @throws {CodedError} journal.bad-id, journal.disk */
  readFrom(after: EventId, limit: number): Promise<Reading>;
  /** Everything that is kept about a transaction, oldest first. @throws {CodedError} journal.disk */
  find(txid: Uint8Array): Promise<JournalEvent[]>;
  /** Makes what happened so far durable; the disk's troubles are told, not thrown. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

export interface NetworkJournalOptions {
  /** Undefined: in memory. */
  directory: string | undefined;
  /** In memory, for those who read on. */
  keptEvents: number;
  /** On the disk. */
  keptBytes: number;
  keptDays: number;
  /** Told when the disk refuses to keep events, and when it keeps them again. */
  onError(failure: string | undefined): void;
  /** A fault of ours. */
  onUnexpectedError(error: unknown): void;
}

const syncEveryMs = 1_000;
const mendEveryMs = 15_000;

/** @throws {CodedError} journal.disk, journal.newer-format */
export async function openNetworkJournal(options: NetworkJournalOptions): Promise<NetworkJournal> {
  const { directory, keptEvents, keptBytes, keptDays } = options;
  if (directory === undefined) return inMemory(keptEvents);
  const journal: DiskJournal = await openJournal({ directory, nowMs: Date.now, keptEvents, keptBytes, keptDays });
  const leave = journal.onError(options.onError);
  let triedAt = Date.now();
  const step = async () => {
    if (journal.failure === undefined) await journal.sync();
    else if (Date.now() - triedAt > mendEveryMs) {
      triedAt = Date.now();
      await journal.mend();
    }
  };
  const timer = setInterval(() => void step().catch(options.onUnexpectedError), syncEveryMs);
  if (journal.failure !== undefined) options.onError(journal.failure);
  return {
    get position() {
      return journal.position;
    },
    append: (facts) => journal.append(facts),
    read: (after, limit) => journal.read(after, limit),
    keyframe: () => journal.keyframe(),
    onAppend: (listener) => journal.onAppend(listener),
    readFrom: (after, limit) => journal.readFrom(after, limit),
    find: (txid) => journal.find(txid as Txid),
    sync: async () => void (await journal.sync()),
    async close() {
      clearInterval(timer);
      leave();
      await journal.close();
    },
  };
}

function inMemory(keptEvents: number): NetworkJournal {
  const journal = createMemoryJournal({ epoch: Date.now(), keptEvents });
  return {
    get position() {
      return journal.position;
    },
    append: (facts) => journal.append(facts),
    read: (after, limit) => journal.read(after, limit),
    keyframe: () => journal.keyframe(),
    onAppend: (listener) => journal.onAppend(listener),
    readFrom: async (after, limit) => journal.read(after, limit),
    async find(txid) {
      const wanted = displayHash(txid);
      const [epoch = '', number = ''] = journal.position.split('-');
      const oldest = `${epoch}-${Math.max(0, Number(number) - keptEvents)}` as EventId;
      const reading = journal.read(oldest, keptEvents);
      if (reading.gap) return [];
      return reading.events.filter(({ fact }) => 'txid' in fact && displayHash(fact.txid) === wanted);
    },
    sync: async () => undefined,
    close: async () => undefined,
  };
}

/** Blocks that are told afterwards when the index has gone on without the journal; more than these are no news. */
export const maxMissed = 288;

/**
 * What the journal lacks of the chain that the index shows: the store is written first, so a crash in between leaves
 * blocks untold.
 * @returns facts to append, oldest first
 */
export async function missedBlocks(journal: Journal, index: { store: Store; prefixer: Prefixer }): Promise<Fact[]> {
  const { tip } = journal.keyframe().state;
  if (tip === undefined) return [];
  const view = await openIndexView(index.store, index.prefixer);
  try {
    return await missedIn(view, tip);
  } finally {
    await view.close();
  }
}

async function missedIn(view: IndexView, tip: { height: Height; hash: Uint8Array }): Promise<Fact[]> {
  const facts: Fact[] = [];
  let { height, hash } = tip;
  for (;;) {
    const known = await view.blockByHash(hash);
    if (known === undefined || facts.length > maxMissed) return [];
    if (!known.stale) break;
    facts.push({ type: 'block-disconnected', height, hash: known.row.header.hash });
    hash = known.row.header.prevHash;
    height = (height - 1) as Height;
  }
  const newest = view.tip?.height ?? height;
  if (newest - height > maxMissed) return [];
  const heights = Array.from({ length: newest - height }, (_, i) => height + 1 + i);
  for (const row of await view.blocksAt(heights)) {
    if (row === undefined) break;
    const { header, txCount } = row;
    facts.push({
      type: 'block-connected',
      height: row.height,
      hash: header.hash,
      time: header.time as UnixSeconds,
      txCount,
    });
  }
  return facts;
}

/** Keeps a journal that already knows a pool from hearing all of it again after a restart. */
export interface MempoolReplayFilter {
  /** The facts that are news. */
  news(facts: readonly Fact[]): Fact[];
  /** Transactions that the journal knows and the pool has not named so far; asked once, after the pool is loaded. */
  removed(): Txid[];
}

export function createMempoolReplayFilter({ mempool }: Keyframe): MempoolReplayFilter {
  let known: Map<string, Txid> | undefined = new Map(mempool.map(({ txid }) => [displayHash(txid), txid]));
  return {
    news(facts) {
      const left = known;
      if (left === undefined || left.size === 0) return [...facts];
      return facts.filter((fact) => {
        if (!('txid' in fact)) return true;
        const wasKnown = left.delete(displayHash(fact.txid));
        return !(wasKnown && fact.type === 'tx-added');
      });
    },
    removed() {
      const left = [...(known?.values() ?? [])];
      known = undefined;
      return left;
    },
  };
}
