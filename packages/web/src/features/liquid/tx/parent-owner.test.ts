import { expect, test } from 'vitest';
import { parentOwner } from './parent-owner.ts';

const key = `02${'ab'.repeat(32)}`;

test.each([
  ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', undefined],
  ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', undefined],
  [`21${key}ac`, key, 'p2pk'],
  [`5121${key}51ae`, undefined, 'multisig'],
  ['6a0568656c6c6f', undefined, 'op_return'],
  ['75', undefined, 'unknown'],
  ['', undefined, 'empty'],
] as const)('parentOwner of %s has the address %s and the type %s', (value, address, type) => {
  expect(parentOwner(value)).toEqual({ address, type });
});
