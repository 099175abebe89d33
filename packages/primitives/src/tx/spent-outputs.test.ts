import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromHex, isCoded, readSpentOutputs, sats, toHex, writeSpentOutputs } from '../index.ts';

const codeOf = (hex: string): string => {
  try {
    readSpentOutputs(fromHex(hex));
  } catch (error) {
    if (isCoded(error)) return error.code;
    throw error;
  }
  return 'no error';
};

describe('spent outputs', () => {
  // Three transactions: the coinbase, one that spends two outputs, one that spends one.
  const hex = '0300020100000000000000015100f2052a0100000000010200000000000000026a00';
  const lists = [
    [],
    [
      { value: sats(1), script: fromHex('51') },
      { value: sats(5_000_000_000), script: fromHex('') },
    ],
    [{ value: sats(2), script: fromHex('6a00') }],
  ];

  test("reads the node's bytes by transaction and writes them back unchanged", () => {
    const bytes = fromHex(hex);
    const spent = readSpentOutputs(bytes);
    expect(spent.txCount).toBe(3);
    expect([0, 1, 2].map((tx) => spent.of(tx))).toEqual(lists);
    expect(spent.of(2)[0]!.script.buffer).toBe(bytes.buffer);
    expect(toHex(writeSpentOutputs(lists))).toBe(hex);
    expect(() => spent.of(3)).toThrow(RangeError);
    expect(() => spent.of(-1)).toThrow(RangeError);
  });

  test('round-trips spent outputs', () => {
    const output = fc.record({ value: fc.maxSafeNat().map(sats), script: fc.uint8Array({ maxLength: 300 }) });
    fc.assert(
      fc.property(fc.array(fc.array(output, { maxLength: 5 }), { maxLength: 300 }), (some) => {
        const spent = readSpentOutputs(writeSpentOutputs(some));
        expect(Array.from({ length: spent.txCount }, (_, tx) => spent.of(tx))).toEqual(some);
      }),
      { seed: 4, numRuns: 50 },
    );
  });

  test('rejects every proper prefix as truncated and an extra byte as trailing', () => {
    for (let end = 0; end < hex.length; end += 2) expect(codeOf(hex.slice(0, end))).toBe('primitives.truncated');
    expect(codeOf(`${hex}00`)).toBe('primitives.trailing-bytes');
  });

  test.each([
    ['fe00000002', 'primitives.truncated'],
    ['01fe00000002', 'primitives.truncated'],
    ['0101000000000000200000', 'primitives.value-out-of-range'],
    ['0101ffffffffffffffff00', 'primitives.value-out-of-range'],
    ['fd0100', 'primitives.non-canonical'],
  ])('rejects %s as %s', (bytes, code) => {
    expect(codeOf(bytes)).toBe(code);
  });

  test('rejects the Elements format and blinded values as unsupported', () => {
    const refused = expect.objectContaining({ code: 'primitives.unsupported-format' });
    expect(() => readSpentOutputs(fromHex('00'), 'elements')).toThrow(refused);
    expect(() => writeSpentOutputs([[{ value: new Uint8Array(33), script: fromHex('') }]])).toThrow(refused);
  });
});
