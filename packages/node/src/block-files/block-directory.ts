import { access, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CodedError, displayHash, equalBytes, headerSize, type NetworkRow, sha256d } from '@glassblock/primitives';
import type { NodeAddress } from '../node-connection.ts';
import { ObfuscatedFile } from './obfuscated-file.ts';

/** Location of the node's block files. */
export interface BlockFilesPlace {
  /** The node's `blocks` directory, or its data directory. */
  blocksDir: string;
  network: NetworkRow;
}

/** Returns the block files configured for a node; undefined when not configured, or turned off by `none`. */
export function blockFilesPlace({ blocksDir }: NodeAddress, network: NetworkRow): BlockFilesPlace | undefined {
  return blocksDir === undefined || blocksDir === 'none' ? undefined : { blocksDir, network };
}

/** A directory of block files, and how they are written. */
export interface BlockDirectory {
  directory: string;
  /** The key of `xor.dat`; undefined: plain files. */
  key: Uint8Array | undefined;
  /** First bytes of each record. */
  magic: Uint8Array;
}

/** Subdirectories of the data directory for chains other than mainnet. */
const subdirectories: Partial<Record<string, string>> = {
  test: 'testnet3',
  testnet4: 'testnet4',
  signet: 'signet',
  regtest: 'regtest',
};

/**
 * Finds the directory and its format.
 * @throws {CodedError} node.no-block-files: missing or not readable; node.other-block-files: of another chain
 */
export async function findBlockDirectory({ blocksDir, network }: BlockFilesPlace): Promise<BlockDirectory> {
  const below = subdirectories[network.chain];
  const candidates = [
    ...(below === undefined ? [] : [join(blocksDir, below, 'blocks')]),
    join(blocksDir, 'blocks'),
    blocksDir,
  ];
  for (const directory of candidates) {
    const numbers = await blockFileNumbers(directory).catch(() => []);
    if (numbers.length === 0) continue;
    const key = await readKey(directory);
    const magic = await magicOf(blockFilePath(directory, 'blk', numbers[0]!), key);
    const isFirst = numbers[0] === 0;
    if (isFirst ? magic.genesis === network.genesisHash : equalBytes(magic.bytes, network.magic)) {
      return { directory, key, magic: magic.bytes };
    }
    throw new CodedError('node.other-block-files', `the block files are not of ${network.label}`, { datum: directory });
  }
  throw new CodedError('node.no-block-files', 'there are no block files that can be read', { datum: blocksDir });
}

/** Returns the path of a blk or rev file. */
export function blockFilePath(directory: string, kind: 'blk' | 'rev', file: number): string {
  return join(directory, `${kind}${String(file).padStart(5, '0')}.dat`);
}

/**
 * Returns the numbers of the blk files, ascending.
 * @throws {CodedError} node.no-block-files
 */
export async function blockFileNumbers(directory: string): Promise<number[]> {
  let names: string[];
  try {
    names = await readdir(directory);
  } catch (cause) {
    throw new CodedError('node.no-block-files', 'the directory of block files cannot be read', {
      datum: directory,
      cause,
    });
  }
  return names
    .map((name) => /^blk(\d{5,})\.dat$/.exec(name)?.[1])
    .filter((digits) => digits !== undefined)
    .map(Number)
    .sort((a, b) => a - b);
}

/** The key of `xor.dat`; undefined without one or with a key of zeros. */
async function readKey(directory: string): Promise<Uint8Array | undefined> {
  const path = join(directory, 'xor.dat');
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (!isThere) return undefined;
  const key = await readFile(path).catch((cause: unknown) => {
    throw new CodedError('node.no-block-files', 'the key of the block files cannot be read', { datum: path, cause });
  });
  if (key.length !== 8)
    throw new CodedError('node.no-block-files', 'xor.dat does not have eight bytes', { datum: path });
  return key.every((byte) => byte === 0) ? undefined : new Uint8Array(key);
}

/** The magic of a file, and the hash of its first block in display order. */
async function magicOf(path: string, key: Uint8Array | undefined): Promise<{ bytes: Uint8Array; genesis: string }> {
  const head = await ObfuscatedFile.with(path, key, (file) => file.exactly(0, 8 + headerSize)).catch(
    (cause: unknown) => {
      throw new CodedError('node.no-block-files', 'the first block file cannot be read', { datum: path, cause });
    },
  );
  return { bytes: head.slice(0, 4), genesis: displayHash(sha256d(head.subarray(8))) };
}
