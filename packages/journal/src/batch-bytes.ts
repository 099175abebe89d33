import { ByteReader, ByteWriter } from '@glassblock/primitives';
import { readFact, writeFact } from './fact-bytes.ts';
import type { Fact } from './facts.ts';
import { PrefixList } from './prefix-list.ts';
import { recordKinds, recordOf } from './record.ts';

/** A batch longer than this is closed, so that one event is read without much beside it. */
const batchBytes = 32 * 1024;

/** Facts on their way to the disk, as the records that will be written. */
export interface PendingFacts {
  /** Bytes so far, without the head of a record that is still open. */
  readonly length: number;
  readonly count: number;
  add(fact: Fact): void;
  /** The records, the number of each one's first fact, and which transactions they tell of at which offset. */
  finish(): { records: Uint8Array[]; firsts: number[]; prefixes: PrefixList };
}

/** Body of a batch: number of its first fact 8, count 4, then the facts.
 *  @param first  number of the first fact that will be added */
export function createPendingFacts(first: number): PendingFacts {
  const records: Uint8Array[] = [];
  const firsts: number[] = [];
  const prefixes = new PrefixList();
  let facts = new ByteWriter(1024);
  let batchFirst = first;
  let batchCount = 0;
  let count = 0;
  let length = 0;

  function closeBatch(): void {
    if (batchCount === 0) return;
    const head = new ByteWriter(12).u64(batchFirst).u32(batchCount).finish();
    const record = recordOf(recordKinds.batch, head, facts.finish());
    records.push(record);
    firsts.push(batchFirst);
    length += record.length;
    batchFirst += batchCount;
    batchCount = 0;
    facts = new ByteWriter(1024);
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
      if (fact.type === 'tx-added' || fact.type === 'tx-removed') prefixes.add(fact.txid, length);
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

/** Number of the first fact and count of facts of a batch. */
export function readBatchHead(body: Uint8Array): { first: number; count: number } {
  const reader = new ByteReader(body);
  return { first: reader.u64(), count: reader.u32() };
}

/** Facts of a batch in order, with the number of the first.
 *  @throws {CodedError} journal.newer-format */
export function readBatch(body: Uint8Array): { first: number; facts: Fact[] } {
  const reader = new ByteReader(body);
  const first = reader.u64();
  const facts = Array.from({ length: reader.u32() }, () => readFact(reader));
  return { first, facts };
}
