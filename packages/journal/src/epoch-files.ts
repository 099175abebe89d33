import { join } from 'node:path';
import { ByteReader, ByteWriter } from '@glassblock/primitives';
import { type Disk, isMissing, readWhole, withFile, writeWhole } from './disk.ts';
import type { Place } from './events.ts';
import { readRecord, recordKinds, recordOf } from './record.ts';

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
  const record = recordOf(recordKinds.epoch, new ByteWriter(8).u64(epoch).finish());
  try {
    await withFile(disk, path, 'write', async (file) => {
      await file.write(record, slot * slotBytes);
      await file.sync();
    });
  } catch (cause) {
    if (!isMissing(cause)) throw cause;
    const bytes = new Uint8Array(2 * slotBytes);
    bytes.set(record);
    await writeWhole(disk, path, [bytes]);
  }
}

const epochPath = (directory: string) => join(directory, 'epoch');

async function readSlots(disk: Disk, directory: string): Promise<number[]> {
  const bytes = (await readWhole(disk, epochPath(directory))) ?? new Uint8Array(0);
  return [0, slotBytes].map((offset) => {
    const record = readRecord(bytes, offset);
    return record?.kind === recordKinds.epoch ? new ByteReader(record.body).u64() : 0;
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
  const body = new ByteWriter(64).u64(end.epoch).u64(end.number).bytes(new TextEncoder().encode(identity)).finish();
  await writeWhole(disk, cleanEndPath(directory), [recordOf(recordKinds.cleanEnd, body)]);
}

/** Reads the mark and takes it away for good: it holds for one opening.   @returns undefined without a whole mark */
export async function takeCleanEnd(disk: Disk, directory: string): Promise<CleanEnd | undefined> {
  const path = cleanEndPath(directory);
  const bytes = await readWhole(disk, path);
  if (bytes === undefined) return undefined;
  const record = readRecord(bytes, 0);
  await disk.remove(path);
  await disk.syncDirectory(directory);
  if (record?.kind !== recordKinds.cleanEnd) return undefined;
  const reader = new ByteReader(record.body);
  const end = { epoch: reader.u64(), number: reader.u64() };
  return { end, identity: new TextDecoder().decode(reader.take(reader.remaining)) };
}
