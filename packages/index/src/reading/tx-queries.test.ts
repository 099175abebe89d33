import { type CodedError, type Height, seededRandom } from '@glassblock/primitives';
import { openMemoryEngine, openStore } from '@glassblock/store';
import { expect, it } from 'vitest';
import { extend, identity } from '../../test/support/random-chain.ts';
import { ToyChain } from '../../test/support/toy-chain.ts';
import { createFollower, openIndex, openIndexView } from '../index.ts';

it('has no data of transactions above its chain, also while the first build has written rows but no tip', async () => {
  const chain = new ToyChain();
  extend(chain, seededRandom(4), 30, 'main', 5);
  const reported: CodedError[] = [];
  const store = await openStore(openMemoryEngine(), { onBadRow: (error) => reported.push(error) });
  const prefixer = await openIndex(store, identity({ keepIds: true, keepBodies: true }));
  const follower = await createFollower({ store, prefixer, source: chain.source(), onFacts: () => undefined });
  await follower.catchUp();
  const count = (await openIndexView(store, prefixer)).tip!.height + 1;
  const read = async (height: number) => {
    const number = { height: height as Height, position: 0 };
    const view = await openIndexView(store, prefixer);
    const found = [
      (await view.bodies([number]))[0] !== undefined,
      (await view.txids([number]))[0] !== undefined,
      (await view.spans([number]))[0] !== undefined,
    ];
    expect(await view.spendersOf([{ number }])).toHaveLength(1);
    await view.close();
    return found;
  };
  expect(await read(count - 1)).toEqual([true, true, true]);
  expect(await read(count)).toEqual([false, false, false]);
  await store.commit([], new Uint8Array(0));
  expect(await read(count - 1)).toEqual([false, false, false]);
  expect(reported).toEqual([]);
});
