import { seededRandom } from '@glassblock/primitives';
import { expect, it } from 'vitest';
import { orderByKey } from './block-plan.ts';

it.each([0, 1, 50, 20_000])('orders %d keys by bucket and rest', (count) => {
  const random = seededRandom(count);
  const keys = Array.from({ length: count }, (_, i) => ({
    bucket: Math.floor(random() * 2 ** (i % 2 === 0 ? 32 : 4)),
    rest: count * Math.floor(random() * 2 ** 30) + i,
  }));
  const order = Uint32Array.from(keys.keys());
  order.sort((a, b) => keys[a]!.bucket - keys[b]!.bucket || keys[a]!.rest - keys[b]!.rest);
  expect([...orderByKey(keys)]).toEqual([...order]);
});
