import { createCanvas, GlobalFonts, Path2D, type SKRSContext2D } from '@napi-rs/canvas';
import encodeQr from 'qr';
import { type FlowItem, flowItems, flowLayout } from '../pictures/diagrams/flow-layout.ts';
import { colourOf, type Rgb } from '../pictures/render/colour.ts';
import { layOut } from '../pictures/render/layout.ts';
import type { Card, Picture } from './card.ts';

/** Colours of the theme and the font, read once. */
export interface Paint {
  /** Custom property of the theme, as `#rrggbb`. */
  token(name: string): string;
  ramp: readonly Rgb[];
}

/** Registers the shipped font files. */
export function registerFonts(files: readonly string[]): void {
  for (const file of files) GlobalFonts.registerFromPath(file, 'Inter');
}

const css = ([red, green, blue]: Rgb): string =>
  `rgb(${Math.round(red * 255)} ${Math.round(green * 255)} ${Math.round(blue * 255)})`;

/** Cards are drawn 1200 wide and scaled. */
const designWidth = 1200;
const margin = 56;

/**
 * Draws a card.
 * @returns PNG
 */
export function drawCard(card: Card, paint: Paint): Buffer {
  const canvas = createCanvas(card.width, card.height);
  const pen = canvas.getContext('2d');
  const scale = card.width / designWidth;
  pen.scale(scale, scale);
  const width = designWidth;
  const height = card.height / scale;
  const ground = pen.createLinearGradient(0, 0, width, height);
  ground.addColorStop(0, paint.token('surface-1'));
  ground.addColorStop(1, paint.token('surface-0'));
  pen.fillStyle = ground;
  pen.fillRect(0, 0, width, height);
  head(pen, card, paint, width);
  if (card.picture?.kind === 'cubes') site(pen, card.title, card.picture.rates, paint, width, height);
  else drawObject(pen, card, paint, width, height);
  return canvas.toBuffer('image/png');
}

function text(pen: SKRSContext2D, words: string, x: number, y: number, font: string, colour: string): number {
  pen.font = font;
  pen.fillStyle = colour;
  pen.fillText(words, x, y);
  return pen.measureText(words).width;
}

const font = (weight: number, size: number): string => `${weight} ${size}px Inter`;

function head(pen: SKRSContext2D, card: Card, paint: Paint, width: number): void {
  mark(pen, margin, 38, 52, paint);
  text(pen, 'Glassblock', margin + 66, 76, font(700, 32), paint.token('ink-0'));
  pen.font = font(600, 24);
  const label = pen.measureText(card.network).width;
  pen.strokeStyle = paint.token('surface-3');
  pen.lineWidth = 2;
  pen.beginPath();
  pen.roundRect(width - margin - label - 36, 44, label + 36, 42, 21);
  pen.stroke();
  text(pen, card.network, width - margin - label - 18, 73, font(600, 24), paint.token('ink-1'));
}

/** The logo: a glass cube, light from the left. */
function mark(pen: SKRSContext2D, x: number, y: number, size: number, paint: Paint): void {
  pen.save();
  pen.translate(x, y);
  pen.scale(size / 48, size / 48);
  const faces: readonly (readonly [string, number])[] = [
    ['M6 14L24 24v21L6 35z', 0.85],
    ['M42 14L24 24v21l18-10z', 0.4],
    ['M24 4l18 10-18 10L6 14z', 0.62],
  ];
  pen.fillStyle = paint.token('accent');
  for (const [path, alpha] of faces) {
    pen.globalAlpha = alpha;
    pen.fill(new Path2D(path));
  }
  pen.globalAlpha = 1;
  pen.strokeStyle = paint.token('glass-light');
  pen.lineWidth = 1.2;
  pen.stroke(new Path2D('M24 4l18 10v21L24 45 6 35V14zM6 14l18 10 18-10M24 24v21'));
  pen.restore();
}

function drawObject(pen: SKRSContext2D, card: Card, paint: Paint, width: number, height: number): void {
  const beside = card.picture?.kind === 'squares' || card.picture?.kind === 'qr' ? 430 : 0;
  const room = width - 2 * margin - (beside > 0 ? beside + 40 : 0);
  const end = text(pen, card.title, margin, 168, font(700, 50), paint.token('ink-0'));
  let x = margin + end + 24;
  for (const word of card.marks) {
    pen.font = font(600, 20);
    const wide = pen.measureText(word).width + 24;
    if (x + wide > margin + room) break;
    pen.fillStyle = paint.token('surface-3');
    pen.beginPath();
    pen.roundRect(x, 136, wide, 36, 8);
    pen.fill();
    text(pen, word, x + 12, 161, font(600, 20), paint.token('ink-1'));
    x += wide + 10;
  }
  card.id.forEach((line, place) => {
    pen.letterSpacing = '1px';
    text(pen, fit(pen, line, room, font(400, 26)), margin, 216 + 36 * place, font(400, 26), paint.token('ink-2'));
    pen.letterSpacing = '0px';
  });
  const top = 216 + 36 * Math.max(1, card.id.length) + 6;
  if (beside > 0) {
    rows(pen, card.facts, margin, top + 20, room, paint);
    if (card.picture)
      picture(pen, card.picture, width - margin - beside, height - margin - beside, beside, beside, paint);
    return;
  }
  columns(pen, card.facts, margin, top, width - 2 * margin, paint);
  if (card.picture) picture(pen, card.picture, margin, top + 96, width - 2 * margin, height - top - 96 - 34, paint);
}

