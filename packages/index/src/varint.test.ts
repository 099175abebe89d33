import { expect, it } from 'vitest';
import { VarintReader, VarintWriter } from './varint.ts';

it('varints are seven-bit groups, least first, of any size', () => {
  const literal: [number | bigint, number[]][] = [
    [0, [0]],
    [127, [127]],
    [128, [128, 1]],
    [300, [172, 2]],
    [2 ** 32, [128, 128, 128, 128, 16]],
    [2n ** 64n, [128, 128, 128, 128, 128, 128, 128, 128, 128, 2]],
  ];
  for (const [value, bytes] of literal) {
    expect([...new VarintWriter().add(value).finish()], String(value)).toEqual(bytes);
    expect(new VarintReader(new Uint8Array(bytes)).big()).toBe(BigInt(value));
  }
  for (const value of [2n ** 53n - 2n, 2n ** 53n - 1n, 2n ** 53n, 2n ** 53n + 1n, 123_456_789_012_345n]) {
    expect(new VarintReader(new VarintWriter().add(value).finish()).big()).toBe(value);
  }
  expect(() => new VarintWriter().add(-1)).toThrow('negative');
  expect(() => new VarintReader(new Uint8Array([128])).big()).toThrow('ends inside');
});
