import { CodedError, seededRandom } from '@glassblock/primitives';
import { openMemoryEngine, openStore, rowKey, type Store, type Table } from '@glassblock/store';
import { beforeEach, describe, expect, it } from 'vitest';
import { extend, identity } from '../../test/support/random-chain.ts';
import { ToyChain } from '../../test/support/toy-chain.ts';
import { createFollower, openIndex, openIndexView, type Prefixer, tables } from '../index.ts';
import { asBadRow } from './bad-row.ts';

let chain: ToyChain;
let store: Store;
let prefixer: Prefixer;
let reported: CodedError[];

beforeEach(async () => {
  chain = new ToyChain();
  extend(chain, seededRandom(4), 30, 'main', 5);
  reported = [];
  store = await openStore(openMemoryEngine(), { onBadRow: (error) => reported.push(error) });
  prefixer = await openIndex(store, identity());
  await followed();
});

async function followed(): Promise<void> {
  const follower = await createFollower({ store, prefixer, source: chain.source(), onFacts: () => undefined });
  await follower.catchUp();
}

/** Replaces every row of a table by one that no encoder writes. */
async function spoil(table: Table): Promise<void> {
  const view = await store.view();
  const tip = view.tip!;
  await view.close();
  for await (const { key } of store.everyRow(table)) {
    await store.commit([{ table, key, value: Uint8Array.of(0xff) }], tip);
  }
}

describe('a row that cannot be decoded', () => {
  it('is reported to the store, and fails the call with index.bad-row', async () => {
    // the map of the chain is known from an earlier view
    await (await openIndexView(store, prefixer)).close();
    await spoil(tables.blocks);
    const view = await openIndexView(store, prefixer);
    await expect(view.blocksAt([3])).rejects.toMatchObject({
      code: 'index.bad-row',
      message: expect.stringMatching(/^a row of the index cannot be decoded \(.+\)$/),
    });
    expect(reported.map(({ code }) => code)).toEqual(['index.bad-row']);
    await view.close();
  });

  it('stops the follower with index.bad-row', async () => {
    await spoil(tables.blocks);
    extend(chain, seededRandom(6), 2, 'more', 5);
    await expect(followed()).rejects.toMatchObject({ code: 'index.bad-row' });
  });

  it('stops the follower while other rows are read, whose reads fail later', async () => {
    await spoil(tables.txids);
    extend(chain, seededRandom(6), 2, 'more', 5);
    const closed = Promise.withResolvers<never>();
    const failing: Store = {
      ...store,
      async view() {
        const view = await store.view();
        return {
          ...view,
          getNumbered: (table, numbers) =>
            table === tables.spends ? closed.promise : view.getNumbered(table, numbers),
          async close() {
            await view.close();
            closed.reject(new CodedError('store.closed', 'this view is closed'));
          },
        };
      },
    };
    const follower = await createFollower({
      store: failing,
      prefixer,
      source: chain.source(),
      onFacts: () => undefined,
    });
    await expect(follower.catchUp()).rejects.toMatchObject({ code: 'index.bad-row' });
    await expect(closed.promise).rejects.toMatchObject({ code: 'store.closed' });
  });

  it('fails opening a view when the numbers of the chain are missing', async () => {
    const view = await store.view();
    const tip = view.tip!;
    await view.close();
    const key = rowKey(tables.firsts, new Uint8Array(4));
    await store.commit([{ table: tables.firsts, key, value: undefined }], tip);
    await expect(openIndexView({ ...store }, prefixer)).rejects.toMatchObject({ code: 'index.bad-row' });
    expect(reported).toHaveLength(1);
  });
});

describe('asBadRow', () => {
  it('keeps errors of the store and the node, and replaces those of decoders', () => {
    const damaged = new CodedError('store.damaged', 'damaged');
    expect(asBadRow(damaged)).toBe(damaged);
    expect(asBadRow(new RangeError('offset'))).toMatchObject({ code: 'index.bad-row' });
    expect(asBadRow(new CodedError('primitives.truncated', 'short'))).toMatchObject({ code: 'index.bad-row' });
  });
});
