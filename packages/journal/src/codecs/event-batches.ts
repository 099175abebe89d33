import { CodedError } from '@glassblock/primitives';
import type { Fact } from '../facts.ts';
import { createPendingFacts, readBatch } from './batch-bytes.ts';
import { readRecord, recordKinds } from './record.ts';

/** Consecutive facts of one epoch, encoded. */
export interface EncodedBatch {
  /** Number of the first fact. */
  readonly first: number;
  readonly bytes: Uint8Array;
}

/**
 * Encodes facts as batches of about 32 KiB, each of which `decodeBatch` decodes alone.
 * @param first number of the first fact
 */
export function encodeBatches(first: number, facts: readonly Fact[]): EncodedBatch[] {
  const pending = createPendingFacts(first);
  for (const fact of facts) pending.add(fact);
  const { records, firsts } = pending.finish();
  return records.map((bytes, i) => ({ first: firsts[i]!, bytes }));
}

/**
 * Decodes a batch.
 * @throws {CodedError} journal.damaged-batch, journal.newer-format
 */
export function decodeBatch(bytes: Uint8Array): { first: number; facts: Fact[] } {
  const found = readRecord(bytes, 0);
  if (found?.kind !== recordKinds.batch) throw new CodedError('journal.damaged-batch', 'a batch is damaged');
  return readBatch(found.body);
}
