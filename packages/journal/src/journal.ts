import { CodedError, displayHash } from '@glassblock/primitives';
import type { Fact, Keyframe } from './facts.ts';

/** `epoch-number`. A new epoch begins whenever the tail may have been lost, so an id never names two events. */
export type EventId = `${number}-${number}`;

export interface JournalEvent {
  readonly id: EventId;
  readonly fact: Fact;
}

/** What a reader gets: the events after its position, or word that they are gone and a keyframe is needed. */
export type Reading =
  | {
      readonly gap: false;
      readonly events: readonly JournalEvent[];
      readonly position: EventId;
      readonly more: boolean;
    }
  | { readonly gap: true };

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

const idPattern = /^(\d{1,15})-(\d{1,15})$/;

/** Reads `epoch-number`. @throws {CodedError} journal.bad-id */
export function parseEventId(text: string): { epoch: number; number: number } {
  const match = idPattern.exec(text);
  if (match === null) throw new CodedError('journal.bad-id', 'an event id looks like 12-345', { datum: text });
  return { epoch: Number(match[1]), number: Number(match[2]) };
}

/** A journal in memory, bounded by `keptEvents`. */
export function createMemoryJournal(options: JournalOptions): Journal {
  const { epoch, keptEvents } = options;
  const events: JournalEvent[] = [];
  const state = createKeyframeState();
  const listeners = new Set<() => void>();
  let dropped = 0;
  const newest = () => dropped + events.length;
  const idOf = (number: number): EventId => `${epoch}-${number}`;

  return {
    get position() {
      return idOf(newest());
    },
    append(facts) {
      for (const fact of facts) {
        events.push({ id: idOf(newest() + 1), fact });
        state.apply(fact);
      }
      if (events.length > keptEvents * 1.25) {
        const surplus = events.length - keptEvents;
        events.splice(0, surplus);
        dropped += surplus;
      }
      if (facts.length > 0) for (const listener of listeners) listener();
      return idOf(newest());
    },
    read(after, limit = 1_000) {
      const { epoch: theirs, number } = parseEventId(after);
      if (theirs !== epoch || number < dropped) return { gap: true };
      if (number > newest()) throw new CodedError('journal.bad-id', 'that event has not happened', { datum: after });
      const from = number - dropped;
      const part = events.slice(from, from + limit);
      return {
        gap: false,
        events: part,
        position: idOf(number + part.length),
        more: from + part.length < events.length,
      };
    },
    keyframe: () => ({ id: idOf(newest()), state: state.current() }),
    onAppend(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Folds facts into the state that a keyframe holds. */
function createKeyframeState() {
  type PoolEntry = Keyframe['pool'][number];
  const pool = new Map<string, PoolEntry>();
  const chain: NonNullable<Keyframe['tip']>[] = [];
  return {
    apply(fact: Fact): void {
      switch (fact.type) {
        case 'tx-added':
          pool.set(displayHash(fact.txid), { txid: fact.txid, fee: fact.fee, weight: fact.weight, time: fact.time });
          break;
        case 'tx-removed':
          pool.delete(displayHash(fact.txid));
          break;
        case 'block-connected':
          chain.push({ height: fact.height, hash: fact.hash });
          if (chain.length > 2_000) chain.splice(0, 1_000);
          break;
        case 'block-disconnected':
          chain.pop();
          break;
      }
    },
    current: (): Keyframe => ({ tip: chain.at(-1), pool: [...pool.values()] }),
  };
}
