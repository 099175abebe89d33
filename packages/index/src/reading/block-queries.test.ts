import { seededRandom } from '@glassblock/primitives';
import { openMemoryEngine, openStore, rowKey } from '@glassblock/store';
import { expect, it } from 'vitest';
import { extend, identity } from '../../test/support/random-chain.ts';
import { ToyChain } from '../../test/support/toy-chain.ts';
import { createFollower, openIndex, tables } from '../index.ts';
import { u32Bytes } from '../tx-number.ts';
import { blocksAt } from './block-queries.ts';
import type { IndexSnapshot } from './index-snapshot.ts';

it('returns a cached block row that a concurrent call evicts', async () => {
  const chain = new ToyChain();
  extend(chain, seededRandom(4), 3, 'main', 5);
  const store = await openStore(openMemoryEngine());
  const prefixer = await openIndex(store, identity());
  await (await createFollower({ store, prefixer, source: chain.source(), onFacts: () => undefined })).catchUp();
  const view = await store.view();
  const row = (await view.get(tables.blocks, rowKey(tables.blocks, u32Bytes(2))))!;
  await view.close();

  const { promise: waiting, resolve } = Promise.withResolvers<void>();
  let isHeld = false;
  const getMany = async (_table: unknown, keys: readonly unknown[]) => {
    if (isHeld) await waiting;
    return keys.map(() => row);
  };
  const snapshot = { map: { count: 5_000 }, prefixer, view: { getMany } } as unknown as IndexSnapshot;
  await blocksAt(snapshot, [0]);
  isHeld = true;
  const held = blocksAt(snapshot, [0, 1]);
  isHeld = false;
  // more than the cache holds
  await blocksAt(
    snapshot,
    Array.from({ length: 4_000 }, (_, i) => i + 2),
  );
  resolve();
  expect((await held).map((each) => each !== undefined)).toEqual([true, true]);
});
