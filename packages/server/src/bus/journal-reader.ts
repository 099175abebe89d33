import type { Fact } from '@glassblock/journal';
import {
  createMemoryJournal,
  decodeBatch,
  type EventId,
  eventId,
  type JournalEvent,
  type MemoryJournal,
  type Place,
  parseEventId,
  type Reading,
} from '@glassblock/journal';
import { backOffMs } from '@glassblock/primitives';
import pLimit from 'p-limit';
import { pauseFor } from '../concurrency/pause-for.ts';
import type { NetworkJournal } from '../recording/journal/network-journal.ts';
import { type Bus, busErrorKind, busTimeoutMs, stopOnChange } from './bus.ts';
import {
  hasPlace,
  type JournalStream,
  journalStreamOf,
  messageAt,
  openStream,
  type StreamMessage,
  type StreamRetention,
  streamMessage,
} from './journal-stream.ts';
import { eventsOf, nextPlace } from './stream-journal.ts';

/** Options of a reader. */
export interface StreamReaderOptions {
  bus: Bus;
  keyspace: string;
  /** Of a stream that does not exist yet. */
  retention: StreamRetention;
  /** Events in memory. */
  maxEvents: number;
  /** Called with facts as they arrive, before the readers of the journal. */
  onFacts(facts: readonly Fact[]): void;
  /** Called on a message that cannot be decoded. */
  onError(error: unknown): void;
  /** Called when the bus refuses to deliver messages, and with undefined when it delivers them again. */
  onRefused(reason: string | undefined): void;
  /** Called on a bug: nothing is received any more. */
  onUnexpectedError(error: unknown): void;
}

const retryMs = { firstMs: 250, maxMs: 5_000 };
const maxLagMs = 2_000;
const neverBegun: Place = { epoch: 0, number: 0 };

/**
 * Waits while the journal lacks an event, for a bounded time: another process may have sent one that is on its way to this
 * one.
 * @param listeners called when events are appended
 */
async function waitForEvent(isBehind: () => boolean, listeners: Set<() => void>): Promise<void> {
  const deadline = performance.now() + maxLagMs;
  while (isBehind() && performance.now() < deadline) {
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        listeners.delete(done);
        resolve();
      };
      const timer = setTimeout(done, maxLagMs);
      listeners.add(done);
    });
  }
}

/**
 * Follows the journal of a network on the bus. Events have the ids of the follower, so that a client may continue on
 * any process; events that are no longer in memory are read from the stream by sequence.
 * @throws {CodedError} bus.away
 */
