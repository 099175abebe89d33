import type { Layout } from './layout.ts';

/** A square on its way: shares of the picture, from its lower left corner; `alpha` 0..1. */
export interface Sprite {
  txid: string;
  fromX: number;
  fromY: number;
  fromSize: number;
  fromAlpha: number;
  toX: number;
  toY: number;
  toSize: number;
  toAlpha: number;
  rate: number;
}

/** What moves, between two layouts. */
export interface Scene {
  sprites: readonly Sprite[];
  /** ms; 0 shows the end at once. */
  duration: number;
  /** Arrivals light up on their way: there was a picture before, so they are news. */
  flash: boolean;
}

export const moveMs = 700;

/** 0..1 with a soft start and end. */
export const eased = (share: number): number => {
  const t = Math.min(1, Math.max(0, share));
  return t < 0.5 ? 4 * t * t * t : 1 - (-2 * t + 2) ** 3 / 2;
};

/** Places of a sprite at time `share` of its way. */
export function spriteAt(sprite: Sprite, share: number): { x: number; y: number; size: number; alpha: number } {
  const t = eased(share);
  const mix = (from: number, to: number) => from + (to - from) * t;
  return {
    x: mix(sprite.fromX, sprite.toX),
    y: mix(sprite.fromY, sprite.toY),
    size: mix(sprite.fromSize, sprite.toSize),
    alpha: mix(sprite.fromAlpha, sprite.toAlpha),
  };
}

/**
 * The way from one layout to the next: arrivals fall in from above, what left rises and fades, the rest glides or
 * rests. @param still  reduced motion: the end at once
 */
export function sceneOf(before: Layout | undefined, after: Layout, still: boolean): Scene {
  const unit = 1 / after.rows;
  const oldUnit = before ? 1 / before.rows : unit;
  const sprites: Sprite[] = [];
  for (const square of after.squares.values()) {
    const old = before?.squares.get(square.txid);
    const toX = square.column * unit;
    const toY = square.row * unit;
    sprites.push({
      txid: square.txid,
      fromX: old ? old.column * oldUnit : toX,
      fromY: old ? old.row * oldUnit : toY + (before ? 0.25 : 0.04),
      fromSize: old ? old.side * oldUnit : square.side * unit,
      fromAlpha: old ? 1 : 0,
      toX,
      toY,
      toSize: square.side * unit,
      toAlpha: 1,
      rate: square.rate,
    });
  }
  if (before && !still) {
    for (const square of before.squares.values()) {
      if (after.squares.has(square.txid)) continue;
      const x = square.column * oldUnit;
      const y = square.row * oldUnit;
      const size = square.side * oldUnit;
      sprites.push({
        txid: square.txid,
        fromX: x,
        fromY: y,
        fromSize: size,
        fromAlpha: 1,
        toX: x,
        toY: y + 0.12,
        toSize: size,
        toAlpha: 0,
        rate: square.rate,
      });
    }
  }
  return { sprites, duration: still ? 0 : moveMs, flash: before !== undefined && before !== after };
}
