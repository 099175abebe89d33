import { expect, it } from 'vitest';
import { createShownTip } from './shown-tip.ts';

it('has the height of the last tip for ten seconds', () => {
  let now = 0;
  const tip = createShownTip(() => now);
  expect(tip.height()).toBeUndefined();
  tip.show(103);
  now = 10_000;
  expect(tip.height()).toBe(103);
  tip.show(101);
  now = 20_000;
  expect(tip.height()).toBe(101);
  now = 20_001;
  expect(tip.height()).toBeUndefined();
});
