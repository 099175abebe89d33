import { appendFile, mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ByteWriter, concatBytes, fromHex, networks, sha256d, toHex } from '@glassblock/primitives';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NodeClient } from '../client.ts';
import { createBlockSource } from '../index.ts';
import { openBlockFiles } from './block-files.ts';

// Blocks here are headers with a number of transactions, as nothing else is read.

const network = networks.regtest;
const key = fromHex('0102030405060708');
const genesis = fromHex(
  '0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4adae5494dffff7f200200000001',
);
const hashOf = (block: Uint8Array) => sha256d(block.subarray(0, 80));
const child = (prev: Uint8Array, nonce: number, txCount = 2) =>
  new ByteWriter(200)
    .u32(4)
    .bytes(hashOf(prev))
    .bytes(new Uint8Array(40).fill(nonce))
    .u32(nonce)
    .compactSize(txCount)
    .bytes(new Uint8Array(60).fill(7))
    .finish();
/** Undo data of one transaction with one prevout. */
const undoOf = (sats: number) => Uint8Array.of(1, 1, 3, 0, sats, 6);
const spentOf = (sats: number) => `020001${sats.toString(16).padStart(2, '0')}0000000000000000`;

const blockRecord = (block: Uint8Array) =>
  new ByteWriter(400).bytes(network.magic).u32(block.length).bytes(block).finish();
const undoRecord = (block: Uint8Array, undo: Uint8Array) =>
  new ByteWriter(400)
    .bytes(network.magic)
    .u32(undo.length)
    .bytes(undo)
    .bytes(sha256d(concatBytes(block.subarray(4, 36), undo)))
    .finish();
const xored = (bytes: Uint8Array, offset = 0) => bytes.map((byte, i) => byte ^ key[(offset + i) & 7]!);

let directory: string;
let blocks: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'glassblock-files-'));
  blocks = join(directory, 'regtest', 'blocks');
  await mkdir(blocks, { recursive: true });
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const put = (name: string, ...records: Uint8Array[]) => writeFile(join(blocks, name), concatBytes(...records));
async function opened() {
  const files = await openBlockFiles({ blocksDir: directory, network });
  await files.walked();
  return files;
}
/** One-digit sats in the answer for a block. */
async function spentSats(files: Awaited<ReturnType<typeof opened>>, block: Uint8Array) {
  const found = await files.blockWithSpent(hashOf(block));
  if (found !== undefined) expect(toHex(found.block)).toBe(toHex(block));
  return found === undefined ? undefined : toHex(found.spent);
}

// amounts below ten sats are 1 + 10 (n - 1) in their compressed form
const form = (sats: number) => 1 + 10 * (sats - 1);

const one = child(genesis, 1);
const two = child(one, 2);
const three = child(two, 3);

