import { equalBytes, type Txid } from '@glassblock/primitives';
import { readBatch, readBatchHead } from '../codecs/batch-bytes.ts';
import { recordKinds } from '../codecs/record.ts';
import { type Disk, isMissing, withFile } from '../disk/disk.ts';
import { eventId, type JournalEvent, type Place } from '../events.ts';
import { batchesAt, recordsOf, type Segment } from './segment.ts';
import { indexedOffsets } from './segment-index.ts';

/** Compares two places in the log. */
export const comparePlaces = (a: Place, b: Place) => a.epoch - b.epoch || a.number - b.number;

/** Returns the place of the last event of a segment. */
export const endOf = (segment: Segment): Place => ({ epoch: segment.head.epoch, number: segment.last });

/** Returns whether the next segment starts where this one ends, or with an epoch that follows it without loss. */
function isLinked({ head, last }: Segment, next: Segment): boolean {
  if (next.head.epoch === head.epoch) return next.head.first === last + 1;
  const { previous } = next.head;
  return next.head.first === 1 && previous?.epoch === head.epoch && previous.number === last;
}

/** Returns the segments with everything after a place, oldest first; undefined if there is a hole. */
export function segmentsAfter(segments: readonly Segment[], after: Place): Segment[] | undefined {
  const start = segments.findLastIndex(({ head }) => head.epoch === after.epoch && head.first - 1 <= after.number);
  const path = segments.slice(start).map((segment) => ({ ...segment }));
  if (start < 0 || after.number > path[0]!.last) return undefined;
  return path.every((segment, i) => i + 1 === path.length || isLinked(segment, path[i + 1]!)) ? path : undefined;
}

/**
 * Reads events after a place from linked segments, at most `limit`. Fewer if a segment is damaged or was dropped
 * meanwhile: the caller continues from the last one.
 */
export async function readEvents(
  disk: Disk,
  path: readonly Segment[],
  after: Place,
  limit: number,
): Promise<{ events: JournalEvent[]; isBroken: boolean }> {
  const events: JournalEvent[] = [];
  for (const [i, segment] of path.entries()) {
    const { last } = segment;
    let expected = i === 0 ? after.number + 1 : segment.head.first;
    if (expected > last) continue;
    const more = await readSegment(disk, segment, expected, limit - events.length);
    for (const event of more) events.push(event);
    expected += more.length;
    if (events.length >= limit) break;
    if (expected <= last) return { events, isBroken: true };
  }
  return { events, isBroken: false };
}

async function readSegment(disk: Disk, segment: Segment, from: number, limit: number): Promise<JournalEvent[]> {
  const { epoch } = segment.head;
  const start = segment.marks.findLast(({ number }) => number <= from)?.offset ?? 0;
  const events: JournalEvent[] = [];
  try {
    await withFile(disk, segment.path, 'read', async (file) => {
      for await (const { kind, body } of recordsOf(file, start, segment.bytes)) {
        if (kind !== recordKinds.batch) continue;
        const head = readBatchHead(body);
        const expected = from + events.length;
        if (head.first + head.count <= expected) continue;
        if (head.first > expected) return;
        const { facts } = readBatch(body);
        for (const [i, fact] of facts.slice(expected - head.first, expected - head.first + limit).entries()) {
          events.push({ id: eventId({ epoch, number: expected + i }), fact });
        }
        if (events.length >= limit) return;
      }
    });
  } catch (cause) {
    if (!isMissing(cause)) throw cause;
  }
  return events.slice(0, limit);
}

/**
 * Reads the events of a transaction in one segment, oldest first.
 * @param openOffsets of a segment without a side file
 */
export async function findInSegment(
  disk: Disk,
  segment: Segment,
  txid: Txid,
  openOffsets: readonly number[] | undefined,
): Promise<{ place: Place; fact: JournalEvent['fact'] }[]> {
  const { epoch } = segment.head;
  try {
    const offsets = openOffsets ?? (await indexedOffsets(disk, segment, txid));
    const bodies = offsets === undefined ? undefined : await batchesAt(disk, segment.path, offsets);
    const found: { place: Place; fact: JournalEvent['fact'] }[] = [];
    const collect = (body: Uint8Array) => {
      const { first, facts } = readBatch(body);
      for (const [i, fact] of facts.entries()) {
        if (isAbout(fact, txid)) found.push({ place: { epoch, number: first + i }, fact });
      }
    };
    if (bodies !== undefined) bodies.forEach(collect);
    else {
      await withFile(disk, segment.path, 'read', async (file) => {
        for await (const { kind, body } of recordsOf(file, 0, segment.bytes)) {
          if (kind === recordKinds.batch) collect(body);
        }
      });
    }
    return found;
  } catch (cause) {
    if (isMissing(cause)) return [];
    throw cause;
  }
}

/** Returns whether a fact is about this transaction. */
export const isAbout = (fact: JournalEvent['fact'], txid: Txid) => 'txid' in fact && equalBytes(fact.txid, txid);
