import { expect, it } from 'vitest';
import { liveCacheBytes } from './start.ts';

it.each([
  [16e6, 2e6],
  [64e6, 4e6],
  [512e6, 32e6],
  [8e9, 32e6],
])('of a network with %i bytes of memory each cache of the live feed has %i', (memoryBytes, bytes) => {
  expect(liveCacheBytes(memoryBytes)).toBe(bytes);
});
