import { createEventWindow } from './event-window.ts';
import { type EventId, eventId, parseEventId, type Reading } from './events.ts';
import type { Fact, Keyframe } from './facts.ts';
import { createLiveState } from './live-state.ts';

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
}

/** Creates a journal in memory, bounded by its maximum number of events. */
export function createMemoryJournal(options: JournalOptions): Journal {
  const window = createEventWindow({ epoch: options.epoch, number: 0 }, options.maxEvents);
  const state = createLiveState();
  const listeners = new Set<() => void>();
  return {
    get position() {
      return eventId(window.newest);
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
    onAppend(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
