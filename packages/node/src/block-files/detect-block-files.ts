import { dirname, join } from 'node:path';
import { isCoded, type NetworkRow } from '@glassblock/primitives';
import { isLoopback } from '../loopback.ts';
import type { NodeAddress } from '../node-connection.ts';
import { findBlockDirectory } from './block-directory.ts';
import { homeDirectory } from './home-directory.ts';

/**
 * Finds the block files of a node on this machine: beside its cookie file, or in Core's default data directory of this
 * user. Files of another node of the same chain are harmless: every block read from them is checked by its hash.
 * @param home undefined: the user has no home directory
 * @returns the directory; undefined when there are no readable files, or the node is on another machine
 */
export async function detectBlockFiles(
  { origin, cookieFile }: NodeAddress,
  network: NetworkRow,
  home: string | undefined = homeDirectory(),
): Promise<string | undefined> {
  if (!isLoopback(new URL(origin).hostname)) return undefined;
  const blocksDir = cookieFile === undefined ? home && join(home, '.bitcoin') : dirname(cookieFile);
  if (blocksDir === undefined) return undefined;
  try {
    return (await findBlockDirectory({ blocksDir, network })).directory;
  } catch (error) {
    if (!isCoded(error)) throw error;
    return undefined;
  }
}
