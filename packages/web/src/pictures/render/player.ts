import { type Layout, layOut, type SquareInput } from './layout.ts';
import { type Paint, type Palette, readPalette } from './paint.ts';
import type { Renderer } from './renderer.ts';
import { eased, moveMs, type Scene, sceneOf } from './scene.ts';

/** Shows layouts one after another on a renderer. */
export interface Player {
  /** Shows these squares; those that stay keep their places. @returns where they stand */
  show(squares: readonly SquareInput[], paint: PaintMaker): Layout;
  /** The same squares in other colours, at once. */
  repaint(paint: PaintMaker): void;
  highlight(txid: string | undefined): void;
  /** Colours or size changed: draws again. */
  refresh(pixels: number): void;
  end(): void;
}

/** Makes the colours of squares from those of the theme, which may change. */
export type PaintMaker = (palette: Palette) => Paint;

/** Time, frames and wishes of the browser, as arguments. */
export interface Stage {
  now(): number;
  frame(run: (time: number) => void): number;
  cancelFrame(handle: number): void;
  still(): boolean;
  read(property: string): string;
}

/** @param isWebgl  the shader eases no more: it gets the eased share */
export function createPlayer(renderer: Renderer, stage: Stage, isWebgl: boolean): Player {
  let layout: Layout | undefined;
  let chosen: string | undefined;
  let started = 0;
  let handle = 0;
  let running = false;

  const draw = (share: number) => renderer.draw(isWebgl ? eased(share) : share, chosen);
  const step = (time: number) => {
    const share = Math.min(1, Math.max(0, (time - started) / moveMs));
    draw(share);
    running = share < 1;
    if (running) handle = stage.frame(step);
  };
  let maker: PaintMaker | undefined;
  const paint = (): Paint => maker?.(readPalette(stage.read)) ?? (() => [0, 0, 0, 0]);
  let moving: Scene | undefined;
  const again = () => {
    if (!layout) return;
    renderer.set(running && moving ? moving : sceneOf(layout, layout, true), paint());
    if (!running) draw(1);
  };
  return {
    show(squares, colours) {
      maker = colours;
      const next = layOut(squares, layout);
      const scene = sceneOf(layout, next, stage.still());
      layout = next;
      moving = scene;
      running = true;
      stage.cancelFrame(handle);
      // Colours and buffers take as long as the places did: they get a frame of their own.
      handle = stage.frame(() => {
        renderer.set(scene, paint());
        if (scene.duration === 0) {
          running = false;
          draw(1);
        } else {
          started = stage.now();
          handle = stage.frame(step);
        }
      });
      return next;
    },
    highlight(txid) {
      chosen = txid;
      if (!running) draw(1);
    },
    repaint(next) {
      maker = next;
      again();
    },
    refresh(pixels) {
      renderer.resize(pixels);
      again();
    },
    end() {
      stage.cancelFrame(handle);
      renderer.end();
    },
  };
}
