import { expect, it } from 'vitest';
import {
  openMemoryEngine,
  openStore,
  rowKey,
  type SharedStore,
  type Store,
  sharedViews,
  type Table,
  type View,
} from './index.ts';

const table: Table = { name: 'numbers', id: 1, partitionBytes: 1, sortBytes: 0 };
const key = rowKey(table, Uint8Array.of(1));
const put = (store: Store, value: number) =>
  store.commit([{ table, key, value: Uint8Array.of(value) }], Uint8Array.of(value));

async function opened(): Promise<{ base: Store; shared: SharedStore; opens: () => number; closes: () => number }> {
  const base = await openStore(openMemoryEngine());
  let opens = 0;
  let closes = 0;
  const shared = sharedViews({
    ...base,
    async view() {
      opens++;
      const view = await base.view();
      return { ...view, close: () => view.close().then(() => void closes++) };
    },
  });
  return { base, shared, opens: () => opens, closes: () => closes };
}

it('readers share a view until a refresh', async () => {
  const { base, shared, opens, closes } = await opened();
  await put(base, 1);
  const [first, second] = await Promise.all([shared.view(), shared.view()]);
  await put(base, 2);
  const third = await shared.view();
  expect([first.tip, second.tip, third.tip]).toEqual([Uint8Array.of(1), Uint8Array.of(1), Uint8Array.of(1)]);
  shared.refresh();
  const fourth = await shared.view();
  expect(await fourth.get(table, key)).toEqual(Uint8Array.of(2));
  expect(await third.get(table, key)).toEqual(Uint8Array.of(1));
  expect([opens(), closes()]).toEqual([2, 0]);
  for (const view of [first, second, second, third]) await view.close();
  expect([opens(), closes()]).toEqual([2, 1]);
  await fourth.close();
  expect(closes()).toBe(1);
  await shared.close();
  expect(closes()).toBe(2);
});

it('opens a view again after a failure', async () => {
  const base = await openStore(openMemoryEngine());
  let isFailing = true;
  const shared = sharedViews({
    ...base,
    view: () => (isFailing ? Promise.reject(new Error('the disk is away')) : base.view()),
  });
  await expect(Promise.all([shared.view(), shared.view()])).rejects.toThrow('the disk is away');
  isFailing = false;
  expect((await shared.view()).tip).toBe(undefined);
});

it('computes a value of a view once, and again after a refresh', async () => {
  const { base, shared, opens, closes } = await opened();
  await put(base, 1);
  let made = 0;
  const make = async (view: View) => {
    made++;
    return { tip: view.tip };
  };
  const [first, second] = await Promise.all([shared.lease(make), shared.lease(make)]);
  expect(first.value).toBe(second.value);
  await put(base, 2);
  shared.refresh();
  const third = await shared.lease(make);
  expect([first.value.tip, third.value.tip]).toEqual([Uint8Array.of(1), Uint8Array.of(2)]);
  expect([made, opens(), closes()]).toEqual([2, 2, 0]);
  await first.release();
  expect(closes()).toBe(0);
  await second.release();
  expect(closes()).toBe(1);
  await third.release();
  await shared.close();
  expect(closes()).toBe(2);
});

it('computes it again after a failure', async () => {
  const { shared } = await opened();
  let isFailing = true;
  const make = async () => {
    if (isFailing) throw new Error('a damaged row');
    return 'made';
  };
  await expect(Promise.all([shared.lease(make), shared.lease(make)])).rejects.toThrow('a damaged row');
  isFailing = false;
  expect((await shared.lease(make)).value).toBe('made');
});

it('returns a computed value of the current view at once, until a refresh', async () => {
  const { base, shared, closes } = await opened();
  await put(base, 1);
  const make = async (view: View) => ({ tip: view.tip });
  expect(shared.leaseMade(make)).toBeUndefined();
  const first = await shared.lease(make);
  const second = shared.leaseMade(make)!;
  expect(second.value).toBe(first.value);
  await first.release();
  shared.refresh();
  expect(shared.leaseMade(make)).toBeUndefined();
  expect(closes()).toBe(0);
  await second.release();
  expect(closes()).toBe(1);
  await shared.close();
});
