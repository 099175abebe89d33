import { type Layout, layOut, type SquareInput } from './layout.ts';
import { type Paint, type Palette, readPalette } from './paint.ts';
import type { Renderer } from './renderer.ts';
import { eased, moveMs, type Scene, sceneOf } from './scene.ts';

/** Animates between layouts on a renderer. */
export interface Player {
  /**
   * Shows squares; those that remain keep their positions.
   * @returns the layout
   */
  show(squares: readonly SquareInput[], paint: PaintMaker): Layout;
  /** Changes the colors immediately. */
  repaint(paint: PaintMaker): void;
  highlight(txid: string | undefined): void;
  /** Redraws after a change of colors or size. */
  refresh(pixels: number): void;
  end(): void;
}

/** Creates the coloring of squares from the colors of the theme, which may change. */
export type PaintMaker = (palette: Palette) => Paint;

/** Clock, animation frames and motion preference of the browser. */
export interface Stage {
  now(): number;
  frame(run: (time: number) => void): number;
  cancelFrame(handle: number): void;
  still(): boolean;
  read(property: string): string;
}

/**
 * Creates a player.
 * @param isWebgl the shader does no easing: it gets the eased share
 */
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
      // colors and buffers take as long as the layout: they have a frame of their own
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
