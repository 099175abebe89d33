import { expect, test } from 'vitest';
import { showMs, sparksAt, staticFrameMs } from './sparks.ts';

test('sparks are bounded, fade, and are the same at the same time', () => {
  for (let time = 0; time <= showMs; time += 250) {
    const sparks = sparksAt(time, 1200, 90);
    expect(sparks.length).toBeGreaterThan(0);
    expect(sparks.length).toBeLessThan(200);
    expect(sparks.every(({ glow }) => glow > 0 && glow <= 1)).toBe(true);
    expect(sparksAt(time, 1200, 90)).toEqual(sparks);
  }
});

test('the still frame has several bursts', () => {
  expect(new Set(sparksAt(staticFrameMs, 1200, 90).map(({ colour }) => colour)).size).toBeGreaterThan(2);
});
