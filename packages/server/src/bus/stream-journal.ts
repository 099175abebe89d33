import { randomUUID } from 'node:crypto';
import {
  createMemoryJournal,
  decodeBatch,
  type EventId,
  encodeBatches,
  eventId,
  type Fact,
  type JournalEvent,
  type MemoryJournal,
  type Place,
  parseEventId,
} from '@glassblock/journal';
import { CodedError, coalesceRuns, concatBytes, displayHash, isCoded } from '@glassblock/primitives';
import type { SharedJournal } from '../recording/journal/journal-writer.ts';
import type { NetworkJournal } from '../recording/journal/network-journal.ts';
import { type Bus, isWrongSequence, partsOf } from './bus.ts';
import {
  hasPlace,
  type JournalStream,
  journalStreamOf,
  lastMessage,
  messageAt,
  messagesBetween,
  openStream,
  type StreamMessage,
  type StreamRetention,
  setPlace,
} from './journal-stream.ts';
import { createStreamPublisher, fenced, isFenced, type Publication } from './stream-publisher.ts';

/** Options of the journal of a follower. */
export interface StreamJournalOptions {
  bus: Bus;
  keyspace: string;
  retention: StreamRetention;
  /** Events in memory. */
  maxEvents: number;
  /** Called when the bus does not accept events, and when it accepts them again. */
  onError(failure: string | undefined): void;
  /** Returns whether this process still leads. @throws when the bus is away */
  holds(): Promise<boolean>;
  /** Called when another follower has published: this one must end. */
  onFenced(error: CodedError): void;
}

/** Number of events between two keyframes. */
const eventsPerKeyframe = 20_000;
/**
 * Opens the journal of a follower on a stream of the bus. It continues with the state at the end of the stream, which any
 * follower may have published, so that one which takes over adds later events. Each publication names the sequence that
 * it follows: a follower that was paused is refused once another one has published, and a repeated one is stored once.
 *
 * While the bus is away, events are stored in memory; beyond `maxEvents` they are dropped, and a new epoch begins with
 * a keyframe, so that readers see a gap.
 * @throws {CodedError} bus.away, bus.not-leader, journal.damaged-state, journal.damaged-batch
 */