/** Truncates text to its width. */
function fit(pen: SKRSContext2D, words: string, room: number, face: string): string {
  pen.font = face;
  let shown = words;
  while (shown.length > 4 && pen.measureText(shown).width > room) shown = `${shown.slice(0, -2)}…`;
  return shown;
}

/** Facts as rows, figures right-aligned. */
function rows(pen: SKRSContext2D, facts: Card['facts'], x: number, y: number, room: number, paint: Paint): void {
  facts.forEach(({ label, value, unit }, place) => {
    const line = y + 30 + 54 * place;
    text(pen, label, x, line, font(400, 25), paint.token('ink-2'));
    const tail = unit === undefined ? '' : ` ${unit}`;
    pen.font = font(400, 20);
    const small = pen.measureText(tail).width;
    pen.font = font(600, 28);
    const wide = pen.measureText(value).width;
    text(pen, value, x + room - small - wide, line, font(600, 28), paint.token('ink-0'));
    text(pen, tail, x + room - small, line, font(400, 20), paint.token('ink-2'));
  });
}

/** Facts as columns, each above its label. */
function columns(pen: SKRSContext2D, facts: Card['facts'], x: number, y: number, room: number, paint: Paint): void {
  const widths = facts.map(({ label, value, unit }) => {
    pen.font = font(600, 32);
    const figure = pen.measureText(value).width;
    pen.font = font(400, 20);
    return Math.max(
      figure + (unit === undefined ? 0 : pen.measureText(` ${unit}`).width),
      pen.measureText(label).width,
    );
  });
  const gap = Math.min(70, (room - widths.reduce((sum, each) => sum + each, 0)) / Math.max(1, facts.length - 1));
  let left = x;
  facts.forEach(({ label, value, unit }, place) => {
    const wide = text(pen, value, left, y + 38, font(600, 32), paint.token('ink-0'));
    if (unit !== undefined) text(pen, ` ${unit}`, left + wide, y + 38, font(400, 20), paint.token('ink-2'));
    text(pen, label, left, y + 68, font(400, 20), paint.token('ink-2'));
    left += (widths[place] ?? 0) + gap;
  });
}

function picture(
  pen: SKRSContext2D,
  what: Picture,
  x: number,
  y: number,
  width: number,
  height: number,
  paint: Paint,
): void {
  pen.save();
  pen.translate(x, y);
  if (what.kind === 'qr') qr(pen, what.text, width);
  if (what.kind === 'squares') squares(pen, what.txs, width, paint);
  if (what.kind === 'flow') flow(pen, what, width, height, paint);
  if (what.kind === 'line') line(pen, what.values, width, height, paint);
  if (what.kind === 'messages') {
    what.lines.forEach((line, place) => {
      const face = font(500, 34);
      text(pen, `“${fit(pen, line, width - 60, face)}”`, 0, 64 + 62 * place, face, paint.token('accent'));
    });
  }
  pen.restore();
}

/** Values as a line with a filled area, from zero to the highest. */
function line(pen: SKRSContext2D, values: readonly number[], width: number, height: number, paint: Paint): void {
  const highest = Math.max(...values);
  if (!(highest > 0)) return;
  const trace = (): void => {
    values.forEach((value, place) => {
      const x = (place / (values.length - 1)) * width;
      const y = height - (Math.max(0, value) / highest) * height;
      if (place === 0) pen.moveTo(x, y);
      else pen.lineTo(x, y);
    });
  };
  pen.beginPath();
  trace();
  pen.lineTo(width, height);
  pen.lineTo(0, height);
  pen.closePath();
  pen.fillStyle = paint.token('accent');
  pen.globalAlpha = 0.18;
  pen.fill();
  pen.globalAlpha = 1;
  pen.beginPath();
  trace();
  pen.strokeStyle = paint.token('accent');
  pen.lineWidth = 4;
  pen.lineJoin = 'round';
  pen.stroke();
}

