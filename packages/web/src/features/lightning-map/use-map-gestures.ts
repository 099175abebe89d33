import { type RefObject, useEffect, useRef } from 'react';
import { type MapSize, type MapView, pan, zoom } from './map-view.ts';

/** Callbacks of map gestures. */
export interface MapGestures {
  /** Changes the view, from the current one. */
  change(next: (view: MapView) => MapView): void;
  /** The pointer is at a point of the map; undefined: it left. */
  point(at: readonly [number, number] | undefined): void;
  /** A point was clicked or tapped, without a drag. */
  pick(at: readonly [number, number]): void;
}

const slackPx = 4;
const keySteps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [60, 0],
  ArrowRight: [-60, 0],
  ArrowUp: [0, 60],
  ArrowDown: [0, -60],
};
/** Factor of one key press or click of the zoom. */
export const zoomStep = 1.6;

/**
 * Moves a map by mouse, touch and keyboard: drag, wheel with Ctrl or once the map is focused, pinch, arrows, plus and
 * minus. One finger scrolls the page unless the map is zoomed in.
 */
export function useMapGestures(
  ref: RefObject<HTMLElement | null>,
  { size, isZoomed, gestures }: { size: MapSize; isZoomed: boolean; gestures: MapGestures },
): void {
  const latest = useRef({ size, isZoomed, gestures });
  useEffect(() => {
    latest.current = { size, isZoomed, gestures };
  });
  useEffect(() => {
    const box = ref.current;
    if (box === null) return undefined;
    return listen(box, () => latest.current);
  }, [ref]);
}

function listen(
  box: HTMLElement,
  latest: () => { size: MapSize; isZoomed: boolean; gestures: MapGestures },
): () => void {
  const held = new Map<number, readonly [number, number]>();
  let travelled = 0;
  const at = (event: MouseEvent): [number, number] => {
    const { left, top } = box.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  };
  const change = (next: (view: MapView, size: MapSize) => MapView) => {
    const { size, gestures } = latest();
    gestures.change((view) => next(view, size));
  };
  const zoomAt = (factor: number, point?: readonly [number, number]) =>
    change((view, size) => zoom(view, factor, point ?? [size.width / 2, size.height / 2], size));

  const down = (event: PointerEvent) => {
    if (event.button !== 0 || event.target instanceof HTMLButtonElement) return;
    if (held.size === 0) travelled = 0;
    held.set(event.pointerId, at(event));
    if (event.pointerType === 'mouse') box.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent) => {
    const before = held.get(event.pointerId);
    const now = at(event);
    if (before === undefined) {
      if (event.pointerType === 'mouse') latest().gestures.point(now);
      return;
    }
    held.set(event.pointerId, now);
    const other = [...held].find(([id]) => id !== event.pointerId)?.[1];
    const [x, y] = [now[0] - before[0], now[1] - before[1]];
    travelled += Math.hypot(x, y);
    if (other === undefined) change((view, size) => pan(view, [x, y], size));
    else {
      const distance = (point: readonly [number, number]) => Math.hypot(point[0] - other[0], point[1] - other[1]);
      const middle = [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2] as const;
      zoomAt(distance(now) / Math.max(1, distance(before)), middle);
    }
  };
  const up = (event: PointerEvent) => {
    const isHeld = held.delete(event.pointerId);
    if (isHeld && held.size === 0 && travelled <= slackPx && event.type === 'pointerup') {
      latest().gestures.pick(at(event));
    }
  };
  const wheel = (event: WheelEvent) => {
    const isMeant = event.ctrlKey || event.metaKey || document.activeElement === box || latest().isZoomed;
    if (!isMeant) return;
    event.preventDefault();
    zoomAt(Math.exp(-Math.max(-60, Math.min(60, event.deltaY)) / 120), at(event));
  };
  const key = (event: KeyboardEvent) => {
    if (event.target !== box || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = keySteps[event.key];
    if (step !== undefined) change((view, size) => pan(view, step, size));
    else if (event.key === '+' || event.key === '=') zoomAt(zoomStep);
    else if (event.key === '-') zoomAt(1 / zoomStep);
    else if (event.key === '0') zoomAt(0.001);
    else return;
    event.preventDefault();
  };
  const leave = () => latest().gestures.point(undefined);
  box.addEventListener('pointerdown', down);
  box.addEventListener('pointermove', move);
  box.addEventListener('pointerup', up);
  box.addEventListener('pointercancel', up);
  box.addEventListener('pointerleave', leave);
  box.addEventListener('wheel', wheel, { passive: false });
  box.addEventListener('keydown', key);
  return () => {
    box.removeEventListener('pointerdown', down);
    box.removeEventListener('pointermove', move);
    box.removeEventListener('pointerup', up);
    box.removeEventListener('pointercancel', up);
    box.removeEventListener('pointerleave', leave);
    box.removeEventListener('wheel', wheel);
    box.removeEventListener('keydown', key);
  };
}