export async function openStreamJournal(options: StreamJournalOptions): Promise<SharedJournal> {
  const { bus, maxEvents, onError, onFenced } = options;
  const stream = journalStreamOf(options.keyspace);
  const restored = await claimWhenBack(options, stream);
  let { journal } = restored;
  let sinceKeyframe = restored.hasKeyframe ? restored.events : eventsPerKeyframe;
  const listeners = new Set<() => void>();
  let waiting: Fact[] = [];
  /** Place of the first fact that waits. */
  let waitingFrom: Place = nextPlace(journal.position);
  let isLost = false;
  /** Sequence of the claim of this follower. */
  let claimed = restored.last;
  let failure: string | undefined;

  const setFailure = (next: string | undefined) => {
    if (next === failure) return;
    failure = next;
    onError(next);
  };

  /** Facts that wait are lost: the numbers after them belong to a new epoch. */
  function drop(): void {
    isLost = true;
    waiting = [];
    const { epoch } = parseEventId(journal.position);
    const state = journal.encodeState();
    journal = createMemoryJournal({ epoch: Math.max(Date.now(), epoch + 1), maxEvents, state });
    waitingFrom = nextPlace(journal.position);
  }

  /** Takes the next messages to publish; a keyframe replaces all facts before it. */
  function take(): Publication[] {
    if (isLost) {
      // the state has the facts of the new epoch too
      isLost = false;
      sinceKeyframe = 0;
      waiting = [];
      waitingFrom = nextPlace(journal.position);
      return keyframeOf(stream, journal, claimed);
    }
    const facts = waiting;
    const from = waitingFrom;
    waiting = [];
    waitingFrom = nextPlace(journal.position);
    sinceKeyframe += facts.length;
    const batches = batchesOf(stream, from, facts);
    if (sinceKeyframe < eventsPerKeyframe) return batches;
    sinceKeyframe = 0;
    return [...batches, ...keyframeOf(stream, journal, claimed)];
  }

  const publisher = createStreamPublisher({ bus, stream, last: restored.last, onFailure: setFailure });

  /** Publishes facts; when the bus has lost the stream, the state goes into a new one, in an epoch of its own. */
  async function publishNext(): Promise<void> {
    try {
      await publisher.publish(take());
    } catch (error) {
      if (!isCoded(error, 'journal.no-stream') || publisher.isClosed) throw error;
      setFailure(`the bus does not store events: ${error.message}`);
      drop();
      claimed = await claimNew(options, stream, journal.position, () => publisher.isClosed);
      publisher.continueAfter(claimed);
    }
  }

  const publishing = coalesceRuns(async () => {
    try {
      while (waiting.length > 0 || isLost || sinceKeyframe >= eventsPerKeyframe) await publishNext();
    } catch (error) {
      if (isFenced(error) || isCoded(error, 'bus.not-leader')) {
        publisher.close();
        onFenced(error);
      } else if (!publisher.isClosed) setFailure(String(error));
    }
  });
  void publishing.request();

  const opened: NetworkJournal = {
    get position() {
      return journal.position;
    },
    get failure() {
      return failure;
    },
    append(facts) {
      const position = journal.append(facts);
      if (!isLost) {
        waiting.push(...facts);
        if (waiting.length > maxEvents) drop();
      }
      void publishing.request();
      for (const listener of listeners) listener();
      return position;
    },
    read: (after, limit) => journal.read(after, limit),
    keyframe: () => journal.keyframe(),
    onAppend(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    readFrom: async (after, limit) => journal.read(after, limit),
    find: async (txid) => eventsOf(journal, txid),
    async addGap() {
      drop();
      void publishing.request();
      for (const listener of listeners) listener();
    },
    // published at once; nothing waits for the bus
    sync: async () => undefined,
    async close() {
      await Promise.race([publishing.settled(), new Promise((resolve) => setTimeout(resolve, closeMs).unref())]);
      publisher.close();
    },
  };
  return { journal: opened, published: restored.published };
}

/** Returns the messages of facts. @param from place of the first one */
const batchesOf = (stream: JournalStream, from: Place, facts: readonly Fact[]): Publication[] =>
  encodeBatches(from.number, facts).map(({ first, bytes }) => {
    const place = { epoch: from.epoch, number: first };
    return { subject: stream.events, id: eventId(place), place, data: bytes, isStart: false, isEnd: false };
  });

/**
 * Returns the messages of a keyframe.
 * @param claim sequence of the claim of this follower: one before it may have published parts of a keyframe with the
 * same place, which are not taken for its own
 */
function keyframeOf(stream: JournalStream, journal: MemoryJournal, claim: number): Publication[] {
  const place = parseEventId(journal.position);
  const parts = partsOf(journal.encodeState());
  return parts.map((data, i) => ({
    subject: i === parts.length - 1 ? stream.keyframeEnd : stream.keyframe,
    id: `${eventId(place)}-keyframe-${claim}-${i}`,
    place,
    data,
    isStart: i === 0,
    isEnd: i === parts.length - 1,
  }));
}

/** A stop waits this long for events that are being published; the next follower adds missing ones. */
const closeMs = 3_000;

/** Returns the place after an event. */
export function nextPlace(position: EventId): Place {
  const { epoch, number } = parseEventId(position);
  return { epoch, number: number + 1 };
}

/** Returns the events of a transaction among those in memory. */
export function eventsOf(journal: Pick<MemoryJournal, 'oldest' | 'read'>, txid: Uint8Array): JournalEvent[] {
  const wanted = displayHash(txid);
  const reading = journal.read(journal.oldest, Number.POSITIVE_INFINITY);
  return reading.gap ? [] : reading.events.filter(({ fact }) => 'txid' in fact && displayHash(fact.txid) === wanted);
}

interface Restored {
  readonly journal: MemoryJournal;
  /** Sequence of the last message. */
  readonly last: number;
  readonly hasKeyframe: boolean;
  /** Events since the keyframe. */
  readonly events: number;
  /** The newest facts. */
  readonly published: readonly Fact[];
}

/** Messages whose facts a follower that takes over compares with its own: at least those of the last minute. */
const messagesCompared = 5_000;

/** Attempts of a follower that takes over to publish after the last message of one that is about to end. */
const maxClaims = 10;

/** A bus whose servers elect a leader answers again within seconds. */
const claimTimeoutMs = 30_000;
const claimRetryMs = 500;
const takenOver = 'another process has taken over; this one ends';

/**
 * Claims the stream, again while the bus is away: a process that ended would lose the facts of its time on standby.
 * @throws {CodedError} bus.away, bus.not-leader
 */
async function claimWhenBack(
  { bus, retention, maxEvents, onError, holds }: StreamJournalOptions,
  stream: JournalStream,
): Promise<Restored> {
  const startMs = performance.now();
  let failure: string | undefined;
  for (;;) {
    try {
      if (failure !== undefined && !(await holdsLease(holds))) {
        throw new CodedError('bus.not-leader', takenOver);
      }
      const restored = await claim(bus, stream, retention, maxEvents);
      if (failure !== undefined) onError(undefined);
      return restored;
    } catch (error) {
      if (!isCoded(error, 'bus.away') || performance.now() - startMs > claimTimeoutMs) throw error;
      if (error.message !== failure) onError(error.message);
      failure = error.message;
    }
    await new Promise((resolve) => setTimeout(resolve, claimRetryMs));
  }
}

const holdsLease = (holds: StreamJournalOptions['holds']): Promise<boolean> =>
  holds().catch((cause: Error) => {
    throw new CodedError('bus.away', `the lease cannot be renewed: ${cause.message}`, { cause });
  });

/**
 * Restores the state and publishes a claim behind it: from then on a previous follower cannot publish.
 * @throws {CodedError} bus.away
 */
async function claim(
  bus: Bus,
  stream: JournalStream,
  retention: StreamRetention,
  maxEvents: number,
): Promise<Restored> {
  for (let attempt = 1; ; attempt++) {
    const restored = await restore(bus, stream, retention, maxEvents);
    try {
      return {
        ...restored,
        last: await publishClaim(bus, stream, restored.journal.position, restored.last, randomUUID()),
      };
    } catch (cause) {
      if (isWrongSequence(cause) && attempt < maxClaims) continue;
      throw new CodedError('bus.away', `the journal cannot be claimed: ${(cause as Error).message}`, { cause });
    }
  }
}

/** Publishes a claim behind the last message; returns its sequence. */
async function publishClaim(
  bus: Bus,
  stream: JournalStream,
  position: EventId,
  last: number,
  id: string,
): Promise<number> {
  const headers = setPlace(bus.headers(), parseEventId(position));
  const expect = { lastSequence: last };
  return (await bus.publisher.publish(stream.claim, new Uint8Array(0), { msgID: id, headers, expect })).seq;
}

/**
 * Creates a stream that the bus has lost, and claims it; again while the bus is away. Returns the sequence of the claim.
 * @throws {CodedError} bus.not-leader, journal.fenced; any error once `isClosed`
 */
async function claimNew(
  { bus, retention, holds }: StreamJournalOptions,
  stream: JournalStream,
  position: EventId,
  isClosed: () => boolean,
): Promise<number> {
  // shows that a claim was stored whose acknowledgement was lost
  const id = randomUUID();
  for (;;) {
    try {
      if (!(await holdsLease(holds))) throw new CodedError('bus.not-leader', takenOver);
      await openStream(bus, stream, retention);
      return await publishFirstClaim(bus, stream, position, id);
    } catch (error) {
      if (isClosed() || isFenced(error) || isCoded(error, 'bus.not-leader')) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, claimRetryMs));
  }
}

