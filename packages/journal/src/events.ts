import { CodedError } from '@glassblock/primitives';
import type { Fact } from './facts.ts';

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

/** An event's place: numbers run from 1 in each epoch, 0 is the place before the first. */
export interface Place {
  readonly epoch: number;
  readonly number: number;
}

const idPattern = /^(\d{1,15})-(\d{1,15})$/;

/** Reads `epoch-number`. @throws {CodedError} journal.bad-id */
export function parseEventId(text: string): Place {
  const match = idPattern.exec(text);
  if (match === null) throw new CodedError('journal.bad-id', 'an event id looks like 12-345', { datum: text });
  return { epoch: Number(match[1]), number: Number(match[2]) };
}

export const eventId = ({ epoch, number }: Place): EventId => `${epoch}-${number}`;

/** Error of an id above the newest.   code: journal.bad-id */
export const neverAssigned = (place: Place) =>
  new CodedError('journal.bad-id', 'that event has not happened', { datum: eventId(place) });
