import { describe, expect, it } from 'vitest';
import { openMemoryEngine } from './engines/memory-engine.ts';
import { RowSlab } from './row-slab.ts';
import { changesOf } from './sorted-changes.ts';
import { openStore } from './store.ts';
import { rowKey, type Table } from './table.ts';

const numbered: Table = { name: 'numbered', id: 6, partitionBytes: 4, sortBytes: 0 };
const short: Table = { name: 'short', id: 1, partitionBytes: 1, sortBytes: 0 };
const long: Table = { name: 'long', id: 8, partitionBytes: 4, sortBytes: 3 };
const run = (...bytes: number[]) => ({ bytes: Uint8Array.from(bytes), length: bytes.length });
const rowsOf = (slab: RowSlab) => changesOf(slab).map(({ key, value }) => [[...key], value && [...value]]);

describe('RowSlab.sorted', () => {
  it('returns the rows of all tables in key order', () => {
    const slab = new RowSlab();
    slab.set(long, run(0, 0, 0, 9, 2, 0, 0), run(1));
    slab.set(numbered, run(255, 0, 0, 0), run(2));
    slab.set(long, run(0, 0, 0, 9, 1, 0, 0), undefined);
    slab.set(numbered, run(0, 0, 0, 1), run(3));
    slab.set(short, run(7), run(4));
    expect(rowsOf(slab)).toEqual([
      [[1, 7], [4]],
      [[6, 0, 0, 0, 1], [3]],
      [[6, 255, 0, 0, 0], [2]],
      [[8, 0, 0, 0, 9, 1, 0, 0], undefined],
      [[8, 0, 0, 0, 9, 2, 0, 0], [1]],
    ]);
  });

  it('returns the last change of a row only', () => {
    const slab = new RowSlab();
    slab.set(numbered, run(0, 0, 0, 1), run(1));
    slab.set(long, run(0, 0, 0, 9, 1, 0, 0), run(1));
    slab.set(numbered, run(0, 0, 0, 1), undefined);
    slab.set(long, run(0, 0, 0, 9, 1, 0, 0), undefined);
    slab.set(long, run(0, 0, 0, 9, 1, 0, 0), run(2));
    expect(rowsOf(slab)).toEqual([
      [[6, 0, 0, 0, 1], undefined],
      [[8, 0, 0, 0, 9, 1, 0, 0], [2]],
    ]);
  });

  it('leaves out truncated rows', () => {
    const slab = new RowSlab();
    slab.set(numbered, run(0, 0, 0, 1), run(1));
    slab.set(numbered, run(0, 0, 0, 2), run(2));
    slab.truncate(1);
    expect(rowsOf(slab)).toEqual([[[6, 0, 0, 0, 1], [1]]]);
  });

  it.each([0, 1.5e6, Number.POSITIVE_INFINITY])(
    'has only new rows when at most %d bytes are reused',
    (maxReusedBytes) => {
      const slab = new RowSlab();
      const value = { bytes: new Uint8Array(1_000).fill(7), length: 1_000 };
      for (let i = 0; i < 3_000; i++) slab.set(numbered, run(0, 0, i >> 8, i & 0xff), value);
      slab.clear(maxReusedBytes);
      expect(rowsOf(slab)).toEqual([]);
      for (let i = 0; i < 3_000; i++) slab.set(numbered, run(0, 0, i >> 8, i & 0xff), run(i & 0xff));
      expect(rowsOf(slab)).toEqual(Array.from({ length: 3_000 }, (_, i) => [[6, 0, 0, i >> 8, i & 0xff], [i & 0xff]]));
    },
  );

  it('is empty without rows', () => {
    expect(rowsOf(new RowSlab())).toEqual([]);
  });
});

describe('commit of a slab', () => {
  it('writes the last change of each row', async () => {
    const slab = new RowSlab();
    const key = rowKey(numbered, new Uint8Array([0, 0, 0, 1]));
    slab.put(numbered, key, new Uint8Array([1]));
    slab.set(numbered, run(0, 0, 0, 1), undefined);
    slab.put(numbered, key, new Uint8Array([2]));
    const store = await openStore(openMemoryEngine());
    await store.commit(slab, new Uint8Array([9]));
    const view = await store.view();
    expect(await view.get(numbered, key)).toEqual(new Uint8Array([2]));
    await view.close();
    await store.close();
  });
});
