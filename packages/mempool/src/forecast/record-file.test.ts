import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromHex, toHex } from '@glassblock/primitives';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openRecordFile } from './record-file.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'glassblock-record-file-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const file = [
  'a1a2a3', // row, 3 bytes
  '7cc215f4', // CRC-32 of the row, u32 LE
  'b1b2b3', // row
  '396346bf', // CRC-32 of the row
].join('');
const path = () => join(directory, 'some.rows');

it('encodes a file of rows', async () => {
  const rows = await openRecordFile(path(), { width: 3, max: 10 });
  await rows.append(fromHex('a1a2a3'));
  await rows.append(fromHex('b1b2b3'));
  expect(toHex(await readFile(path()))).toBe(file);
});

it('decodes a file of rows', async () => {
  await writeFile(path(), fromHex(file));
  const rows = await openRecordFile(path(), { width: 3, max: 10 });
  const found: string[] = [];
  for await (const piece of rows.pieces()) found.push(...piece.map(toHex));
  expect(found).toEqual(['a1a2a3', 'b1b2b3']);
});

it('skips and reports damaged and incomplete rows', async () => {
  const damaged = fromHex(file);
  damaged[1]! ^= 1;
  await writeFile(path(), damaged);
  const losses: string[] = [];
  const rows = await openRecordFile(path(), { width: 3, max: 10, onDamaged: (loss) => losses.push(loss) });
  const found: string[] = [];
  for await (const piece of rows.pieces()) found.push(...piece.map(toHex));
  expect(found).toEqual(['b1b2b3']);
  await writeFile(path(), fromHex(file).subarray(0, 9));
  for await (const piece of rows.pieces()) found.push(...piece.map(toHex));
  expect(found).toEqual(['b1b2b3', 'a1a2a3']);
  expect(losses).toEqual(['damaged rows of some.rows are skipped', 'damaged rows of some.rows are skipped']);
});
