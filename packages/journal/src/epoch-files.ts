import { join } from 'node:path';
import { record, restText, u64 } from '@glassblock/primitives/records';
import { type Disk, isMissing, readWhole, withFile, writeWhole } from './disk.ts';
import type { Place } from './events.ts';
import { readRecord, recordKinds, recordOf } from './record.ts';

/** Body of a record in the file of epochs. */
export const epochRecord = record({ epoch: u64 });

/** Body of the record that marks a clean end. */
export const cleanEndRecord = record({
  epoch: u64,
  /** Of the last event. */
  number: u64,
  /** Of the newest segment's file. */
  identity: restText,
});

/** Two places, each in a sector of its own: the one with the lower number is written, so a torn write loses nothing. The
 *  file never grows after the first time: an epoch can be taken while the disk is full. */
const slotBytes = 512;

/** Highest epoch that was ever taken in this directory; 0 when none is known. */
export async function readHighestEpoch(disk: Disk, directory: string): Promise<number> {
  return Math.max(...(await readSlots(disk, directory)));
}

/** Makes an epoch durable as taken. It is above every one before. */
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

/** Word that the log ended at `end` with nothing lost, in a file that says which file it means. */
export interface CleanEnd {
  readonly end: Place;
  /** Of the newest segment: a restored copy has another one. */
  readonly identity: string;
}

const cleanEndPath = (directory: string) => join(directory, 'clean-end');

export async function writeCleanEnd(disk: Disk, directory: string, { end, identity }: CleanEnd): Promise<void> {
  const body = cleanEndRecord.encode({ ...end, identity });
  await writeWhole(disk, cleanEndPath(directory), [recordOf(recordKinds.cleanEnd, body)]);
}

/** Reads the mark and takes it away for good: it holds for one opening.   @returns undefined without a whole mark */
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
