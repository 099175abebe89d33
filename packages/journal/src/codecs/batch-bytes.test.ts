import {
  concatBytes,
  fromHex,
  type Height,
  type Sats,
  toHex,
  type UnixSeconds,
  type Weight,
} from '@glassblock/primitives';
import { describe, expect, it } from 'vitest';
import { seededFacts } from '../../test/seeded-facts.ts';
import type { Fact } from '../facts.ts';
import { createLiveState } from '../live-state.ts';
import { createPendingFacts, readBatch, readBatchHead } from './batch-bytes.ts';
import { keyframeParts, readKeyframe } from './keyframe-bytes.ts';
import { readRecord, recordKinds } from './record.ts';

const hash = (n: number) => new Uint8Array(32).fill(n);

describe('a batch', () => {
  const body = [
    '0100000002000000', // number of the first fact, u64 LE
    '02000000', // facts, u32 LE
    `02${'05000000'}${'07'.repeat(32)}`, // block disconnected
    `02${'04000000'}${'08'.repeat(32)}`, // block disconnected
  ].join('');
  const facts: Fact[] = [
    { type: 'block-disconnected', height: 5 as Height, hash: hash(7) },
    { type: 'block-disconnected', height: 4 as Height, hash: hash(8) },
  ];

  it('encodes a batch', () => {
    const pending = createPendingFacts(0x2_0000_0001);
    for (const fact of facts) pending.add(fact);
    const [record] = pending.finish().records;
    const read = readRecord(record!, 0)!;
    expect([read.kind, toHex(read.body)]).toEqual([recordKinds.batch, body]);
  });

  it('decodes a batch', () => {
    expect(readBatchHead(fromHex(body))).toEqual({ first: 0x2_0000_0001, count: 2 });
    expect(readBatch(fromHex(body))).toEqual({ first: 0x2_0000_0001, facts });
  });

  it('closes a long batch, so that many facts are many batches with consecutive numbers', () => {
    const facts = seededFacts(2).take(3_000);
    const pending = createPendingFacts(11);
    for (const fact of facts) pending.add(fact);
    const { records, firsts, prefixes } = pending.finish();
    const batches = records.map((record) => readBatch(readRecord(record, 0)!.body));
    expect(batches.length).toBeGreaterThan(3);
    expect(batches.flatMap((batch) => batch.facts)).toEqual(facts);
    expect(batches.map(({ first }) => first)).toEqual(firsts);
    expect(batches.slice(1).map(({ first }) => first)).toEqual(
      batches.slice(0, -1).map(({ first, facts: those }) => first + those.length),
    );
    const starts = records.map((_, i) => records.slice(0, i).reduce((sum, { length }) => sum + length, 0));
    const published = facts.find((fact) => fact.type === 'tx-added')!;
    for (const offset of prefixes.offsetsOf(published.txid, 2 ** 32)) expect(starts).toContain(offset);
    expect(pending.count).toBe(3_000);
  });
});

describe('a keyframe', () => {
  it('is blocks and columns', () => {
    const state = createLiveState();
    const time = 9 as UnixSeconds;
    state.apply({ type: 'block-connected', height: 3 as Height, hash: hash(1), time, txCount: 1 });
    state.apply({ type: 'tx-added', txid: hash(2), fee: 1 as Sats, weight: 400 as Weight, time });
    const { body } = readRecord(concatBytes(...keyframeParts(state.snapshot())), 0)!;
    expect(toHex(body)).toBe(
      `${'01000000'}${'01000000'}${'03000000'}${'01'.repeat(32)}${'02'.repeat(32)}${'000000000000f03f'}${'90010000'}${'09000000'}`,
    );
  });

  it('round-trips with the same state and continuation', () => {
    const script = seededFacts(3);
    const state = createLiveState();
    for (const fact of script.take(4_000)) state.apply(fact);
    const again = createLiveState(readKeyframe(readRecord(concatBytes(...keyframeParts(state.snapshot())), 0)!.body));
    for (const fact of script.take(4_000)) {
      state.apply(fact);
      again.apply(fact);
    }
    expect(again.current()).toEqual(state.current());
  });
});
