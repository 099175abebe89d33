import { describe, expect, expectTypeOf, test } from 'vitest';
import { isSats, type OutputValue, type Sats, sats, sumOfValues } from '../index.ts';

/**
 * Compile-time proof, never called, that an output value cannot be used as a plain number: each line below must be a
 * type error, or `tsc` fails because an expected error is missing.
 */
export function mustNotCompile(value: OutputValue): unknown[] {
  return [
    // @ts-expect-error a value may be a commitment, so it cannot be added
    value + 1,
    // @ts-expect-error nor multiplied
    value * 2,
    // @ts-expect-error nor be formatted as a number
    value.toFixed(8),
    // @ts-expect-error nor passed as a number
    Math.max(value),
    // @ts-expect-error nor become a big integer
    BigInt(value),
    // @ts-expect-error nor be compared
    value > 546,
  ];
}

describe('output values', () => {
  const commitment = new Uint8Array(33);

  test('a value is sats only after a type check', () => {
    const value: OutputValue = sats(5) as OutputValue;
    if (isSats(value)) expectTypeOf(value).toEqualTypeOf<Sats>();
    expect(isSats(value)).toBe(true);
    expect(isSats(commitment)).toBe(false);
  });

  test('a sum is a number of sats, or undefined once a value is blinded', () => {
    expect(sumOfValues([])).toBe(0);
    expect(sumOfValues([sats(1), sats(2)])).toBe(3);
    expect(sumOfValues([sats(1), commitment, sats(2)])).toBeUndefined();
  });
});
