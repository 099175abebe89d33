import { expect, it } from 'vitest';
import { featureBitsOf, featuresOf } from './features.ts';

it('lists the features of a bit field, most significant byte first', () => {
  // bits 0, 5, 14 and 23: 80 40 21
  expect(featuresOf('804021')).toEqual([
    { bit: 0, name: 'data-loss-protect', is_required: true },
    { bit: 5, name: 'upfront-shutdown-script', is_required: false },
    { bit: 14, name: 'payment-addr', is_required: true },
    { bit: 23, name: 'anchors-zero-fee-htlc-tx', is_required: false },
  ]);
  expect(featuresOf('')).toEqual([]);
  expect(featuresOf('1000000000000000000000')).toEqual([{ bit: 84, name: 'unknown', is_required: true }]);
});

it('makes the same bit field of a list of bits, within 8,192 bits', () => {
  expect(featureBitsOf([0, 5, 14, 23])).toBe('804021');
  expect(featureBitsOf([23, 23, 0, 5, 14, -1, 1e9, 0.5])).toBe('804021');
  expect(featureBitsOf([])).toBe('');
  expect(featureBitsOf([2023])).toHaveLength(506);
});
