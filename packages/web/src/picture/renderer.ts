import type { Rgb } from './colour.ts';
import type { Scene } from './scene.ts';

/** Draws scenes on a canvas; WebGL or plain canvas behind the same face. */
export interface Renderer {
  /** Takes a new scene; nothing is drawn yet. */
  set(scene: Scene, colour: (rate: number) => Rgb): void;
  /** Draws the scene at a share 0..1 of its way. @param highlight  txid of the chosen square */
  draw(share: number, highlight: string | undefined): void;
  /** The canvas has another size now, in device pixels. */
  resize(pixels: number): void;
  end(): void;
}

/** Gap between squares, as a share of the picture. */
export const gap = 0.0011;
