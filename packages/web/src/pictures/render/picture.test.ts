import { expect, test } from 'vitest';
import { dice } from '../../../test/support/samples/sample-data.ts';
import { colourOf, parseColour } from './colour.ts';
import { type Layout, layOut, maxSide, sideOf, squareAt, squareBeside } from './layout.ts';
import { createPlayer } from './player.ts';
import type { Scene } from './scene.ts';
import { sceneOf, spriteAt } from './scene.ts';

const some = (seed: number, amount: number) => {
  const roll = dice(seed);
  return Array.from({ length: amount }, (_, place) => ({
    txid: `${seed}-${place}`,
    vsize: 110 + roll() ** 6 * 20_000,
    rate: 1 + roll() * 90,
  }));
};

/** Returns whether two squares share a cell or one is outside of the grid. */
function overlaps(layout: Layout): boolean {
  const taken = new Set<number>();
  for (const square of layout.squares.values()) {
    if (square.column < 0 || square.column + square.side > layout.columns) return true;
    for (let row = square.row; row < square.row + square.side; row++) {
      for (let column = square.column; column < square.column + square.side; column++) {
        const cell = row * layout.columns + column;
        if (taken.has(cell)) return true;
        taken.add(cell);
      }
    }
  }
  return false;
}

test('squares never overlap after additions and removals', () => {
  let list = some(1, 1500);
  let layout = layOut(list, undefined);
  const roll = dice(9);
  for (let round = 0; round < 12; round++) {
    list = [...list.filter(() => roll() > 0.05), ...some(round + 2, 70)];
    layout = layOut(list, layout);
    expect(layout.squares.size).toBe(list.length);
    expect(overlaps(layout)).toBe(false);
  }
});

test('a remaining square keeps its position', () => {
  const list = some(3, 900);
  const before = layOut(list, undefined);
  const after = layOut([...list.slice(20), ...some(4, 15)], before);
  for (const { txid } of list.slice(20)) expect(after.squares.get(txid)).toEqual(before.squares.get(txid));
});

test('the highest fee rate is at the bottom, and invalid sizes are one cell', () => {
  const layout = layOut(
    [
      { txid: 'low', vsize: 200, rate: 1 },
      { txid: 'high', vsize: 200, rate: 9 },
    ],
    undefined,
  );
  expect(layout.squares.get('high')).toMatchObject({ row: 0, column: 0 });
  expect([Number.NaN, -1, 0].map(sideOf)).toEqual([1, 1, 1]);
  expect(sideOf(1e12)).toBe(maxSide);
});

test.each([
  ['one input, two outputs', 141],
  ['two inputs, two outputs', 208],
  ['one cell', 150],
  ['batches', 3_500],
])('a full block of %s fills the grid, half a block half of it', (_, vsize) => {
  const list = (total: number) =>
    Array.from({ length: Math.floor(total / vsize) }, (_, i) => ({ txid: `t${i}`, vsize, rate: 1 }));
  const filled = (layout: Layout) =>
    [...layout.squares.values()].reduce((sum, { side }) => sum + side * side, 0) / layout.rows ** 2;
  const whole = layOut(list(999_000), undefined);
  expect(whole.rows).toBe(whole.columns);
  expect(filled(whole)).toBeGreaterThan(0.93);
  expect(filled(layOut(list(500_000), undefined))).toBeCloseTo(0.5, 1);
});

test('a transaction larger than the other squares fits the grid', () => {
  const layout = layOut([{ txid: 'a', vsize: 990_000, rate: 1 }], undefined);
  expect(layout.squares.get('a')).toMatchObject({ row: 0, column: 0 });
});

test('finds the square at a point, and adjacent ones by arrow keys', () => {
  const layout = layOut(
    [
      { txid: 'a', vsize: 10_000, rate: 9 },
      { txid: 'b', vsize: 10_000, rate: 8 },
    ],
    undefined,
  );
  const a = layout.squares.get('a');
  expect(squareAt(layout, 0.01, 0.99)?.txid).toBe('a');
  expect(squareAt(layout, 0.99, 0.01)).toBeUndefined();
  expect(a && squareBeside(layout, a, 'ArrowRight').txid).toBe('b');
  expect(a && squareBeside(layout, a, 'ArrowLeft').txid).toBe('a');
});

test('fades in new squares and fades out removed ones; reduced motion shows the end state', () => {
  const before = layOut(some(5, 10), undefined);
  const after = layOut(some(5, 9), before);
  const scene = sceneOf(before, after, false);
  const removed = scene.sprites.find((sprite) => sprite.txid === '5-9');
  expect(removed && spriteAt(removed, 1).alpha).toBe(0);
  expect(sceneOf(before, after, true)).toMatchObject({ duration: 0 });
  expect(sceneOf(before, after, true).sprites).toHaveLength(9);
});

test('a player animates to the end and stops', () => {
  const drawn: number[] = [];
  const frames: ((time: number) => void)[] = [];
  const player = createPlayer(
    { set: (_: Scene) => {}, draw: (share) => drawn.push(share), resize: () => {}, end: () => {} },
    {
      now: () => 0,
      frame: (run) => frames.push(run),
      cancelFrame: () => {},
      still: () => false,
      read: () => '#ff0000',
    },
    false,
  );
  player.show(some(6, 5), () => () => [0, 0, 0, 1]);
  frames.at(-1)?.(350);
  frames.at(-1)?.(5000);
  expect(drawn.at(-1)).toBe(1);
  expect(frames).toHaveLength(2);
});

test('new colors apply immediately, also to moving squares', () => {
  const painted: (readonly number[])[][] = [];
  const frames: ((time: number) => void)[] = [];
  const player = createPlayer(
    {
      set: (scene, paint) => painted.push(scene.sprites.map(({ txid, rate }) => paint(txid, rate))),
      draw: () => {},
      resize: () => {},
      end: () => {},
    },
    {
      now: () => 0,
      frame: (run) => frames.push(run),
      cancelFrame: () => {},
      still: () => false,
      read: () => '#ff0000',
    },
    false,
  );
  player.show(some(7, 2), () => () => [0, 0, 0, 1]);
  player.show(some(7, 1), () => () => [0, 0, 0, 1]);
  player.repaint((palette) => () => [...palette.accelerated, 0.5]);
  // one square stays and one is fading out: both have the new color
  expect(painted.at(-1)).toEqual([
    [1, 0, 0, 0.5],
    [1, 0, 0, 0.5],
  ]);
  frames.at(-1)?.(0);
  frames.at(-1)?.(5000);
  player.repaint(() => () => [0, 0, 1, 1]);
  expect(painted.at(-1)).toEqual([[0, 0, 1, 1]]);
});

test('later squares flash, initial ones do not', () => {
  const first = layOut(some(8, 3), undefined);
  expect(sceneOf(undefined, first, false).flash).toBe(false);
  expect(sceneOf(first, layOut(some(8, 4), first), false).flash).toBe(true);
  expect(sceneOf(first, first, true).flash).toBe(false);
});

test('the color scale runs from its first to its last color', () => {
  const ramp = [parseColour('#000000'), parseColour('#ffffff')];
  expect(colourOf(ramp, 0)).toEqual([0, 0, 0]);
  expect(colourOf(ramp, Number.NaN)).toEqual([0, 0, 0]);
  expect(colourOf(ramp, 1e9)).toEqual([1, 1, 1]);
  expect(parseColour('url(x)')).toEqual([0, 0, 0]);
  expect(parseColour('#09f')).toEqual(parseColour(' #0099FF '));
  expect(parseColour('#09f')).toEqual([0, 0.6, 1]);
});
