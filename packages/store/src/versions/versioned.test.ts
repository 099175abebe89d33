import { seededRandom } from '@glassblock/primitives';
import { describe, expect, it } from 'vitest';
import { type Change, type Engine, openHostileEngine, openStore, rowKey, type Store, type Table } from '../index.ts';
import { withMarker } from './version-marker.ts';
import { decodeIntent, encodeIntent, encodeValue, versionKey } from './version-rows.ts';

const intentTable = 241;
const people: Table = { name: 'people', id: 7, partitionBytes: 1, sortBytes: 1 };
const bytes = (...values: number[]) => new Uint8Array(values);
const person = (sort: number, value: number | undefined): Change => ({
  table: people,
  key: rowKey(people, bytes(1), bytes(sort)),
  value: value === undefined ? undefined : bytes(value),
});

async function rowsOf(store: Store, options = {}): Promise<number[][]> {
  const view = await store.view();
  return (await view.scan(people, bytes(1), options)).map(({ sort, value }) => [sort[0]!, value[0]!]);
}

/** An engine whose next write of a row of a table waits from `hold` on until it is released. */
function heldEngine(): { engine: Engine; hold(tableId: number): { reached: Promise<void>; release(): void } } {
  const inner = openHostileEngine(seededRandom(5));
  let gate: Promise<void> | undefined;
  let held: number | undefined;
  let reach: (() => void) | undefined;
  const engine: Engine = {
    ...inner,
    async write(rows, options) {
      const changes = [...rows];
      if (gate !== undefined && changes.some(({ key }) => key[0] === held)) {
        const waited = gate;
        gate = undefined;
        reach?.();
        await waited;
      }
      await inner.write(changes, options);
    },
  };
  return {
    engine,
    hold(tableId) {
      held = tableId;
      const [released, reached] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      gate = released.promise;
      reach = reached.resolve;
      return { reached: reached.promise, release: released.resolve };
    },
  };
}

describe('writers of one engine', () => {
  it('are fenced by a later one, also when they were paused in the middle of a commit', async () => {
    const { engine, hold } = heldEngine();
    const first = await openStore(engine);
    await first.commit([person(1, 1), person(2, 2)], bytes(1));
    // the intent of the commit is written, its rows wait
    const { reached, release } = hold(people.id);
    const late = first.commit([person(1, 99), person(3, 99)], bytes(2));
    await reached;
    const second = await openStore(engine);
    await second.commit([person(1, 11), person(4, 4)], bytes(3));
    release();
    await expect(late).rejects.toMatchObject({ code: 'store.fenced' });
    const expected = [
      [1, 11],
      [2, 2],
      [4, 4],
    ];
    expect(await rowsOf(second)).toEqual(expected);
    expect(await rowsOf(second, { reverse: true })).toEqual(expected.toReversed());
    // its later writes are refused too, and the second writer continues
    await expect(first.commit([person(5, 99)], bytes(4))).rejects.toMatchObject({ code: 'store.fenced' });
    await second.commit([person(2, undefined)], bytes(5));
    expect(await rowsOf(second)).toEqual([
      [1, 11],
      [4, 4],
    ]);
    expect((await second.view()).tip).toEqual(bytes(5));
  });

  it('leave nothing behind that later removes visible rows', async () => {
    const { engine, hold } = heldEngine();
    const first = await openStore(engine);
    await first.commit([person(1, 1), person(2, 2)], bytes(1));
    // the intent waits too, so that the next writer does not find it
    const { reached, release } = hold(intentTable);
    const late = first.commit([person(1, 99), person(2, undefined)], bytes(2));
    await reached;
    const second = await openStore(engine);
    await second.commit([person(3, 3)], bytes(3));
    release();
    await expect(late).rejects.toMatchObject({ code: 'store.fenced' });
    for (let i = 4; i < 80; i++) await second.commit([person(4, i)], bytes(i));
    expect(await rowsOf(second)).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
      [4, 79],
    ]);
  });

  it('are not fenced by stores that are opened for reading', async () => {
    const engine = openHostileEngine(seededRandom(6));
    const writer = await openStore(engine);
    await writer.commit([person(1, 1)], bytes(1));
    const reader = await openStore(engine, { isReadOnly: true });
    await writer.commit([person(1, 2)], bytes(2));
    expect(await rowsOf(reader)).toEqual([[1, 2]]);
    await expect(reader.commit([person(1, 3)], bytes(3))).rejects.toThrow('opened for reading');
  });

  it('continue after a failed write of their own', async () => {
    const engine = openHostileEngine(seededRandom(7));
    const store = await openStore(engine);
    await store.commit([person(1, 1)], bytes(1));
    for (let rows = 0; rows < 4; rows++) {
      engine.failAfter(rows);
      await expect(store.commit([person(1, 50 + rows), person(2, 50)], bytes(9))).rejects.toMatchObject({
        code: 'store.write-failed',
      });
      engine.failAfter(undefined);
      await store.commit([person(3, rows)], bytes(2 + rows));
      expect(await rowsOf(store)).toEqual([
        [1, 1],
        [3, rows],
      ]);
    }
  });
});

