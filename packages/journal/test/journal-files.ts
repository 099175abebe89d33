import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readBatch } from '../src/codecs/batch-bytes.ts';
import { readKeyframe } from '../src/codecs/keyframe-bytes.ts';
import { recordKinds } from '../src/codecs/record.ts';
import { systemDisk, withFile } from '../src/disk/disk.ts';
import { eventId } from '../src/events.ts';
import type { JournalEvent, Keyframe } from '../src/index.ts';
import { createLiveState, type StateSnapshot } from '../src/live-state.ts';
import { readHead, recordsOf, type SegmentHead } from '../src/segments/segment.ts';

/** Runs `work` in a temporary directory, which is removed afterwards. */
export async function inTemporaryDirectory<T>(work: (directory: string) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'journal-'));
  try {
    return await work(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Content of one segment file. */
export interface SegmentContents {
  path: string;
  head: SegmentHead;
  keyframe: StateSnapshot;
  events: JournalEvent[];
}

/** Returns the content of all segments of a directory, oldest first; incomplete records are skipped. */
export async function readSegments(directory: string): Promise<SegmentContents[]> {
  const segments: SegmentContents[] = [];
  const names = readdirSync(directory).filter((name) => name.endsWith('.seg'));
  for (const name of names.sort()) {
    const path = join(directory, name);
    await withFile(systemDisk, path, 'read', async (file) => {
      let head: SegmentHead | undefined;
      let segment: SegmentContents | undefined;
      for await (const { kind, body } of recordsOf(file, 0, await file.size())) {
        if (kind === recordKinds.head) head = readHead(body);
        else if (kind === recordKinds.keyframe && head !== undefined) {
          segment = { path, head, keyframe: readKeyframe(body), events: [] };
        } else if (kind === recordKinds.batch && head !== undefined) {
          const { epoch } = head;
          const { first, facts } = readBatch(body);
          for (const [i, fact] of facts.entries()) {
            segment?.events.push({ id: eventId({ epoch, number: first + i }), fact });
          }
        }
      }
      if (segment !== undefined) segments.push(segment);
    });
  }
  return segments;
}

/** Returns the state after the keyframe of one segment and every later fact, ignoring later keyframes. */
export function replayFrom(segments: readonly SegmentContents[], start: number): Keyframe {
  const state = createLiveState(segments[start]!.keyframe);
  for (const { events } of segments.slice(start)) for (const { fact } of events) state.apply(fact);
  return state.current();
}
