import type { Rgb } from './colour.ts';
import { gap, type Renderer } from './renderer.ts';
import { type Scene, spriteAt } from './scene.ts';

const css = (colour: Rgb): string => `rgb(${colour.map((part) => Math.round(part * 255)).join(' ')})`;

/** Plain canvas: for browsers without WebGL. @returns undefined when there is no canvas either */
export function canvasRenderer(canvas: HTMLCanvasElement): Renderer | undefined {
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  let scene: Scene = { sprites: [], duration: 0 };
  let colours: string[] = [];
  return {
    set(next, colour) {
      scene = next;
      colours = next.sprites.map((sprite) => css(colour(sprite.rate)));
    },
    draw(share, highlight) {
      const { width, height } = canvas;
      context.clearRect(0, 0, width, height);
      scene.sprites.forEach((sprite, place) => {
        const { x, y, size, alpha } = spriteAt(sprite, share);
        if (alpha <= 0.01) return;
        context.globalAlpha = alpha;
        context.fillStyle = sprite.txid === highlight ? '#ffffff' : (colours[place] ?? '#888888');
        const edge = Math.max(0.5, (size - gap) * width);
        context.fillRect((x + gap / 2) * width, (1 - y - size + gap / 2) * height, edge, edge);
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
