import type { EventWindow } from '../event-window.ts';
import type { Place } from '../events.ts';
import { comparePlaces } from '../segments/segment-reading.ts';

/**
 * Events that are missing on disk because of a failure, partly in memory: after one place, up to another once
 * recovered.
 */
export class LostRange {
  private range: { after: Place; end: Place | undefined } | undefined;

  /** Starts after a place, or continues an earlier range. */
  start(after: Place): void {
    this.range = { after: this.range?.after ?? after, end: undefined };
  }

  /** Ends before the event that follows a place: from there on events are stored again. */
  endAt(end: Place): void {
    if (this.range !== undefined) this.range.end = end;
  }

  /** Returns the place after which events are missing; undefined when none is, or all of them left memory. */
  startIn(window: EventWindow): Place | undefined {
    const end = this.range?.end;
    if (end !== undefined && comparePlaces(window.oldest, end) >= 0) this.range = undefined;
    return this.range?.after;
  }
}
