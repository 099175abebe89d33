import { expect, test } from 'vitest';
import { addressList, normalised } from './address-list.ts';

test('converts bech32 and public keys to lower case, keeps base58', () => {
  expect(normalised('BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4')).toBe('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4');
  const key = '0279BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798';
  expect(normalised(key)).toBe(key.toLowerCase());
  expect(normalised('1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2')).toBe('1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2');
  expect(normalised('<B>')).toBe('<B>');
});

test('splits a list at commas and line breaks, and drops duplicates', () => {
  expect(addressList('1abc,,BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4 ,\n1abc')).toEqual({
    addresses: ['1abc', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    left: 0,
  });
  const many = addressList(Array.from({ length: 620 }, (_, place) => `address${place}`).join(','));
  expect([many.addresses.length, many.left, many.addresses.at(-1)]).toEqual([500, 120, 'address499']);
});

test('truncates long entries', () => {
  expect(addressList('x'.repeat(100_000)).addresses[0]).toHaveLength(130);
});
