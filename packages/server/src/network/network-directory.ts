import { chmod, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { removeLeftovers } from '@glassblock/store';
import { auditsPart } from '../recording/audits.ts';
import { blockFactsPart } from '../recording/block-facts.ts';
import { mempoolRecordParts } from '../recording/mempool-records.ts';
import { lightningPart } from '../sources/lightning/open-lightning.ts';
import { addressesPart } from '../threads/address-book-thread.ts';

const indexPart = 'index';
/** Directory of the lock below a network's. */
export const lockPart = 'lock';
const parts = [
  indexPart,
  'journal',
  'contents',
  'replacements',
  blockFactsPart,
  auditsPart,
  addressesPart,
  lightningPart,
  ...mempoolRecordParts,
];

/**
 * Creates the directory of a network, which only its owner can enter, and of its index; removes an index whose removal was
 * interrupted.
 * @param isFresh remove the contents first
 * @returns the directory of the index
 */
export async function prepareDirectory(directory: string, isFresh: boolean): Promise<string> {
  if (isFresh) for (const part of parts) await rm(join(directory, part), { recursive: true, force: true });
  const index = join(directory, indexPart);
  await mkdir(index, { recursive: true });
  await chmod(directory, 0o700);
  await removeLeftovers(directory);
  return index;
}
