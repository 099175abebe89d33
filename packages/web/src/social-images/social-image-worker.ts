import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { readRamp } from '../pictures/render/colour.ts';
import type { Card } from './card.ts';
import { drawCard, registerFonts } from './draw.ts';

/** A thread that draws cards: requests are numbered and answered with PNG bytes, or an error. */

const theme = readFileSync(new URL('../themes/default.css', import.meta.url), 'utf8');
const token = (name: string): string => new RegExp(`--${name}:\\s*(#[0-9a-f]{6})`, 'i').exec(theme)?.[1] ?? '#000000';
const paint = { token, ramp: readRamp((property) => token(property.slice(2))) };

const inter = join(dirname(createRequire(import.meta.url).resolve('@fontsource-variable/inter/package.json')), 'files');
registerFonts(
  ['latin', 'latin-ext', 'cyrillic', 'greek', 'vietnamese'].map((part) =>
    join(inter, `inter-${part}-wght-normal.woff2`),
  ),
);

parentPort?.on('message', ({ number, card }: { number: number; card: Card }) => {
  try {
    parentPort?.postMessage({ number, png: drawCard(card, paint) });
  } catch (error) {
    parentPort?.postMessage({ number, fault: error instanceof Error ? error.message : String(error) });
  }
});
