import { expect, it } from 'vitest';
import { orderByNumber } from './order-by-number.ts';
import { seededRandom } from './seeded-random.ts';

it.each([
  ['distinct numbers', 5_000, 2 ** 32],
  ['few ties', 3_000, 1_000],
  ['long ties', 300, 3],
  ['one number', 50, 1],
])('orders %s', (_, count, range) => {
  const random = seededRandom(count);
  const numbers = Uint32Array.from({ length: count }, () => Math.floor(random() * range));
  const ties = Array.from(numbers, () => random());
  const expected = [...numbers.keys()].sort((a, b) => numbers[a]! - numbers[b]! || ties[a]! - ties[b]!);
  expect([...orderByNumber(numbers, (a, b) => ties[a]! - ties[b]!)]).toEqual(expected);
});
