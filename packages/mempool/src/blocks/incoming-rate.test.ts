import { expect, test } from 'vitest';
import { createIncomingRate } from './incoming-rate.ts';

test('is the mean of the last 150 seconds', () => {
  const rate = createIncomingRate();
  rate.resume(0);
  for (let time = 1; time <= 300; time++) rate.add(time, 2_000);
  expect(rate.at(300)).toBe(2_000);
  expect(rate.at(375)).toBe(1_000);
  expect(rate.at(450)).toBe(0);
});

test('divides by the measured time after a start, at least 15 seconds', () => {
  const rate = createIncomingRate();
  rate.resume(1_000);
  rate.add(1_001, 3_000);
  expect(rate.at(1_002)).toBe(200);
  for (let time = 1_002; time <= 1_050; time++) rate.add(time, 3_000);
  expect(rate.at(1_050)).toBe(3_000);
});

test('measures again after the mempool was behind', () => {
  const rate = createIncomingRate();
  rate.resume(0);
  rate.add(100, 150_000);
  rate.pause();
  expect(rate.at(100)).toBe(1_000);
  rate.resume(110);
  expect(rate.at(140)).toBe(0);
  rate.add(140, 30_000);
  expect(rate.at(140)).toBe(1_000);
  rate.resume(141);
  expect(rate.at(170)).toBe(500);
});
