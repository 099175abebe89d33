import type { Txid } from '@glassblock/primitives';
import type { EventWindow } from '../event-window.ts';
import { eventId, type JournalEvent, type Place, type Reading } from '../events.ts';
import type { Segment } from '../segments/segment.ts';
import type { SegmentLog } from '../segments/segment-log.ts';
import {
  comparePlaces,
  endOf,
  findInSegment,
  isAbout,
  readEvents,
  segmentsAfter,
} from '../segments/segment-reading.ts';
import type { Disk } from './disk.ts';

/** Where the events of a journal are: older ones in the log, newer ones in the window, which may overlap. */
export interface EventSources {
  disk: Disk;
  log: SegmentLog;
  window: EventWindow;
}

/** Returns the place from which on readers are served, on disk or in memory. */
export function oldestPlace(sources: EventSources): Place {
  const starts = sources.log.segments.map(({ head }) => ({ epoch: head.epoch, number: head.first - 1 }));
  return starts.find((place) => segmentsToWindow(sources, place) !== undefined) ?? sources.window.oldest;
}

/** Reads events after a place, at most `limit`, from disk and then from memory. Rejects with system errors. */
export async function readFromDisk(sources: EventSources, after: Place, limit: number): Promise<Reading> {
  const path = segmentsToWindow(sources, after);
  if (path === undefined) return { gap: true };
  const { events, isBroken } = await readEvents(sources.disk, path, after, limit);
  if (isBroken || events.length >= limit) {
    const position = events.at(-1)?.id;
    return position === undefined ? { gap: true } : { gap: false, events, position, more: true };
  }
  const rest = sources.window.read(endOf(path.at(-1)!), limit - events.length);
  // events that left memory are on disk by now, or dropped
  if (rest.gap) return readFromDisk(sources, after, limit);
  return { ...rest, events: [...events, ...rest.events] };
}

/**
 * Returns all events of a transaction, oldest first. Rejects with system errors.
 * @param storedEnd place up to which events are on disk or dropped; later ones are in memory
 */
export async function findEvents(
  { disk, log, window }: EventSources,
  txid: Txid,
  storedEnd: Place,
): Promise<JournalEvent[]> {
  const unwritten = window.read(storedEnd, Number.POSITIVE_INFINITY);
  const recent = unwritten.gap ? [] : unwritten.events.filter(({ fact }) => isAbout(fact, txid));
  // before the first wait, while the open segment is still the open one
  const searches = log.segments.map((segment) => ({ segment, offsets: log.openOffsets(segment, txid) }));
  const older: JournalEvent[] = [];
  for (const { segment, offsets } of searches) {
    for (const { place, fact } of await findInSegment(disk, segment, txid, offsets)) {
      if (comparePlaces(place, storedEnd) <= 0) older.push({ id: eventId(place), fact });
    }
  }
  return [...older, ...recent];
}

/** Returns the segments between a place and the start of memory; undefined if there is a hole. */
function segmentsToWindow({ log, window }: EventSources, after: Place): Segment[] | undefined {
  const path = segmentsAfter(log.segments, after);
  return path === undefined || window.read(endOf(path.at(-1)!), 0).gap ? undefined : path;
}
