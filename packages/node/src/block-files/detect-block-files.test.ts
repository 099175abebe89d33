import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { concatBytes, fromHex, networks } from '@glassblock/primitives';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { detectBlockFiles } from './detect-block-files.ts';

const network = networks.regtest;
const genesis = fromHex(
  '0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4adae5494dffff7f200200000001',
);
const origin = 'http://127.0.0.1:18443';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'glassblock-home-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

async function addBlocks(...path: string[]): Promise<string> {
  const directory = join(home, ...path, 'blocks');
  await mkdir(directory, { recursive: true });
  const size = Uint8Array.of(genesis.length, 0, 0, 0);
  await writeFile(join(directory, 'blk00000.dat'), concatBytes(network.magic, size, genesis));
  return directory;
}

it('finds the files beside the cookie, also with a data directory of its own', async () => {
  const blocks = await addBlocks('data', 'regtest');
  const cookieFile = join(home, 'data', 'regtest', '.cookie');
  expect(await detectBlockFiles({ origin, cookieFile }, network, home)).toBe(blocks);
});

it('finds the files in the default data directory', async () => {
  const blocks = await addBlocks('.bitcoin', 'regtest');
  expect(await detectBlockFiles({ origin: 'http://localhost:18443' }, network, home)).toBe(blocks);
});

it('ignores files of another chain, and nodes on other machines', async () => {
  await addBlocks('.bitcoin', 'regtest');
  expect(await detectBlockFiles({ origin }, networks.signet, home)).toBe(undefined);
  expect(await detectBlockFiles({ origin: 'http://10.0.0.2:18443' }, network, home)).toBe(undefined);
  expect(await detectBlockFiles({ origin: 'http://127.0.0.1.example:18443' }, network, home)).toBe(undefined);
});

it('returns undefined where there are no files', async () => {
  expect(await detectBlockFiles({ origin }, network, home)).toBe(undefined);
});
