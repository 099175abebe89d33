import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromHex, toHex } from '@glassblock/primitives';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemDisk } from '../disk/disk.ts';
import { openContentFiles, readContent, sealContent } from './content-file.ts';
import { openContentStore } from './content-store.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'glassblock-content-file-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const txid = fromHex(`a1a2a3a4a5a6a7a8${'b1'.repeat(24)}`);
const file = [
  '02000000', // length of the head, u32 LE
  '7f011692', // CRC-32 of the length and of what follows, u32 LE
  '01', // version
  '01', // kind: head
  '25000000', // length of the record, u32 LE: 37
  '2aae8ae0', // CRC-32
  '01', // version
  '07', // kind: content
  'a1a2a3a4a5a6a7a8', // txid, 32 bytes in internal order
  'b1'.repeat(24),
  'c1c2c3', // the transaction, to the end of the record
].join('');
const table = [
  '0e000000', // length, u32 LE: 14
  '31d5c07f', // CRC-32
  '01', // version
  '04', // kind: index
  'a1a2a3a4a5a6a7a8', // first 8 bytes of the txid
  '0a000000', // offset of its record, u32 LE
].join('');
const path = () => join(directory, '0000000001.content');
const tablePath = () => join(directory, '0000000001.content-table');

it('encodes a content file', async () => {
  const store = await openContentStore({ directory });
  store.put(txid, fromHex('c1c2c3'));
  await store.close();
  expect(toHex(await readFile(path()))).toBe(file);
});

it('decodes a content file', async () => {
  await writeFile(path(), fromHex(file));
  const [opened] = await openContentFiles(systemDisk, directory);
  expect(opened).toMatchObject({ number: 1, bytes: file.length / 2, isFull: false });
  expect(await readContent(systemDisk, opened!, txid)).toEqual(fromHex('c1c2c3'));
});

it('encodes the table of a content file', async () => {
  await writeFile(path(), fromHex(file));
  const [opened] = await openContentFiles(systemDisk, directory);
  await sealContent(systemDisk, opened!);
  expect(toHex(await readFile(tablePath()))).toBe(table);
});

it('decodes the table of a content file', async () => {
  await writeFile(path(), fromHex(file));
  await writeFile(tablePath(), fromHex(table));
  const [opened] = await openContentFiles(systemDisk, directory);
  expect(opened).toMatchObject({ number: 1, isFull: true });
  expect(opened!.table.offsetsOf(txid)).toEqual([10]);
});
