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
import { createStreamPublisher, fenced, isFenced, type Publication, type StreamPublisher } from './stream-publisher.ts';

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
  const restored = await claimWhenBack(options, journalStreamOf(options.keyspace));
  return { journal: new StreamJournal(options, restored), published: restored.published };
}

/** The journal of a follower: facts are in memory at once, and published in their order. */
class StreamJournal implements NetworkJournal {
  private readonly options: StreamJournalOptions;
  private readonly stream: JournalStream;
  private readonly publisher: StreamPublisher;
  private readonly publishing = coalesceRuns(() => this.publishAll());
  private readonly listeners = new Set<() => void>();
  private journal: MemoryJournal;
  private sinceKeyframe: number;
  private waiting: Fact[] = [];
  /** Place of the first fact that waits. */
  private waitingFrom: Place;
  private isLost = false;
  /** Sequence of the claim of this follower. */
  private claimed: number;
  private failed: string | undefined;

  constructor(options: StreamJournalOptions, { journal, hasKeyframe, events, last }: Restored) {
    this.options = options;
    this.stream = journalStreamOf(options.keyspace);
    this.journal = journal;
    this.sinceKeyframe = hasKeyframe ? events : eventsPerKeyframe;
    this.waitingFrom = nextPlace(journal.position);
    this.claimed = last;
    const onFailure = (failure: string | undefined) => this.setFailure(failure);
    this.publisher = createStreamPublisher({ bus: options.bus, stream: this.stream, last, onFailure });
    void this.publishing.request();
  }

  private setFailure(next: string | undefined): void {
    if (next === this.failed) return;
    this.failed = next;
    this.options.onError(next);
  }

  /** Facts that wait are lost: the numbers after them belong to a new epoch. */
  private drop(): void {
    this.isLost = true;
    this.waiting = [];
    const { epoch } = parseEventId(this.journal.position);
    const state = this.journal.encodeState();
    const { maxEvents } = this.options;
    this.journal = createMemoryJournal({ epoch: Math.max(Date.now(), epoch + 1), maxEvents, state });
    this.waitingFrom = nextPlace(this.journal.position);
  }

  /** Takes the next messages to publish; a keyframe replaces all facts before it. */
  private take(): Publication[] {
    const { stream, journal, claimed, isLost, waiting: facts, waitingFrom: from } = this;
    this.waiting = [];
    this.waitingFrom = nextPlace(journal.position);
    if (isLost) {
      // the state has the facts of the new epoch too
      this.isLost = false;
      this.sinceKeyframe = 0;
      return keyframeOf(stream, journal, claimed);
    }
    this.sinceKeyframe += facts.length;
    const batches = batchesOf(stream, from, facts);
    if (this.sinceKeyframe < eventsPerKeyframe) return batches;
    this.sinceKeyframe = 0;
    return [...batches, ...keyframeOf(stream, journal, claimed)];
  }

  /** Publishes facts; when the bus has lost the stream, the state goes into a new one, in an epoch of its own. */
  private async publishNext(): Promise<void> {
    const { publisher, stream } = this;
    try {
      await publisher.publish(this.take());
    } catch (error) {
      if (!isCoded(error, 'journal.no-stream') || publisher.isClosed) throw error;
      this.setFailure(`the bus does not store events: ${error.message}`);
      this.drop();
      this.claimed = await claimNew(this.options, stream, this.journal.position, () => publisher.isClosed);
      publisher.continueAfter(this.claimed);
    }
  }

  private async publishAll(): Promise<void> {
    try {
      while (this.waiting.length > 0 || this.isLost || this.sinceKeyframe >= eventsPerKeyframe)
        await this.publishNext();
    } catch (error) {
      if (isFenced(error) || isCoded(error, 'bus.not-leader')) {
        this.publisher.close();
        this.options.onFenced(error);
      } else if (!this.publisher.isClosed) this.setFailure(String(error));
    }
  }

  private notify(): void {
    void this.publishing.request();
    for (const listener of this.listeners) listener();
  }

  get position(): EventId {
    return this.journal.position;
  }

  get failure(): string | undefined {
    return this.failed;
  }

  append(facts: readonly Fact[]): EventId {
    const position = this.journal.append(facts);
    if (!this.isLost) {
      this.waiting.push(...facts);
      if (this.waiting.length > this.options.maxEvents) this.drop();
    }
    this.notify();
    return position;
  }

  read(after: EventId, limit: number): ReturnType<NetworkJournal['read']> {
    return this.journal.read(after, limit);
  }

  keyframe(): ReturnType<NetworkJournal['keyframe']> {
    return this.journal.keyframe();
  }

  onAppend(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  async readFrom(after: EventId, limit: number): ReturnType<NetworkJournal['readFrom']> {
    return this.journal.read(after, limit);
  }

  async find(txid: Uint8Array): ReturnType<NetworkJournal['find']> {
    return eventsOf(this.journal, txid);
  }

  async addGap(): Promise<void> {
    this.drop();
    this.notify();
  }

  /** Facts are published at once; nothing waits for the bus. */
  async sync(): Promise<void> {}

  async close(): Promise<void> {
    const late = new Promise((resolve) => setTimeout(resolve, closeMs).unref());
    await Promise.race([this.publishing.settled(), late]);
    this.publisher.close();
  }
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