describe('block files', () => {
  it('returns blocks in any order, and undo data by content, whatever their order in the file', async () => {
    await put('blk00000.dat', ...[genesis, three, one, two].map(blockRecord));
    await put('rev00000.dat', ...[two, three, one].map((block, i) => undoRecord(block, undoOf(form(i + 1)))));
    const files = await opened();
    expect(files.count).toBe(4);
    expect(await spentSats(files, genesis)).toBe('0100');
    expect(await spentSats(files, one)).toBe(spentOf(3));
    expect(await spentSats(files, two)).toBe(spentOf(1));
    expect(await spentSats(files, three)).toBe(spentOf(2));
    expect(await spentSats(files, two)).toBe(spentOf(1));
    expect(await files.blockWithSpent(new Uint8Array(32))).toBeUndefined();
  });

  it('accepts the blocks directory too, with the XOR key that Core uses', async () => {
    await writeFile(join(blocks, 'xor.dat'), key);
    const written = concatBytes(...[genesis, one, two].map(blockRecord));
    // reserved space is not XORed
    await writeFile(join(blocks, 'blk00000.dat'), concatBytes(xored(written), new Uint8Array(5_000)));
    await writeFile(join(blocks, 'rev00000.dat'), xored(undoRecord(one, undoOf(form(5)))));
    const files = await openBlockFiles({ blocksDir: blocks, network });
    await files.walked();
    expect(files.count).toBe(3);
    expect(await spentSats(files, one)).toBe(spentOf(5));
    expect(await spentSats(files, two)).toBeUndefined();
  });

  // genesis - one - two       two and other have the same parent: their undo records
  //               \ other     cannot be distinguished
  it('returns undefined for two blocks with the same parent', async () => {
    const other = child(one, 9);
    await put('blk00000.dat', ...[genesis, one, two, other].map(blockRecord));
    await put('rev00000.dat', undoRecord(one, undoOf(1)), undoRecord(two, undoOf(form(2))));
    const files = await opened();
    expect(await spentSats(files, one)).toBe(spentOf(1));
    expect(await spentSats(files, two)).toBeUndefined();
    expect(await spentSats(files, other)).toBeUndefined();
  });

  it('detects a second child written after the walk', async () => {
    await put('blk00000.dat', ...[genesis, one].map(blockRecord));
    await put('rev00000.dat', undoRecord(one, undoOf(1)));
    const files = await opened();
    const other = child(genesis, 9);
    await appendFile(join(blocks, 'blk00000.dat'), blockRecord(other));
    await appendFile(join(blocks, 'rev00000.dat'), undoRecord(other, undoOf(form(2))));
    expect(await spentSats(files, one)).toBeUndefined();
  });

  it('follows growing files: incomplete records are skipped until they are complete', async () => {
    const record = blockRecord(two);
    await put('blk00000.dat', blockRecord(genesis), blockRecord(one), record.subarray(0, 60));
    await put('rev00000.dat', undoRecord(one, undoOf(1)));
    const files = await opened();
    expect(await spentSats(files, two)).toBeUndefined();
    await appendFile(join(blocks, 'blk00000.dat'), record.subarray(60));
    await files.walked();
    expect(await spentSats(files, two)).toBeUndefined();
    const undo = undoRecord(two, undoOf(form(4)));
    await appendFile(join(blocks, 'rev00000.dat'), undo.subarray(0, 20));
    expect(await spentSats(files, two)).toBeUndefined();
    await appendFile(join(blocks, 'rev00000.dat'), undo.subarray(20));
    expect(await spentSats(files, two)).toBe(spentOf(4));
    await put('blk00001.dat', blockRecord(three));
    await put('rev00001.dat', undoRecord(three, undoOf(form(6))));
    await files.walked();
    expect(await spentSats(files, three)).toBe(spentOf(6));
  });

  it('walks past garbage, and again when the file changed', async () => {
    await put('blk00000.dat', blockRecord(genesis), Uint8Array.of(1, 2, 3, 4, 5), blockRecord(one));
    await put('rev00000.dat', undoRecord(one, undoOf(1)));
    const files = await opened();
    expect(await spentSats(files, one)).toBe(spentOf(1));
    await put('blk00000.dat', blockRecord(genesis), blockRecord(two), blockRecord(one));
    await expect(spentSats(files, one)).rejects.toMatchObject({ code: 'node.bad-block-file' });
    await files.walked();
    expect(await spentSats(files, one)).toBe(spentOf(1));
  });

  it('rejects damaged files by name, and falls back to the node', async () => {
    await put('blk00000.dat', ...[genesis, one, two].map(blockRecord));
    const damaged = undoRecord(one, Uint8Array.of(1, 1, 3, 0, 0x32, 0x80));
    await put('rev00000.dat', damaged, undoRecord(two, undoOf(form(2))));
    const files = await opened();
    await expect(spentSats(files, one)).rejects.toMatchObject({ code: 'node.bad-block-file' });
    await files.walked();
    expect(await spentSats(files, two)).toBe(spentOf(2));
    const asked: string[] = [];
    const client = {
      async rest(path: string) {
        asked.push(path);
        return path.startsWith('block/') ? one : fromHex(spentOf(8));
      },
    } as unknown as NodeClient;
    const source = createBlockSource(client, true, { blocksDir: directory, network });
    expect(toHex((await source.blockWithSpent(hashOf(one))).spent)).toBe(spentOf(8));
    expect(asked).toHaveLength(2);
    expect(source.way).toBe('rest-spent');
    await truncate(join(blocks, 'blk00000.dat'), 100);
    await expect(spentSats(files, two)).rejects.toMatchObject({ code: 'node.bad-block-file' });
  });

  it('returns parts of blocks, with and without an XOR key, and nothing beyond the block', async () => {
    await put('blk00000.dat', ...[genesis, one, two].map(blockRecord));
    const plain = await opened();
    expect(await plain.part(hashOf(one), 81, 60)).toEqual(new Uint8Array(60).fill(7));
    expect(await plain.part(hashOf(one), 0, 141)).toEqual(one);
    expect(await plain.part(hashOf(one), 82, 60)).toBe(undefined);
    expect(await plain.part(hashOf(three), 0, 80)).toBe(undefined);
    await put('blk00000.dat', xored(concatBytes(...[genesis, one, two].map(blockRecord))));
    await writeFile(join(blocks, 'xor.dat'), key);
    const obfuscated = await opened();
    expect(await obfuscated.part(hashOf(two), 77, 5)).toEqual(two.slice(77, 82));
  });

  it('reads parts in the thread pool after a slow read', async () => {
    await put('blk00000.dat', ...[genesis, one, two].map(blockRecord));
    let now = 0;
    const files = await openBlockFiles({ blocksDir: directory, network }, () => {
      now += 5;
      return now;
    });
    await files.walked();
    const parts = [1, 2, 3].map(() => files.part(hashOf(two), 77, 5));
    expect(await Promise.all(parts)).toEqual([1, 2, 3].map(() => two.slice(77, 82)));
  });

  it('rejects parts of a file that changed, and the node answers instead', async () => {
    await put('blk00000.dat', ...[genesis, one].map(blockRecord));
    const files = await opened();
    await put('blk00000.dat', ...[genesis, two].map(blockRecord));
    await expect(files.part(hashOf(one), 81, 4)).rejects.toMatchObject({ code: 'node.bad-block-file' });
    const client = { rest: () => Promise.resolve(Uint8Array.of(1, 2, 3, 4)) } as unknown as NodeClient;
    const source = createBlockSource(client, true, { blocksDir: directory, network });
    expect(await source.part(hashOf(one), 81, 4)).toEqual(Uint8Array.of(1, 2, 3, 4));
  });

  it('reports files of another chain, without a valid key, or missing', async () => {
    const open = (chain: keyof typeof networks = 'regtest') =>
      openBlockFiles({ blocksDir: directory, network: networks[chain] });
    await expect(open()).rejects.toMatchObject({ code: 'node.no-block-files' });
    await put('blk00000.dat', blockRecord(one));
    await expect(open()).rejects.toMatchObject({ code: 'node.other-block-files' });
    await put('blk00000.dat', blockRecord(genesis));
    await writeFile(join(blocks, 'xor.dat'), key.subarray(0, 7));
    await expect(open()).rejects.toMatchObject({ code: 'node.no-block-files' });
    await rm(join(blocks, 'xor.dat'));
    await expect(open('mainnet')).rejects.toMatchObject({ code: 'node.no-block-files' });
    await expect(openBlockFiles({ blocksDir: blocks, network: networks.mainnet })).rejects.toMatchObject({
      code: 'node.other-block-files',
    });
    await open();
  });

  it('starts later on a pruned node; the magic alone identifies the chain', async () => {
    await put('blk00002.dat', ...[two, three].map(blockRecord));
    await put('rev00002.dat', undoRecord(three, undoOf(form(9))));
    const files = await opened();
    expect(await spentSats(files, three)).toBe(spentOf(9));
    expect(await spentSats(files, one)).toBeUndefined();
  });
});
