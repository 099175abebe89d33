import { type EventId, eventId, type JournalEvent, neverAssigned, type Place, type Reading } from './events.ts';
import type { Fact } from './facts.ts';

/** The newest events in memory, across the epochs of one process. */
export interface EventWindow {
  /** Place of the newest event. */
  readonly newest: Place;
  /** Place before the oldest event in memory: readers from there on are served. */
  readonly oldest: Place;
  readonly events: readonly JournalEvent[];
  push(fact: Fact): void;
  /** Continues from 0 in another epoch; the end of the previous one is known, so its readers may continue. */
  beginEpoch(epoch: number): void;
  /** Drops all events and continues from 0 in another epoch: readers of earlier places get a gap. */
  restart(epoch: number): void;
  /** Drops the oldest events above the maximum, but none after `written`. */
  trim(written?: Place): void;
  /** @throws {CodedError} journal.bad-id for a place after the newest of its epoch */
  read(after: Place, limit: number): Reading;
}

/** Consecutive events of one epoch: event `number` is event `base + number` of this process, counted from 0. */
interface Stretch {
  readonly epoch: number;
  readonly base: number;
  last: number;
}

/** Creates an empty window after `start`. */
export function createEventWindow(start: Place, maxEvents: number): EventWindow {
  const events: JournalEvent[] = [];
  const stretches: Stretch[] = [{ epoch: start.epoch, base: -start.number - 1, last: start.number }];
  let dropped = 0;
  let oldest = start;

  const current = () => stretches.at(-1)!;
  /**
   * Returns the index in `events` of the first event after a place: below 0 if it was dropped, undefined if unknown.
   */
  function indexAfter({ epoch, number }: Place): number | undefined {
    const stretch = stretches.find((each) => each.epoch === epoch);
    if (stretch === undefined) return undefined;
    if (number > stretch.last) throw neverAssigned({ epoch, number });
    return stretch.base + number + 1 - dropped;
  }

  return {
    get newest() {
      return { epoch: current().epoch, number: current().last };
    },
    get oldest() {
      return oldest;
    },
    events,
    push(fact) {
      const stretch = current();
      stretch.last++;
      events.push({ id: eventId({ epoch: stretch.epoch, number: stretch.last }), fact });
    },
    beginEpoch(epoch) {
      stretches.push({ epoch, base: dropped + events.length - 1, last: 0 });
      if (events.length === 0) oldest = { epoch, number: 0 };
    },
    restart(epoch) {
      dropped += events.length;
      events.length = 0;
      stretches.splice(0, stretches.length, { epoch, base: dropped - 1, last: 0 });
      oldest = { epoch, number: 0 };
    },
    trim(written) {
      if (events.length <= maxEvents * 1.25) return;
      let surplus = events.length - maxEvents;
      if (written !== undefined) surplus = Math.min(surplus, indexAfter(written) ?? 0);
      if (surplus <= 0) return;
      events.splice(0, surplus);
      dropped += surplus;
      while (stretches.length > 1 && stretches[0]!.base + stretches[0]!.last < dropped) stretches.shift();
      const { epoch, base } = stretches[0]!;
      oldest = { epoch, number: Math.max(0, dropped - base - 1) };
    },
    read(after, limit) {
      const from = indexAfter(after);
      if (from === undefined || from < 0) return { gap: true };
      const part = events.slice(from, from + limit);
      const position: EventId = part.at(-1)?.id ?? eventId(after);
      return { gap: false, events: part, position, more: from + part.length < events.length };
    },
  };
}
