import { join } from 'node:path';
import { record, restText, u64 } from '@glassblock/primitives/records';
import { readRecord, recordKinds, recordOf } from '../codecs/record.ts';
import { type Disk, isMissing, readWhole, withFile, writeWhole } from '../disk/disk.ts';
import type { Place } from '../events.ts';

/** Body of a record in the file of epochs. */
export const epochRecord = record({ epoch: u64 });

/** Body of the record that marks a clean end. */
export const cleanEndRecord = record({
  epoch: u64,
  /** Number of the last event. */
  number: u64,
  /** Identity of the file of the newest segment. */
  identity: restText,
});

/**
 * Two slots, each in its own sector: the one with the lower number is written, so an interrupted write loses nothing.
 * The
 * file has a fixed size, so an epoch can be taken while the disk is full.
 */
const slotBytes = 512;

/** Returns the highest epoch ever taken in a directory; 0 if unknown. */
export async function readHighestEpoch(disk: Disk, directory: string): Promise<number> {
  return Math.max(...(await readSlots(disk, directory)));
}

/** Stores an epoch durably as taken. It must be above all earlier ones. */
export async function takeEpoch(disk: Disk, directory: string, epoch: number): Promise<void> {
  const path = epochPath(directory);
  const [first = 0, second = 0] = await readSlots(disk, directory);
  const slot = first <= second ? 0 : 1;
  const taken = recordOf(recordKinds.epoch, epochRecord.encode({ epoch }));
  try {
    await withFile(disk, path, 'write', async (file) => {
      await file.write(taken, slot * slotBytes);
      await file.sync();
    });
  } catch (cause) {
    if (!isMissing(cause)) throw cause;
    const bytes = new Uint8Array(2 * slotBytes);
    bytes.set(taken);
    await writeWhole(disk, path, [bytes]);
  }
}

const epochPath = (directory: string) => join(directory, 'epoch');

async function readSlots(disk: Disk, directory: string): Promise<number[]> {
  const bytes = (await readWhole(disk, epochPath(directory))) ?? new Uint8Array(0);
  return [0, slotBytes].map((offset) => {
    const slot = readRecord(bytes, offset);
    return slot?.kind === recordKinds.epoch ? epochRecord.decode(slot.body).epoch : 0;
  });
}

/** States that the log ended at `end` without loss, with the identity of the file it refers to. */
export interface CleanEnd {
  readonly end: Place;
  /** Identity of the newest segment: a restored copy has another one. */
  readonly identity: string;
}

const cleanEndPath = (directory: string) => join(directory, 'clean-end');

/** Writes the mark of a clean end. */
export async function writeCleanEnd(disk: Disk, directory: string, { end, identity }: CleanEnd): Promise<void> {
  const body = cleanEndRecord.encode({ ...end, identity });
  await writeWhole(disk, cleanEndPath(directory), [recordOf(recordKinds.cleanEnd, body)]);
}

/**
 * Reads and removes the mark; it is valid for one opening.
 * @returns undefined without a complete mark
 */
export async function takeCleanEnd(disk: Disk, directory: string): Promise<CleanEnd | undefined> {
  const path = cleanEndPath(directory);
  const bytes = await readWhole(disk, path);
  if (bytes === undefined) return undefined;
  const mark = readRecord(bytes, 0);
  await disk.remove(path);
  await disk.syncDirectory(directory);
  if (mark?.kind !== recordKinds.cleanEnd) return undefined;
  const { epoch, number, identity } = cleanEndRecord.decode(mark.body);
  return { end: { epoch, number }, identity };
}
