import { seededRandom } from '@glassblock/primitives';
import { expect, it } from 'vitest';
import type { Engine, RowChange } from './engine.ts';
import { openHostileEngine, openMemoryEngine } from './engines/memory-engine.ts';
import { RowSlab } from './row-slab.ts';
import { openStore, type View } from './store.ts';
import { rowKey, type Table } from './table.ts';

const scripts: Table = { name: 'scripts', id: 6, partitionBytes: 4, sortBytes: 0 };
const spends: Table = { name: 'spends', id: 7, partitionBytes: 4, sortBytes: 0 };
const blocks: Table = { name: 'blocks', id: 8, partitionBytes: 4, sortBytes: 0 };
const unspent: Table = { name: 'unspent', id: 9, partitionBytes: 4, sortBytes: 3 };
const tip = Uint8Array.of(1);

const keyOf = (number: number) => Uint8Array.of(number >>> 24, number >>> 16, number >>> 8, number);
const filled = (length: number, byte: number) => new Uint8Array(length).fill(byte);

/** Returns an engine that counts the keys it looks up, and whose writes wait for `gate` and may fail. */
function testEngine(inner: Engine = openMemoryEngine()) {
  const test = { lookups: 0, gate: Promise.resolve(), isBroken: false };
  const counted = (reader: Pick<Engine, 'getMany'>): Pick<Engine, 'getMany'> => ({
    getMany(keys) {
      test.lookups += keys.length;
      return reader.getMany(keys);
    },
  });
  const engine: Engine = {
    ...inner,
    ...counted(inner),
    async snapshot() {
      const snapshot = await inner.snapshot();
      return { ...snapshot, ...counted(snapshot) };
    },
    async write(changes, options) {
      const copied: RowChange[] = Array.from(changes, ({ key, value }) => ({
        key: key.slice(),
        value: value?.slice(),
      }));
      await test.gate;
      if (test.isBroken) throw new Error('no disk');
      await inner.write(copied, options);
    },
  };
  return { test, engine };
}

async function openCached(maxBytes = 1 << 16) {
  const { test, engine } = testEngine();
  return { test, store: await openStore(engine, { rowCache: { tables: [scripts, spends], maxBytes } }) };
}

function slabOf(rows: readonly (readonly [table: Table, number: number, value: Uint8Array | undefined])[]): RowSlab {
  const slab = new RowSlab();
  for (const [table, number, value] of rows) {
    slab.set(table, { bytes: keyOf(number), length: 4 }, value && { bytes: value, length: value.length });
  }
  return slab;
}

async function read(view: View, table: Table, numbers: readonly number[]): Promise<(number[] | undefined)[]> {
  const values = await view.getNumbered(table, Uint32Array.from(numbers));
  return numbers.map((_, i) => {
    const value = values.valueAt(i);
    return value && [...value];
  });
}

it('returns rows that were written last without reading the engine', async () => {
  const { test, store } = await openCached();
  const highest = 0xffff_ffff;
  await store.commit(
    slabOf([
      [scripts, 1, filled(3, 1)],
      [scripts, highest, filled(0, 0)],
      [spends, 1, filled(70, 2)],
      [scripts, 1, filled(4, 3)],
      [scripts, 2, undefined],
    ]),
    tip,
  );
  const view = await store.view();
  test.lookups = 0;
  expect(await read(view, scripts, [1, 2, highest])).toEqual([[3, 3, 3, 3], undefined, []]);
  expect(await read(view, spends, [1])).toEqual([Array(70).fill(2)]);
  expect(test.lookups).toBe(0);
  expect(await read(view, scripts, [3, 1, 4])).toEqual([undefined, [3, 3, 3, 3], undefined]);
  expect(test.lookups).toBe(2);
});

it('reads rows of other tables and long values from the engine', async () => {
  const { test, store } = await openCached();
  await store.commit(slabOf([[scripts, 1, filled(5, 5)]]), tip);
  await store.commit(
    slabOf([
      [blocks, 1, filled(3, 1)],
      [scripts, 1, filled(4_097, 2)],
      [scripts, 2, filled(4_096, 3)],
    ]),
    tip,
  );
  const view = await store.view();
  test.lookups = 0;
  expect(await read(view, blocks, [1])).toEqual([[1, 1, 1]]);
  expect(await read(view, scripts, [1, 2])).toEqual([Array(4_097).fill(2), Array(4_096).fill(3)]);
  expect(test.lookups).toBe(2);
});