export async function followStreamJournal(options: StreamReaderOptions): Promise<NetworkJournal> {
  const { bus, retention, maxEvents, onFacts, onError } = options;
  const stream = journalStreamOf(options.keyspace);
  const { first, last } = await openStream(bus, stream, retention);
  let journal: MemoryJournal = createMemoryJournal({ ...neverBegun, maxEvents });
  const listeners = new Set<() => void>();
  const closing = new AbortController();
  const caughtUp = Promise.withResolvers<void>();
  /** Sequence of the last message that was stored before this process started. */
  let lastBefore = last;
  let received = 0;

  /** Readers are notified: they get a gap. */
  function restart({ epoch, number }: Place): void {
    journal = createMemoryJournal({ epoch, number, maxEvents });
    for (const listener of listeners) listener();
  }

  function receive(message: StreamMessage): void {
    const { place, subject, sequence } = message;
    if (!hasPlace(message)) throw new Error(`message ${sequence} of the journal's stream has no place`);
    // of a stream that was created again: all of it is new
    if (sequence <= received) lastBefore = 0;
    received = sequence;
    if (subject !== stream.events) {
      // the state at a position: after a loss, events continue there
      if (eventId(place) !== journal.position) restart(place);
      return;
    }
    const { facts } = decodeBatch(message.data);
    const expected = nextPlace(journal.position);
    if (place.epoch !== expected.epoch || place.number > expected.number) {
      restart({ epoch: place.epoch, number: place.number - 1 });
    }
    const known = Math.max(0, nextPlace(journal.position).number - place.number);
    const news = facts.slice(known);
    if (news.length === 0) return;
    if (sequence > lastBefore) onFacts(news);
    journal.append(news);
    for (const listener of listeners) listener();
  }

  const end = followMessages({
    bus,
    stream,
    onRefused: options.onRefused,
    pause: pauseFor,
    // each has an event or more: a process that has just started has those that the others have in memory
    from: Math.max(first, last - maxEvents),
    signal: closing.signal,
    receive(message) {
      try {
        receive(message);
      } catch (error) {
        onError(error);
      }
      if (message.sequence >= last) caughtUp.resolve();
    },
  }).catch(options.onUnexpectedError);
  if (last === 0 || last < first) caughtUp.resolve();
  const timer = setTimeout(() => caughtUp.resolve(), busTimeoutMs);
  await caughtUp.promise;
  clearTimeout(timer);

  return {
    get position() {
      return journal.position;
    },
    failure: undefined,
    append: refuseAppend,
    addGap: refuseAppend,
    read: (after, limit) => journal.read(after, limit),
    keyframe: () => journal.keyframe(),
    onAppend(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async readFrom(after, limit) {
      const wanted = parseEventId(after);
      await waitForEvent(() => isAfter(wanted, parseEventId(journal.position)), listeners);
      const reading = journal.read(after, limit);
      if (!reading.gap || wanted.epoch === 0 || bus.failure !== undefined) return reading;
      return storedReads(() => readStored(bus, stream, after, limit));
    },
    find: async (txid) => eventsOf(journal, txid),
    sync: async () => undefined,
    async close() {
      closing.abort();
      await end;
    },
  };
}

function refuseAppend(): never {
  throw new Error('only the follower of a network appends to its journal');
}

/** Options of `followMessages`. */
export interface FollowOptions {
  bus: Pick<Bus, 'publisher' | 'streams' | 'onChange'>;
  stream: JournalStream;
  from: number;
  signal: AbortSignal;
  receive(message: StreamMessage): void;
  onRefused(reason: string | undefined): void;
  /** Waits; ends early when aborted. */
  pause: typeof pauseFor;
}

/**
 * Receives every message from a sequence on, in order, until aborted. Retries while the bus is away, which its state
 * reports, and after a refusal, whose cause the operator can fix. @throws {Error} errors that are not of the bus
 */
export async function followMessages(options: FollowOptions): Promise<void> {
  const { bus, stream, from, signal, receive, onRefused, pause } = options;
  let next = from;
  let refused: string | undefined;
  const setRefused = (reason: string | undefined) => {
    if (reason !== refused) onRefused(reason);
    refused = reason;
  };
  for (let failures = 0; !signal.aborted; failures++) {
    try {
      next = await startOf(bus, stream, next);
      const start = { opt_start_seq: Math.max(1, next), deliver_policy: 'by_start_sequence' } as const;
      const consumer = await bus.publisher.consumers.get(stream.name, start);
      const messages = await consumer.consume({ max_messages: 500, expires: 5_000, idle_heartbeat: 1_000 });
      setRefused(undefined);
      const release = stopOnChange(messages, bus, signal);
      try {
        for await (const message of messages) {
          failures = 0;
          next = message.seq + 1;
          receive(streamMessage(message.seq, message.subject, message.headers, message.data));
        }
      } finally {
        release();
      }
    } catch (error) {
      const kind = busErrorKind(error);
      if (kind === undefined && !signal.aborted) throw error;
      if (kind === 'refused') setRefused((error as Error).message);
    }
    if (!signal.aborted) await pause(backOffMs(failures + 1, retryMs), signal);
  }
}

/** Returns the sequence to continue from: the first one of a stream that was recreated, whose sequences are lower. */
async function startOf({ streams }: FollowOptions['bus'], { name }: JournalStream, next: number): Promise<number> {
  const { first_seq: first, last_seq: last } = (await streams.streams.info(name)).state;
  return next > last + 1 ? first : next;
}

/** Maximum number of messages of a read that has events. */
const messagesPerRead = 32;
/** More than the parts of a keyframe, which may be between two batches. */
const maxMessagesPerRead = 200;
/** Reads from the stream at a time: each is up to some hundred requests. */
const storedReads = pLimit(4);

/** Reads events after a place from the stream; a gap when they are not stored. */
async function readStored(bus: Bus, stream: JournalStream, after: EventId, limit: number): Promise<Reading> {
  const place = parseEventId(after);
  const { state } = await bus.streams.streams.info(stream.name);
  // the last message that begins at or before the event after the place
  let [low, high] = [state.first_seq, state.last_seq];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const message = await placedUpTo(bus, stream, middle, low);
    if (message !== undefined && isAfter(message.place, { ...place, number: place.number + 1 }))
      high = message.sequence - 1;
    else low = middle;
  }
  // a keyframe or a claim behind the batch has a place of its own
  let start = low;
  const events: JournalEvent[] = [];
  for (let back = 0; back < maxMessagesPerRead && start > state.first_seq; back++) {
    const message = await messageAt(bus, stream, start);
    if (message?.subject === stream.events && hasPlace(message)) break;
    start--;
  }
  let position = place;
  for (let sequence = start; sequence <= state.last_seq; sequence++) {
    if (sequence - start >= (events.length > 0 ? messagesPerRead : maxMessagesPerRead)) break;
    const message = await messageAt(bus, stream, sequence);
    if (message === undefined) return { gap: true };
    if (message.subject !== stream.events || !hasPlace(message)) continue;
    if (message.place.epoch !== place.epoch || message.place.number > position.number + 1) break;
    const { facts } = decodeBatch(message.data);
    const known = Math.max(0, position.number + 1 - message.place.number);
    for (const fact of facts.slice(known)) {
      position = { epoch: position.epoch, number: position.number + 1 };
      events.push({ id: eventId(position), fact });
      if (events.length >= limit) break;
    }
    if (events.length >= limit) break;
  }
  if (events.length === 0) return { gap: true };
  return { gap: false, events, position: eventId(position), more: true };
}

/** Messages of other programs that a search passes over at a place. */
const maxForeign = 32;

/** Returns the message at a sequence, or before those of other programs there; undefined when it is not above `low`. */
async function placedUpTo(
  bus: Bus,
  stream: JournalStream,
  sequence: number,
  low: number,
): Promise<StreamMessage | undefined> {
  for (let at = sequence; at > Math.max(low, sequence - maxForeign); at--) {
    const message = await messageAt(bus, stream, at);
    if (message === undefined || hasPlace(message)) return message;
  }
  return undefined;
}

const isAfter = (a: Place, b: Place) => a.epoch > b.epoch || (a.epoch === b.epoch && a.number > b.number);
