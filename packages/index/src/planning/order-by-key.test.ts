import { seededRandom } from '@glassblock/primitives';
import { expect, it } from 'vitest';
import { orderByKey } from './order-by-key.ts';

it.each([0, 1, 50, 20_000])('orders %d keys by bucket and rest', (count) => {
  const random = seededRandom(count);
  const pairs = Array.from({ length: count }, (_, i) => ({
    bucket: Math.floor(random() * 2 ** (i % 2 === 0 ? 32 : 4)),
    rest: count * Math.floor(random() * 2 ** 30) + i,
  }));
  const order = [...pairs.keys()];
  order.sort((a, b) => pairs[a]!.bucket - pairs[b]!.bucket || pairs[a]!.rest - pairs[b]!.rest);
  const keys = {
    bucket: Uint32Array.from(pairs, ({ bucket }) => bucket),
    rest: Float64Array.from(pairs, ({ rest }) => rest),
  };
  expect([...orderByKey(keys)]).toEqual(order);
});