function qr(pen: SKRSContext2D, words: string, side: number): void {
  const cells = encodeQr(words, 'raw', { ecc: 'medium', border: 2 });
  const cell = side / cells.length;
  pen.fillStyle = '#ffffff';
  pen.beginPath();
  pen.roundRect(0, 0, side, side, 14);
  pen.fill();
  pen.fillStyle = '#000000';
  for (const [down, row] of cells.entries())
    for (const [along, isDark] of row.entries())
      if (isDark) pen.fillRect(along * cell, down * cell, cell + 0.4, cell + 0.4);
}

function squares(
  pen: SKRSContext2D,
  txs: readonly { txid: string; vsize: number; rate: number }[],
  side: number,
  paint: Paint,
): void {
  pen.fillStyle = paint.token('picture-ground');
  pen.beginPath();
  pen.roundRect(0, 0, side, side, 14);
  pen.fill();
  pen.clip();
  const layout = layOut(txs, undefined);
  const cell = side / Math.max(layout.columns, layout.rows);
  for (const square of layout.squares.values()) {
    const size = square.side * cell;
    const edge = Math.min(0.8, size * 0.12);
    pen.fillStyle = css(colourOf(paint.ramp, square.rate));
    pen.fillRect(square.column * cell + edge / 2, side - square.row * cell - size + edge / 2, size - edge, size - edge);
  }
}

function flow(
  pen: SKRSContext2D,
  what: Extract<Picture, { kind: 'flow' }>,
  width: number,
  height: number,
  paint: Paint,
): void {
  const fee: FlowItem[] = what.fee > 0 ? [{ kind: 'fee', index: 0, value: what.fee, count: 1 }] : [];
  const layout = flowLayout(
    flowItems(what.inputs, 'input', 24),
    [...flowItems(what.outputs, 'output', 24), ...fee],
    width,
    height,
  );
  const shade = pen.createLinearGradient(0, 0, width, 0);
  shade.addColorStop(0, paint.token('info'));
  shade.addColorStop(0.5, paint.token('accent'));
  shade.addColorStop(1, paint.token('ok'));
  for (const strand of [...layout.inputs, ...layout.outputs]) {
    pen.globalAlpha = 0.85;
    pen.fillStyle = strand.item.kind === 'fee' ? paint.token('warn') : shade;
    pen.fill(new Path2D(strand.path));
  }
  pen.globalAlpha = 1;
  const { joint } = layout;
  pen.fillStyle = paint.token('glass-light');
  pen.fillRect(joint.x, joint.y, joint.width, joint.height);
}

/** The site's own card: its title, and the next blocks as glass cubes. */
function site(
  pen: SKRSContext2D,
  title: string,
  rates: readonly (readonly number[])[],
  paint: Paint,
  width: number,
  height: number,
): void {
  title.split('\n').forEach((line, place) => {
    text(pen, line, margin, 210 + 66 * place, font(700, 54), paint.token('ink-0'));
  });
  const side = 150;
  const shown = rates.length === 0 ? [[], [], [], []] : rates;
  shown.forEach((range, place) => {
    const left = width - margin - (place + 1) * (side + 46) + 20;
    cube(pen, left, height - margin - side, side, range, paint);
  });
}

function cube(pen: SKRSContext2D, x: number, y: number, side: number, range: readonly number[], paint: Paint): void {
  const depth = side * 0.2;
  const fill = pen.createLinearGradient(0, y + side, 0, y);
  const two = range.length > 1 ? range : [range[0] ?? 0, range[0] ?? 0];
  for (const [place, rate] of two.entries())
    fill.addColorStop(place / (two.length - 1), css(colourOf(paint.ramp, rate)));
  const faces: readonly (readonly [readonly (readonly [number, number])[], number])[] = [
    [
      [
        [x, y],
        [x + side, y],
        [x + side, y + side],
        [x, y + side],
      ],
      0.95,
    ],
    [
      [
        [x + side, y],
        [x + side + depth, y - depth],
        [x + side + depth, y + side - depth],
        [x + side, y + side],
      ],
      0.6,
    ],
    [
      [
        [x, y],
        [x + depth, y - depth],
        [x + side + depth, y - depth],
        [x + side, y],
      ],
      0.75,
    ],
  ];
  for (const [corners, alpha] of faces) {
    pen.beginPath();
    for (const [place, [right, down]] of corners.entries()) {
      if (place === 0) pen.moveTo(right, down);
      else pen.lineTo(right, down);
    }
    pen.closePath();
    if (range.length > 0) {
      pen.globalAlpha = alpha;
      pen.fillStyle = fill;
      pen.fill();
      pen.globalAlpha = 1;
    }
    pen.strokeStyle = paint.token('ink-2');
    pen.lineWidth = 1.5;
    pen.stroke();
  }
}
