import { CodedError, concatBytes } from '@glassblock/primitives';
import { keyframeParts, readKeyframe } from './codecs/keyframe-bytes.ts';
import { readRecord, recordKinds } from './codecs/record.ts';
import { createEventWindow } from './event-window.ts';
import { type EventId, eventId, parseEventId, type Reading } from './events.ts';
import type { Fact, Keyframe } from './facts.ts';
import { createLiveState, type StateSnapshot } from './live-state.ts';

/** The numbered log of chain and mempool events of one network. Writers never wait for readers. */
export interface Journal {
  /** Numbers facts in order and notifies readers. */
  append(facts: readonly Fact[]): EventId;
  /** Id of the newest event; `epoch-0` before the first. */
  readonly position: EventId;
  /**
   * Returns events after `after`, oldest first, at most `limit`.
   * @returns gap if the epoch differs, or events after `after` were dropped
   * @throws {CodedError} journal.bad-id if the id is malformed or in the future
   */
  read(after: EventId, limit?: number): Reading;
  /** Returns the current state and the id of the newest event in it. */
  keyframe(): { readonly id: EventId; readonly state: Keyframe };
  /**
   * Calls back once after each append.
   * @returns a function that unsubscribes
   */
  onAppend(listener: () => void): () => void;
}

/** Options of a journal in memory. */
export interface JournalOptions {
  /** Epoch of this run; must be above all earlier ones, such as Unix milliseconds. */
  epoch: number;
  /** Number of events stored for readers that are behind. */
  maxEvents: number;
  /** Number of the last event in this epoch before the first append; default 0. */
  number?: number;
  /** State at that event, see `MemoryJournal.encodeState`; default: nothing. */
  state?: Uint8Array;
}

/** A journal in memory, whose state can be stored elsewhere. */
export interface MemoryJournal extends Journal {
  /** Encodes the current state, from which `createMemoryJournal` continues. */
  encodeState(): Uint8Array;
  /** Position before the oldest event in memory. */
  readonly oldest: EventId;
  /** Begins an epoch because events are missing before the next one: readers of earlier events get a gap. */
  addGap(): void;
}

/**
 * Creates a journal in memory, bounded by its maximum number of events.
 * @throws {CodedError} journal.damaged-state, journal.newer-format for a state that cannot be decoded
 */
export function createMemoryJournal(options: JournalOptions): MemoryJournal {
  const { epoch, number = 0, maxEvents } = options;
  const window = createEventWindow({ epoch, number }, maxEvents);
  const state = createLiveState(options.state && decodeState(options.state));
  const listeners = new Set<() => void>();
  return {
    get position() {
      return eventId(window.newest);
    },
    get oldest() {
      return eventId(window.oldest);
    },
    append(facts) {
      for (const fact of facts) {
        window.push(fact);
        state.apply(fact);
      }
      window.trim();
      if (facts.length > 0) for (const listener of listeners) listener();
      return eventId(window.newest);
    },
    read: (after, limit = 1_000) => window.read(parseEventId(after), limit),
    keyframe: () => ({ id: eventId(window.newest), state: state.current() }),
    addGap() {
      window.restart(window.newest.epoch + 1);
      for (const listener of listeners) listener();
    },
    encodeState: () => concatBytes(...keyframeParts(state.snapshot())),
    onAppend(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function decodeState(bytes: Uint8Array): StateSnapshot {
  const found = readRecord(bytes, 0);
  if (found?.kind !== recordKinds.keyframe) throw new CodedError('journal.damaged-state', 'a keyframe is damaged');
  return readKeyframe(found.body);
}
