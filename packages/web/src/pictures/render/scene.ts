import type { Layout } from './layout.ts';

/** A moving square: shares of the picture, from its bottom left corner; `alpha` 0 to 1. */
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

/** Transition between two layouts. */
export interface Scene {
  sprites: readonly Sprite[];
  /** ms; 0 shows the end immediately. */
  duration: number;
  /** New squares flash, as there was a picture before. */
  flash: boolean;
}

/** Duration of a transition, ms. */
export const moveMs = 700;

/** Eases a share, 0 to 1, in and out. */
export const eased = (share: number): number => {
  const t = Math.min(1, Math.max(0, share));
  return t < 0.5 ? 4 * t * t * t : 1 - (-2 * t + 2) ** 3 / 2;
};

/** Returns position and alpha of a square at a share of the transition. */
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
 * Returns the transition between two layouts: new squares fall in from the top, removed ones rise and fade, the others
 * move or stay.
 * @param isStatic reduced motion: without animation
 */
export function sceneOf(before: Layout | undefined, after: Layout, isStatic: boolean): Scene {
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
  if (before && !isStatic) {
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
  return { sprites, duration: isStatic ? 0 : moveMs, flash: before !== undefined && before !== after };
}
