import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { isCoded, type NetworkRow } from '@glassblock/primitives';
import type { NodeAddress } from '../node-connection.ts';
import { findBlockDirectory } from './block-directory.ts';

const loopback = /^https?:\/\/(127\.\d+\.\d+\.\d+|localhost|\[::1\])(:|\/|$)/i;

/**
 * Finds the block files of a node on this machine: beside its cookie file, or in Core's default data directory of this
 * user. Files of another node of the same chain are harmless: every block read from them is checked by its hash.
 * @returns the directory; undefined when there are no readable files, or the node is on another machine
 */
export async function detectBlockFiles(
  { origin, cookieFile }: NodeAddress,
  network: NetworkRow,
  home: string = homedir(),
): Promise<string | undefined> {
  if (!loopback.test(origin)) return undefined;
  const candidates = cookieFile === undefined ? [join(home, '.bitcoin')] : [dirname(cookieFile)];
  for (const blocksDir of candidates) {
    try {
      return (await findBlockDirectory({ blocksDir, network })).directory;
    } catch (error) {
      if (!isCoded(error)) throw error;
    }
  }
  return undefined;
}
