import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromHex, toHex } from '@glassblock/primitives';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PrefixBuckets } from '../codecs/prefix-list.ts';
import { systemDisk } from '../disk/disk.ts';
import { type Segment, segmentName } from './segment.ts';
import { indexedOffsets, loadIndexed, writeIndex } from './segment-index.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'glassblock-segment-index-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const first = [
  '01a2a3a4a5a6a7a8', // first 8 bytes of the txid
  '01020304', // offset of the batch, u32 LE
].join('');
const second = [
  'ffb2b3b4b5b6b7b8', // first 8 bytes of the txid
  '11121314', // offset of the batch
].join('');
const file = [
  '52080000', // length, u32 LE: 2,130
  '1427a6f2', // CRC-32 of the length and of what follows, u32 LE
  '01', // version
  '04', // kind: index
  '0706050403020100', // number of the last event, u64 LE
  '1615141312110000', // bytes of the segment, u64 LE
  '2625242322210000', // time of the newest event in milliseconds, u64 LE
  '3635343332310000', // epoch before, u64 LE
  '4645444342410000', // number of its last event, u64 LE
  '5655545352510000', // start in milliseconds, u64 LE
  '02000000', // marks, u32 LE
  '02000000', // entries, u32 LE
  '6766656463621100', // number of the first event of the first mark, u64 LE
  '71727374', // offset of its batch, u32 LE
  '8786858483820100', // of the second mark
  '91929394',
  '00000000' + '00000000', // bucket 0: entries up to its end, CRC-32 of its own, u32 LE
  '01000000' + 'd735a6a7', // bucket 1
  ('01000000' + '00000000').repeat(253), // buckets 2 to 254
  '02000000' + 'a9c19b4c', // bucket 255
  first,
  second,
].join('');
const name = { epoch: 12, first: 345 };
const segment = (): Segment => ({
  path: join(directory, segmentName(name.epoch, name.first)),
  head: { ...name, previous: { epoch: 0x313233343536, number: 0x414243444546 }, startedMs: 0x515253545556 },
  bytes: 0x111213141516,
  last: 0x01020304050607,
  marks: [
    { number: 0x11626364656667, offset: 0x74737271 },
    { number: 0x01828384858687, offset: 0x94939291 },
  ],
  index: undefined,
  newestMs: 0x212223242526,
});
const indexPath = () => join(directory, '000000000000012-000000000000345.index');

it('encodes the index of a journal segment', async () => {
  const prefixes = new PrefixBuckets();
  prefixes.add(fromHex('ffb2b3b4b5b6b7b8b9'), 0x14131211);
  prefixes.add(fromHex('01a2a3a4a5a6a7a8a9'), 0x04030201);
  await writeIndex(systemDisk, segment(), prefixes);
  expect(toHex(await readFile(indexPath()))).toBe(file);
});

it('decodes the index of a journal segment', async () => {
  await writeFile(indexPath(), fromHex(file));
  const loaded = (await loadIndexed(systemDisk, segment().path, name))!;
  expect({ ...loaded, index: undefined }).toEqual(segment());
  expect(loaded.index).toMatchObject({ entriesAt: 2_138, fileBytes: 2_162 });
  expect(await indexedOffsets(systemDisk, loaded, fromHex('01a2a3a4a5a6a7a8a9'))).toEqual([0x04030201]);
  expect(await indexedOffsets(systemDisk, loaded, fromHex('ffb2b3b4b5b6b7b8b9'))).toEqual([0x14131211]);
  expect(await indexedOffsets(systemDisk, loaded, fromHex('02b2b3b4b5b6b7b8b9'))).toEqual([]);
});