it('refuses changes that were planned before a commit whose outcome was not known', async () => {
  const engine = openHostileEngine(seededRandom(9));
  let isLost = false;
  const lossy: Engine = Object.assign(Object.create(engine) as Engine, {
    async replace(...change: Parameters<NonNullable<Engine['replace']>>) {
      const isReplaced = await engine.replace!(...change);
      if (isLost) throw new Error('the answer was lost');
      return isReplaced;
    },
  });
  const store = await openStore(lossy);
  await store.commit([person(1, 1)], bytes(1));
  isLost = true;
  await expect(store.commit([person(1, 2)], bytes(2))).rejects.toMatchObject({ code: 'store.write-failed' });
  isLost = false;
  await expect(store.commit([person(1, 3)], bytes(3))).rejects.toMatchObject({ code: 'store.write-failed' });
  expect(await rowsOf(store)).toEqual([[1, 2]]);
  await store.commit([person(1, 4)], bytes(4));
  expect(await rowsOf(store)).toEqual([[1, 4]]);
});

it('removes versions that no view can read, and every trace of removed rows', async () => {
  const engine = openHostileEngine(seededRandom(8));
  const store = await openStore(engine);
  await store.commit([person(1, 1), person(2, 2), person(3, 3)], bytes(1));
  await store.commit([person(2, undefined)], bytes(2));
  for (let i = 3; i <= 200; i++) await store.commit([person(1, i % 256)], bytes(i % 256));
  const stored = await engine.scan({ gte: bytes(people.id), lt: bytes(people.id + 1) });
  const bySort = (sort: number) => stored.filter(([key]) => key[2] === sort).length;
  // the versions of the last 64 commits, and the newest before them
  expect([bySort(1), bySort(2), bySort(3)]).toEqual([65, 0, 1]);
  expect(await rowsOf(store)).toEqual([
    [1, 200],
    [3, 3],
  ]);
});

it('stores marker and intent as described in docs/schema.md', () => {
  const marker = withMarker({ version: 0x0102, owner: bytes(1, 2, 3, 4, 5, 6, 7, 8), skipped: [7, 9], tip: bytes(5) });
  const stored = '02010000 0102030405060708 02 07000000 09000000 01 05'.replaceAll(' ', '');
  expect(Buffer.from(marker.stored!).toString('hex')).toBe(stored);
  const intent = encodeIntent([{ key: bytes(7, 1) }, { key: bytes(8) }]);
  expect(Buffer.from(intent).toString('hex')).toBe('020207010108');
  expect(decodeIntent(intent)).toEqual([bytes(7, 1), bytes(8)]);
  expect(Buffer.from(versionKey(bytes(7, 1), 3)).toString('hex')).toBe('0701fffffffc');
  expect([...encodeValue(bytes(4)), ...encodeValue(undefined)]).toEqual([1, 4, 0]);
});
