import { compareBytes, seededRandom } from '@glassblock/primitives';
import { describe, expect, it } from 'vitest';
import { PrefixBuckets, PrefixList } from './prefix-list.ts';

describe('list of prefixes', () => {
  it('sorts in byte order and is stable', () => {
    const random = seededRandom(5);
    const list = new PrefixList();
    const entries = Array.from({ length: 3_000 }, (_, i) => {
      // few different bytes, so that prefixes repeat
      const txid = Uint8Array.from({ length: 32 }, () => 127 + Math.floor(random() * 3));
      if (i % 3 > 0) txid.fill(128, 1, 8);
      list.add(txid, i);
      return { prefix: txid.slice(0, 8), i };
    });
    const naive = [...entries].sort((a, b) => compareBytes(a.prefix, b.prefix) || a.i - b.i);
    expect([...list.sorted()]).toEqual(naive.map(({ i }) => i));
  });

  it('finds each offset of an id once, and shifts those of an added list', () => {
    const [a, b] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
    const [list, other] = [new PrefixBuckets(), new PrefixList()];
    list.add(a, 5);
    other.add(a, 0);
    other.add(b, 0);
    other.add(a, 0);
    other.add(a, 40);
    list.addAll(other, 100);
    expect(list.offsetsOf(a, 1_000)).toEqual([5, 100, 140]);
    expect(list.offsetsOf(a, 140)).toEqual([5, 100]);
    expect(list.offsetsOf(b, 1_000)).toEqual([100]);
  });
});
