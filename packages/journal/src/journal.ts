import { createEventWindow } from './event-window.ts';
import { type EventId, eventId, parseEventId, type Reading } from './events.ts';
import type { Fact, Keyframe } from './facts.ts';
import { createLiveState } from './live-state.ts';

/** The numbered log of everything that happens to chain and pool of one network. Writers never wait for readers. */
export interface Journal {
  /** Numbers the facts in order and wakes the readers. */
  append(facts: readonly Fact[]): EventId;
  /** Id of the newest event; `epoch-0` before the first. */
  readonly position: EventId;
  /** Events after `after`, oldest first, at most `limit`.
   *  @returns gap when the epoch is another one, or events after `after` were dropped
   *  @throws {CodedError} journal.bad-id when the text is no id, or names an event that has not happened */
  read(after: EventId, limit?: number): Reading;
  /** The state now, with the id of the newest event that it contains. */
  keyframe(): { readonly id: EventId; readonly state: Keyframe };
  /** Calls back after each append, once. @returns a function that ends it */
  onAppend(listener: () => void): () => void;
}

export interface JournalOptions {
  /** Number of this run's epoch; must be above every earlier one. A clock in milliseconds does. */
  epoch: number;
  /** Events kept for readers that are behind. */
  keptEvents: number;
}

/** A journal in memory, bounded by `keptEvents`. */
export function createMemoryJournal(options: JournalOptions): Journal {
  const window = createEventWindow({ epoch: options.epoch, number: 0 }, options.keptEvents);
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
