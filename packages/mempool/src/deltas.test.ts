import { seededRandom } from '@glassblock/primitives';
import { expect, it } from 'vitest';
import { emptyBlock, type PublishedBlock, SlotDeltas } from './deltas.ts';

const blockOf = (states: ReadonlyMap<number, number>): PublishedBlock => ({
  slots: Int32Array.from(states.keys()),
  states: Float64Array.from(states.values()),
});

it('finds the same as a comparison by id, in the order of the lists', () => {
  const random = seededRandom(3);
  const deltas = new SlotDeltas();
  let before = new Map<number, number>();
  for (let round = 0; round < 60; round++) {
    const slots = Array.from({ length: 40 }, (_, i) => i + Math.floor(round / 20) * 25);
    const kept = slots.filter(() => random() < 0.7).sort(() => random() - 0.5);
    const now = new Map(kept.map((slot) => [slot, Math.floor(random() * 4) - 2]));
    expect(deltas.between(blockOf(before), blockOf(now))).toEqual({
      added: kept.filter((slot) => !before.has(slot)),
      removed: [...before.keys()].filter((slot) => !now.has(slot)),
      changed: kept.filter((slot) => before.has(slot) && before.get(slot) !== now.get(slot)),
    });
    before = now;
  }
  expect(deltas.between(blockOf(before), emptyBlock)).toEqual({ added: [], removed: [...before.keys()], changed: [] });
});
