import { type Height, toHex, type UnixSeconds } from '@glassblock/primitives';
import { describe, expect, it } from 'vitest';
import { seededFacts } from '../test/seeded-facts.ts';
import type { Keyframe } from './facts.ts';
import { createLiveState } from './live-state.ts';

const sorted = ({ mempool }: Keyframe) => [...mempool].sort((a, b) => (toHex(a.txid) < toHex(b.txid) ? -1 : 1));

describe('live state', () => {
  it.each([1, 2, 3])('equals a plain map, seed %i', (seed) => {
    const state = createLiveState();
    const plain = new Map<string, Keyframe['mempool'][number]>();
    for (const fact of seededFacts(seed).take(20_000)) {
      state.apply(fact);
      if (fact.type === 'tx-removed') plain.delete(toHex(fact.txid));
      if (fact.type !== 'tx-added') continue;
      const { type: _type, ...entry } = fact;
      plain.set(toHex(fact.txid), entry);
    }
    expect(state.mempoolCount).toBe(plain.size);
    expect(sorted(state.current())).toEqual(sorted({ tip: undefined, mempool: [...plain.values()] }));
  });

  it('disconnects a thousand blocks, also from a snapshot', () => {
    const hash = (n: number) => new Uint8Array(32).fill(n % 251);
    let state = createLiveState();
    for (let n = 1; n <= 2_500; n++) {
      const time = n as UnixSeconds;
      state.apply({ type: 'block-connected', height: n as Height, hash: hash(n), time, txCount: 1 });
      if (n === 1_700) state = createLiveState(state.snapshot());
    }
    for (let n = 2_500; n > 1_500; n--) {
      state.apply({ type: 'block-disconnected', height: n as Height, hash: hash(n) });
    }
    expect(state.current().tip).toEqual({ height: 1_500, hash: hash(1_500) });
  });

  it('returns copies', () => {
    const state = createLiveState();
    const script = seededFacts(4);
    for (const fact of script.take(100)) state.apply(fact);
    const before = state.snapshot();
    const stored = structuredClone(before);
    for (const fact of script.take(100)) state.apply(fact);
    expect(before).toEqual(stored);
  });
});
