import type { Rgba } from './paint.ts';
import { flashStrength, gap, hoverColour, type Renderer } from './renderer.ts';
import { type Scene, spriteAt } from './scene.ts';

const css = (parts: readonly number[]): string => `rgb(${parts.map((part) => Math.round(part * 255)).join(' ')})`;

/**
 * Creates a 2D renderer, for browsers without WebGL.
 * @returns undefined without canvas support
 */
export function canvasRenderer(canvas: HTMLCanvasElement): Renderer | undefined {
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  let scene: Scene = { sprites: [], duration: 0, flash: false };
  let colours: { css: string; alpha: number }[] = [];
  return {
    set(next, paint) {
      scene = next;
      colours = next.sprites.map(({ txid, rate }) => {
        const [red, green, blue, alpha]: Rgba = paint(txid, rate);
        return { css: css([red, green, blue]), alpha };
      });
    },
    draw(share, highlight) {
      const { width, height } = canvas;
      context.clearRect(0, 0, width, height);
      scene.sprites.forEach((sprite, place) => {
        const { x, y, size, alpha } = spriteAt(sprite, share);
        if (alpha <= 0.01) return;
        const colour = colours[place];
        const chosen = sprite.txid === highlight;
        context.globalAlpha = alpha * (chosen ? 1 : (colour?.alpha ?? 1));
        context.fillStyle = chosen ? css(hoverColour) : (colour?.css ?? '#888888');
        const edge = Math.max(0.5, (size - gap) * width);
        const left = (x + gap / 2) * width;
        const top = (1 - y - size + gap / 2) * height;
        context.fillRect(left, top, edge, edge);
        if (scene.flash && sprite.fromAlpha < 0.5 && share < 1) {
          context.globalAlpha = alpha * flashStrength * (1 - share);
          context.fillStyle = '#ffffff';
          context.fillRect(left, top, edge, edge);
        }
      });
      context.globalAlpha = 1;
    },
    resize(pixels) {
      canvas.width = pixels;
      canvas.height = pixels;
    },
    end() {},
  };
}
