import { bend, colourOf, lineLook, type MapScene, radiusOf, weightOf } from './map-scene.ts';
import { type MapSize, type MapView, project, stretch, worldScale } from './map-view.ts';

/** The outline of the world as paths in degrees, north upwards. */
export interface MapOutline {
  fill: Path2D;
  borders: Path2D;
}

/** Lines drawn in one frame: the rest follows in the next ones. */
const linesPerFrame = 700;

/** Draws a map: land, then lines, then nodes, and lines over several frames. Returns the function that stops it. */
export function drawMap(
  context: CanvasRenderingContext2D,
  scene: MapScene,
  { view, size, outline }: { view: MapView; size: MapSize; outline: MapOutline | undefined },
): () => void {
  const { canvas } = context;
  const ratio = canvas.width / Math.max(1, size.width);
  const style = getComputedStyle(canvas);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, size.width, size.height);
  if (outline !== undefined) drawOutline(context, outline, ratio, view, size, colour);
  let next = 0;
  let frame = 0;
  const land = next < scene.lines.length ? copyOf(canvas) : undefined;
  const step = () => {
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (land !== undefined && next > 0) {
      // nodes of the frame before are drawn again on top
      context.clearRect(0, 0, size.width, size.height);
      context.drawImage(land, 0, 0, size.width, size.height);
    }
    if (land !== undefined) {
      const target = land.getContext('2d');
      if (target !== null) {
        target.setTransform(ratio, 0, 0, ratio, 0, 0);
        drawLines(target, scene, next, { view, size, colour: colour('--accent') });
        context.clearRect(0, 0, size.width, size.height);
        context.drawImage(land, 0, 0, size.width, size.height);
      }
      next += linesPerFrame;
    }
    drawNodes(context, scene, view, size);
    if (next < scene.lines.length) frame = requestAnimationFrame(step);
  };
  step();
  return () => cancelAnimationFrame(frame);
}

function copyOf(canvas: HTMLCanvasElement): HTMLCanvasElement {
  const copy = document.createElement('canvas');
  copy.width = canvas.width;
  copy.height = canvas.height;
  copy.getContext('2d')?.drawImage(canvas, 0, 0);
  return copy;
}

function drawOutline(
  context: CanvasRenderingContext2D,
  { fill, borders }: MapOutline,
  ratio: number,
  view: MapView,
  size: MapSize,
  colour: (name: string) => string,
): void {
  context.save();
  const [x, y] = project([0, 0], view, size);
  context.setTransform(ratio * stretch * view.scale, 0, 0, ratio * view.scale, ratio * x, ratio * y);
  context.fillStyle = colour('--map-land');
  context.strokeStyle = colour('--map-border');
  context.lineWidth = 0.7 / view.scale;
  context.lineJoin = 'round';
  context.fill(fill, 'evenodd');
  context.stroke(borders);
  // shapes beyond the 180th meridian are drawn at both edges
  for (const turn of [360, -720]) {
    context.translate(turn, 0);
    context.fill(fill, 'evenodd');
    context.stroke(borders);
  }
  context.restore();
}

function drawLines(
  context: CanvasRenderingContext2D,
  { lines }: MapScene,
  first: number,
  { view, size, colour }: { view: MapView; size: MapSize; colour: string },
): void {
  const { width, opacity } = lineLook(view.scale / worldScale(size), lines.length);
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.globalAlpha = opacity;
  const last = Math.min(lines.length, first + linesPerFrame);
  for (const line of lines.slice(first, last)) {
    const [from, to] = [project(line[0], view, size), project(line[1], view, size)];
    const [middleX, middleY] = bend(from, to);
    context.beginPath();
    context.moveTo(from[0], from[1]);
    context.quadraticCurveTo(middleX, middleY, to[0], to[1]);
    context.stroke();
  }
  context.globalAlpha = 1;
}

function drawNodes(context: CanvasRenderingContext2D, { nodes }: MapScene, view: MapView, size: MapSize): void {
  const maxSats = nodes.reduce((max, { sats }) => Math.max(max, sats), 0);
  context.globalAlpha = 0.8;
  for (const { at, sats } of nodes) {
    const [x, y] = project(at, view, size);
    if (x < -9 || y < -9 || x > size.width + 9 || y > size.height + 9) continue;
    const weight = weightOf(sats, maxSats);
    context.fillStyle = colourOf(weight);
    context.beginPath();
    context.arc(x, y, radiusOf(weight, view), 0, 2 * Math.PI);
    context.fill();
  }
  context.globalAlpha = 1;
}
