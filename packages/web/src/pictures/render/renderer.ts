import type { Paint } from './paint.ts';
import type { Scene } from './scene.ts';

/** Draws scenes on a canvas; WebGL or plain canvas behind the same face. */
export interface Renderer {
  /** Takes a new scene; nothing is drawn yet. */
  set(scene: Scene, paint: Paint): void;
  /** Draws the scene at a share 0..1 of its way. @param highlight  txid of the chosen square */
  draw(share: number, highlight: string | undefined): void;
  /** The canvas has another size now, in device pixels. */
  resize(pixels: number): void;
  end(): void;
}

/** Gap between squares, as a share of the picture. */
export const gap = 0.0011;

/** The square under the pointer. */
export const hoverColour = [0x1b / 255, 0xd8 / 255, 0xf4 / 255] as const;

/** How white an arrival begins, 0..1. */
export const flashStrength = 0.7;
