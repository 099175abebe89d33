import { type IndexView, openIndexView, type Prefixer } from '@glassblock/index';
import {
  createMemoryJournal,
  type DiskJournal,
  type EventId,
  type Fact,
  type Journal,
  type JournalEvent,
  openJournal,
  type Reading,
} from '@glassblock/journal';
import { displayHash, type Height, type Txid, type UnixSeconds } from '@glassblock/primitives';
import type { Store } from '@glassblock/store';

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

/** Maximum blocks journaled afterwards when the index advanced without the journal; beyond it readers get a gap. */
export const maxMissed = 288;

/**
 * Returns the blocks of the indexed chain that the journal lacks: the store is written first, so a crash in between
 * leaves blocks unjournaled.
 * @returns facts to append, oldest first; undefined if they are more than `maxMissed`, or the index lacks the journal's tip
 */
export async function missedBlocks(
  journal: Journal,
  index: { store: Store; prefixer: Prefixer },
): Promise<Fact[] | undefined> {
  const { tip } = journal.keyframe().state;
  if (tip === undefined) return [];
  const view = await openIndexView(index.store, index.prefixer);
  try {
    return await missedIn(view, tip);
  } finally {
    await view.close();
  }
}

async function missedIn(view: IndexView, tip: { height: Height; hash: Uint8Array }): Promise<Fact[] | undefined> {
  const facts: Fact[] = [];
  let { height, hash } = tip;
  for (;;) {
    const known = await view.blockByHash(hash);
    if (known === undefined || facts.length > maxMissed) return undefined;
    if (!known.stale) break;
    facts.push({ type: 'block-disconnected', height, hash: known.row.header.hash });
    hash = known.row.header.prevHash;
    height = (height - 1) as Height;
  }
  const newest = view.tip?.height ?? height;
  if (newest - height > maxMissed) return undefined;
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

/** A fact about a transaction of the mempool. */
export type TxFact = Extract<Fact, { type: 'tx-added' | 'tx-removed' }>;

/** Returns whether a fact is about a transaction of the mempool. */
export const isOfTx = (fact: Fact): fact is TxFact => fact.type === 'tx-added' || fact.type === 'tx-removed';

/** Returns the key that facts of two processes about the same event share. */
export const txFactKey = ({ type, txid }: TxFact): string => `${type} ${displayHash(txid)}`;

/** Two processes see the same event of the mempool within this time. */
export const reorderSeconds = 60;

/** Filters the facts that a restored journal already has when the mempool is reloaded after a restart. */
export interface MempoolReplayFilter {
  /** Returns the facts that are new. */
  news(facts: readonly Fact[]): Fact[];
  /**
   * Returns transactions of the journal that the mempool has not reported; called once, after the mempool is loaded.
   */
  removed(): Txid[];
}

/**
 * Creates a filter.
 * @param mempool transactions of the journal that the mempool has not reported yet
 * @param published facts of the journal that the mempool may report yet, once each, oldest first
 */
export function createMempoolReplayFilter(
  mempool: Iterable<Txid>,
  published: readonly TxFact[] = [],
): MempoolReplayFilter {
  let known: Map<string, Txid> | undefined = new Map(Array.from(mempool, (txid) => [displayHash(txid), txid]));
  const expected = createExpectedFacts(published);
  return {
    news(facts) {
      const left = known;
      if ((left === undefined || left.size === 0) && expected.isEmpty()) return [...facts];
      return facts.filter((fact) => {
        if (!isOfTx(fact)) return true;
        const wasKnown = left?.delete(displayHash(fact.txid)) === true;
        return !expected.take(fact) && !(wasKnown && fact.type === 'tx-added');
      });
    },
    removed() {
      const left = [...(known?.values() ?? [])];
      known = undefined;
      // one that is added later is a new fact
      for (const txid of left) expected.forget(txid);
      return left;
    },
  };
}

/** Published facts that this process may report yet, by transaction. */
function createExpectedFacts(published: readonly TxFact[]) {
  const ofTxs = new Map<string, readonly TxFact[]>();
  let lastTime = 0;
  for (const fact of published) {
    const id = displayHash(fact.txid);
    ofTxs.set(id, [...(ofTxs.get(id) ?? []), fact]);
    lastTime = Math.max(lastTime, fact.time);
  }
  return {
    isEmpty: () => ofTxs.size === 0,
    forget: (txid: Txid) => void ofTxs.delete(displayHash(txid)),
    /**
     * Returns whether a fact is an expected one, which is removed with those before it. A transaction that enters after
     * its published removal enters again: that is news, as everything about this transaction that follows.
     */
    take(fact: TxFact): boolean {
      const id = displayHash(fact.txid);
      const facts = ofTxs.get(id);
      if (facts === undefined) return false;
      const opposite = facts.findLastIndex(({ type, time }) => type !== fact.type && time < fact.time);
      const index = facts.findIndex(({ type }, i) => i > opposite && type === fact.type);
      const isExpected = index >= 0 && fact.time <= lastTime + reorderSeconds;
      const left = isExpected ? facts.slice(index + 1) : [];
      if (left.length > 0) ofTxs.set(id, left);
      else ofTxs.delete(id);
      return isExpected;
    },
  };
}
