import { expect, it } from 'vitest';
import { bodiesInFiles } from './block-bodies.ts';

it('returns stored bodies, across files, after other bodies are released', () => {
  const bodies = bodiesInFiles();
  const large = new Uint8Array(8 * 1024 * 1024).fill(7);
  large[0] = 1;
  large[large.length - 1] = 9;
  const first = bodies.put(Uint8Array.of(1, 2, 3));
  const empty = bodies.put(new Uint8Array());
  const second = bodies.put(large);
  // the first file is full
  const third = bodies.put(Uint8Array.of(4, 5));
  expect([first.length, empty.length, second.length, third.length]).toEqual([3, 0, 8 * 1024 * 1024, 2]);
  first.release();
  expect(third.read()).toEqual(Uint8Array.of(4, 5));
  expect(Buffer.from(second.read()).equals(large)).toBe(true);
  expect(empty.read()).toEqual(new Uint8Array());
  empty.release();
  second.release();
  third.release();
  // the current file stays open
  expect(bodies.put(Uint8Array.of(6)).read()).toEqual(Uint8Array.of(6));
});