/** Publishes a claim as the first message; returns its sequence. @throws {CodedError} journal.fenced, bus.away */
async function publishFirstClaim(bus: Bus, stream: JournalStream, position: EventId, id: string): Promise<number> {
  try {
    return await publishClaim(bus, stream, position, 0, id);
  } catch (error) {
    if (!isWrongSequence(error)) throw error;
    const first = await messageAt(bus, stream, 1);
    if (first?.messageId === id) return first.sequence;
    throw fenced();
  }
}

/** Restores the state at the end of the stream: its last keyframe, and the facts after it. */
async function restore(
  bus: Bus,
  stream: JournalStream,
  retention: StreamRetention,
  maxEvents: number,
): Promise<Restored> {
  const { first, last } = await openStream(bus, stream, retention);
  const end = await lastMessage(bus, stream, stream.keyframeEnd);
  if (end?.keyframeStart === undefined || end.keyframeStart < first) {
    // nothing, or facts whose state is not known, or no longer in whole: their numbers are not used again
    const newest = last === 0 ? undefined : await messageAt(bus, stream, last);
    const epoch = Math.max(Date.now(), newest !== undefined && hasPlace(newest) ? newest.place.epoch + 1 : 0);
    return { journal: createMemoryJournal({ epoch, maxEvents }), last, hasKeyframe: false, events: 0, published: [] };
  }
  const parts: Uint8Array[] = [];
  const published: Fact[] = [];
  let journal: MemoryJournal | undefined;
  let events = 0;
  const start = Math.min(end.keyframeStart, Math.max(first, last - messagesCompared));
  for await (const message of messagesBetween(bus, stream, start, last)) {
    if (!hasPlace(message)) continue;
    if (message.subject === stream.events) published.push(...decodeBatch(message.data).facts);
    if (message.sequence < end.keyframeStart) continue;
    if (message.sequence < end.sequence) parts.push(message.data);
    else if (message.sequence === end.sequence) {
      const state = concatBytes(...parts, message.data);
      journal = createMemoryJournal({ ...end.place, maxEvents, state });
    } else if (message.subject === stream.events) {
      events += appendBatch(journal!, message);
    }
  }
  if (journal === undefined)
    throw new CodedError('journal.damaged-state', 'the last keyframe of the stream is missing');
  return { journal, last, hasKeyframe: true, events, published };
}

/** Appends the facts of a message that continues a journal; returns their count. */
function appendBatch(journal: MemoryJournal, { data, place }: StreamMessage): number {
  const expected = nextPlace(journal.position);
  const { facts } = decodeBatch(data);
  if (place.epoch !== expected.epoch || place.number !== expected.number) {
    throw new CodedError('journal.damaged-batch', 'facts are missing in the stream');
  }
  journal.append(facts);
  return facts.length;
}
