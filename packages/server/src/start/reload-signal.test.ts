import { expect, test } from 'vitest';
import { createReloadSignal } from './reload-signal.ts';

test('reads files for each request, and once for those before the start had ended', () => {
  const signal = createReloadSignal();
  let count = 0;
  signal.request();
  signal.request();
  signal.onRequest(() => count++);
  expect(count).toBe(1);
  signal.request();
  expect(count).toBe(2);
});

test('reads nothing without a request', () => {
  const signal = createReloadSignal();
  let count = 0;
  signal.onRequest(() => count++);
  expect(count).toBe(0);
});
