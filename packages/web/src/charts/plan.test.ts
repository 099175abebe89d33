import { expect, test } from 'vitest';
import { cssColour, feeColour, plainColour } from './plan.ts';

test('maps fee rates to the fee colour ramp, also beyond its ends', () => {
  expect([-1, 0, 1, 7].map(feeColour)).toEqual(['--fee-0', '--fee-0', '--fee-9', '--fee-9']);
  const [from, to, share] = feeColour(0.25) as readonly [string, string, number];
  expect([from, to, share]).toEqual(['--fee-2', '--fee-3', 0.25]);
});

test('a colour is a CSS variable in the page, and a colour value on a canvas', () => {
  const theme: Record<string, string> = { '--fee-2': '#102030', '--fee-3': '#50a0f0' };
  const read = (name: string) => theme[name] ?? '';
  expect(cssColour('--fee-2')).toBe('var(--fee-2)');
  expect(cssColour(['--fee-2', '--fee-3', 0.25])).toBe('color-mix(in srgb, var(--fee-2), var(--fee-3) 25%)');
  expect(plainColour('--fee-2', read)).toBe('#102030');
  expect(plainColour(['--fee-2', '--fee-3', 0.25], read)).toBe('rgb(32, 64, 96)');
});
