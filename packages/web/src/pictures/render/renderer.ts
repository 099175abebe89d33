import type { Paint } from './paint.ts';
import type { Scene } from './scene.ts';

/** Draws scenes on a canvas, with WebGL or the 2D API. */
export interface Renderer {
  /** Sets a scene without drawing it. */
  set(scene: Scene, paint: Paint): void;
  /**
   * Draws the scene at a share of its animation, 0 to 1.
   * @param highlight txid of the selected square
   */
  draw(share: number, highlight: string | undefined): void;
  /** Sets the size of the canvas, in device pixels. */
  resize(pixels: number): void;
  end(): void;
}

/** Gap between squares, as a share of the picture. */
export const gap = 0.0011;

/** Color of the square under the pointer. */
export const hoverColour = [0x1b / 255, 0xd8 / 255, 0xf4 / 255] as const;

/** Initial whiteness of new squares, 0 to 1. */
export const flashStrength = 0.7;
