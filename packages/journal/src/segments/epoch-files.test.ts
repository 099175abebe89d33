import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromHex, toHex } from '@glassblock/primitives';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemDisk } from '../disk/disk.ts';
import { readHighestEpoch, takeCleanEnd, takeEpoch, writeCleanEnd } from './epoch-files.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'glassblock-epoch-files-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const epochs = [
  '0a000000', // length of the first record, u32 LE: 10
  'bcccab62', // CRC-32 of the length and of what follows, u32 LE
  '01', // version
  '05', // kind: epoch
  '0706050403020100', // epoch, u64 LE
  '00'.repeat(494), // up to the next sector
  '0a000000', // length of the second record
  '10de8bbb', // CRC-32
  '01', // version
  '05', // kind: epoch
  '0806050403020100', // epoch
  '00'.repeat(494), // up to the end of the sector
].join('');
const cleanEnd = [
  '14000000', // length, u32 LE: 20
  '58837987', // CRC-32
  '01', // version
  '06', // kind: clean end
  '0706050403020100', // epoch, u64 LE
  '1716151413121100', // number of the last event, u64 LE
  'c3a4', // identity of the newest segment, UTF-8 to the end
].join('');

it('encodes the epoch file', async () => {
  await takeEpoch(systemDisk, directory, 0x01020304050607);
  await takeEpoch(systemDisk, directory, 0x01020304050608);
  expect(toHex(await readFile(join(directory, 'epoch')))).toBe(epochs);
});

it('decodes the epoch file', async () => {
  await writeFile(join(directory, 'epoch'), fromHex(epochs));
  expect(await readHighestEpoch(systemDisk, directory)).toBe(0x01020304050608);
  await writeFile(join(directory, 'epoch'), fromHex(epochs).subarray(0, 512));
  expect(await readHighestEpoch(systemDisk, directory)).toBe(0x01020304050607);
});

it('encodes the mark of a clean end', async () => {
  const end = { epoch: 0x01020304050607, number: 0x11121314151617 };
  await writeCleanEnd(systemDisk, directory, { end, identity: 'ä' });
  expect(toHex(await readFile(join(directory, 'clean-end')))).toBe(cleanEnd);
});

it('decodes the mark of a clean end', async () => {
  await writeFile(join(directory, 'clean-end'), fromHex(cleanEnd));
  const end = { epoch: 0x01020304050607, number: 0x11121314151617 };
  expect(await takeCleanEnd(systemDisk, directory)).toEqual({ end, identity: 'ä' });
});
