import { expect, test } from 'vitest';
import { ringPart } from './ring.ts';

test('a quarter is drawn clockwise outside and back inside', () => {
  expect(ringPart(0, 0.25, 30, 50)).toBe(
    'M0 -50A50 50 0 0 1 35.36 -35.36A50 50 0 0 1 50 0L30 0A30 30 0 0 0 21.21 -21.21A30 30 0 0 0 0 -30Z',
  );
});

test.each([1, 0.99999, 0.5])(
  'arcs of a part of %f have different ends: an arc with equal ends is not drawn',
  (share) => {
    const ends = [...ringPart(0, share, 30, 50).matchAll(/A(\d+) \d+ 0 0 [01] (-?[\d.]+ -?[\d.]+)/g)];
    const of = (radius: string) => ends.filter(([, each]) => each === radius).map(([, , end]) => end);
    for (const [first, second] of [of('50'), of('30')]) expect(first).not.toBe(second);
  },
);

test('a full turn is two circles, without a line between them', () => {
  const circle = (from: string, radius: number, way: number, half: string) =>
    `M${from}A${radius} ${radius} 0 0 ${way} ${half}A${radius} ${radius} 0 0 ${way} ${from}Z`;
  expect(ringPart(0, 1, 30, 50)).toBe(circle('0 -50', 50, 1, '0 50') + circle('0 -30', 30, 0, '0 30'));
});
