import { CodedError } from '@glassblock/primitives';
import type { Fact } from './facts.ts';

/**
 * `epoch-number`. A new epoch starts whenever the end of the log may have been lost, so an id never identifies two
 * events.
 */
export type EventId = `${number}-${number}`;

/** A numbered fact. */
export interface JournalEvent {
  readonly id: EventId;
  readonly fact: Fact;
}

/** Result of a read: the events after a position, or a gap, which requires a keyframe. */
export type Reading =
  | {
      readonly gap: false;
      readonly events: readonly JournalEvent[];
      readonly position: EventId;
      readonly more: boolean;
    }
  | { readonly gap: true };

/** Place of an event: numbers start at 1 in each epoch; 0 is the place before the first. */
export interface Place {
  readonly epoch: number;
  readonly number: number;
}

const idPattern = /^(\d{1,15})-(\d{1,15})$/;

/**
 * Parses `epoch-number`.
 * @throws {CodedError} journal.bad-id
 */
export function parseEventId(text: string): Place {
  const match = idPattern.exec(text);
  if (match === null) throw new CodedError('journal.bad-id', 'an event id looks like 12-345', { datum: text });
  return { epoch: Number(match[1]), number: Number(match[2]) };
}

/** Returns the id of a place. */
export const eventId = ({ epoch, number }: Place): EventId => `${epoch}-${number}`;

/** Returns the error for an id above the newest: journal.bad-id. */
export const neverAssigned = (place: Place) =>
  new CodedError('journal.bad-id', 'the event id is later than the last event', { datum: eventId(place) });
