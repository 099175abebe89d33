import { colourOf, readRamp } from './colour.ts';
import { type Layout, layOut, type SquareInput } from './layout.ts';
import type { Renderer } from './renderer.ts';
import { eased, moveMs, sceneOf } from './scene.ts';

/** Shows layouts one after another on a renderer. */
export interface Player {
  /** Shows these squares; those that stay keep their places. @returns where they stand */
  show(squares: readonly SquareInput[]): Layout;
  highlight(txid: string | undefined): void;
  /** Colours or size changed: draws again. */
  refresh(pixels: number): void;
  end(): void;
}

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
  const paint = () => {
    const ramp = readRamp(stage.read);
    return (rate: number) => colourOf(ramp, rate);
  };
  return {
    show(squares) {
      const next = layOut(squares, layout);
      const scene = sceneOf(layout, next, stage.still());
      layout = next;
      renderer.set(scene, paint());
      stage.cancelFrame(handle);
      if (scene.duration === 0) {
        running = false;
        draw(1);
      } else {
        started = stage.now();
        running = true;
        handle = stage.frame(step);
      }
      return next;
    },
    highlight(txid) {
      chosen = txid;
      if (!running) draw(1);
    },
    refresh(pixels) {
      renderer.resize(pixels);
      if (layout) renderer.set(sceneOf(layout, layout, true), paint());
      if (!running) draw(1);
    },
    end() {
      stage.cancelFrame(handle);
      renderer.end();
    },
  };
}