it('does not show a commit to views that were opened before it has ended', async () => {
  const { test, store } = await openCached();
  await store.commit(slabOf([[scripts, 1, filled(1, 1)]]), tip);
  const before = await store.view();
  const wait = Promise.withResolvers<void>();
  test.gate = wait.promise;
  const commit = store.commit(slabOf([[scripts, 1, filled(1, 2)]]), tip);
  const meanwhile = await store.view();
  expect(await read(before, scripts, [1])).toEqual([[1]]);
  expect(await read(meanwhile, scripts, [1])).toEqual([[1]]);
  wait.resolve();
  await commit;
  expect(await read(before, scripts, [1])).toEqual([[1]]);
  expect(await read(meanwhile, scripts, [1])).toEqual([[1]]);
  expect(await read(await store.view(), scripts, [1])).toEqual([[2]]);
});

it('is not used by a view that was opened while two commits were written', async () => {
  const { test, store } = await openCached();
  await store.commit(slabOf([[scripts, 1, filled(1, 1)]]), tip);
  const wait = Promise.withResolvers<void>();
  test.gate = wait.promise;
  const commits = [store.commit(slabOf([[scripts, 1, filled(1, 2)]]), tip), store.commit(slabOf([]), tip)];
  expect(await read(await store.view(), scripts, [1])).toEqual([[1]]);
  wait.resolve();
  await Promise.all(commits);
  expect(await read(await store.view(), scripts, [1])).toEqual([[2]]);
});

it('has no rows of a commit that failed', async () => {
  const { test, store } = await openCached();
  await store.commit(slabOf([[scripts, 1, filled(1, 1)]]), tip);
  test.isBroken = true;
  await expect(store.commit(slabOf([[scripts, 1, filled(1, 2)]]), tip)).rejects.toThrow('no disk');
  expect(await read(await store.view(), scripts, [1])).toEqual([[1]]);
});

it('shows rows that were loaded, or committed as a list', async () => {
  const { store } = await openCached();
  await store.commit(slabOf([[scripts, 1, filled(1, 1)]]), tip);
  await store.load(slabOf([[scripts, 1, filled(1, 2)]]), { durable: true });
  expect(await read(await store.view(), scripts, [1])).toEqual([[2]]);
  await store.commit(slabOf([[scripts, 1, filled(1, 3)]]), tip);
  await store.commit([{ table: scripts, key: rowKey(scripts, keyOf(1)), value: filled(1, 4) }], tip);
  expect(await read(await store.view(), scripts, [1])).toEqual([[4]]);
});

it('is refused where others can write rows', async () => {
  const rowCache = { tables: [scripts], maxBytes: 1_000 };
  await expect(openStore(openMemoryEngine(), { rowCache, isReadOnly: true })).rejects.toThrow('not cached');
  await expect(openStore(openHostileEngine(seededRandom(1)), { rowCache })).rejects.toThrow('not cached');
});

it.each([64, 1_000, 20_000, 1_000_000])('equals a plain map in a seeded run with %d bytes', async (maxBytes) => {
  const random = seededRandom(maxBytes);
  const below = (end: number) => Math.floor(random() * end);
  const { store } = await openCached(maxBytes);
  const model = new Map<string, number[]>();
  const numberOf = (index: number) => Math.imul(index, 0x01000193) >>> 0;
  for (let step = 0; step < 150; step++) {
    const slab = new RowSlab();
    for (let i = below(60); i > 0; i--) {
      const [table, number] = [[scripts, spends, blocks][below(3)]!, numberOf(below(300))];
      const isLong = below(50) === 0;
      const value = below(5) === 0 ? undefined : filled(isLong ? 4_090 + below(20) : below(90), step);
      slab.set(table, { bytes: keyOf(number), length: 4 }, value && { bytes: value, length: value.length });
      slab.set(unspent, { bytes: filled(7, i), length: 7 }, undefined);
      if (value === undefined) model.delete(`${table.name} ${number}`);
      else model.set(`${table.name} ${number}`, [...value]);
    }
    await store.commit(slab, Uint8Array.of(step));
    const view = await store.view();
    for (const table of [scripts, spends, blocks]) {
      const numbers = Array.from({ length: 20 }, () => numberOf(below(300)));
      expect(await read(view, table, numbers)).toEqual(numbers.map((number) => model.get(`${table.name} ${number}`)));
    }
    await view.close();
  }
});
