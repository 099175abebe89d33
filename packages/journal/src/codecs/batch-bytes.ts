import { RowBytes, RowReader, record, u32, u64, type ValueOf } from '@glassblock/primitives/records';
import type { Fact } from '../facts.ts';
import { readFact, writeFact } from './fact-bytes.ts';
import { PrefixList } from './prefix-list.ts';
import { recordKinds, recordOf } from './record.ts';

/** Body of a batch; the facts follow. */
export const batchHead = record({
  /** Number of the first fact. */
  first: u64,
  /** Number of facts. */
  count: u32,
});

/** Maximum size of a batch, which bounds the bytes that are read for one event. */
const batchBytes = 32 * 1024;

/** Facts to be written, encoded as records. */
export interface PendingFacts {
  /** Bytes so far, without the head of an unfinished record. */
  readonly length: number;
  readonly count: number;
  add(fact: Fact): void;
  /** Returns the records, the number of the first fact of each, and the offsets by transaction. */
  finish(): { records: Uint8Array[]; firsts: number[]; prefixes: PrefixList };
}

/**
 * Collects facts for batches.
 * @param first number of the first fact
 */
export function createPendingFacts(first: number): PendingFacts {
  const records: Uint8Array[] = [];
  const firsts: number[] = [];
  const prefixes = new PrefixList();
  const facts = new RowBytes(1024);
  let batchFirst = first;
  let batchCount = 0;
  let count = 0;
  let length = 0;

  function closeBatch(): void {
    if (batchCount === 0) return;
    const head = batchHead.encode({ first: batchFirst, count: batchCount });
    const record = recordOf(recordKinds.batch, head, facts.bytes.subarray(0, facts.length));
    records.push(record);
    firsts.push(batchFirst);
    length += record.length;
    batchFirst += batchCount;
    batchCount = 0;
    facts.clear();
  }
  return {
    get length() {
      return length + facts.length;
    },
    get count() {
      return count;
    },
    add(fact) {
      writeFact(facts, fact);
      if ('txid' in fact) prefixes.add(fact.txid, length);
      batchCount++;
      count++;
      if (facts.length >= batchBytes) closeBatch();
    },
    finish() {
      closeBatch();
      return { records, firsts, prefixes };
    },
  };
}

/** Decodes the number of the first fact and the count of a batch. */
export const readBatchHead = (body: Uint8Array): ValueOf<typeof batchHead> => batchHead.decode(body);

/**
 * Decodes the facts of a batch, in order.
 * @throws {CodedError} journal.newer-format
 */
export function readBatch(body: Uint8Array): { first: number; facts: Fact[] } {
  const reader = new RowReader(body);
  const { first, count } = batchHead.read(reader);
  return { first, facts: Array.from({ length: count }, () => readFact(reader)) };
}
