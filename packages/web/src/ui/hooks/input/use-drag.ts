import { type RefObject, useEffect } from 'react';

/**
 * Enables scrolling by mouse drag with momentum; its code is loaded when a mouse first moves over the element, possibly
 * before hydration. A drag that begins before takes effect once it is loaded. Wheel and keys work without it.
 */
export function useDrag(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = ref.current;
    if (!box) return;
    const early: PointerEvent[] = [];
    const waiting = new AbortController();
    let end: (() => void) | undefined;
    const load = () =>
      import('./drag.ts').then(
        ({ enableDragScroll }) => {
          if (waiting.signal.aborted) return;
          waiting.abort();
          end = enableDragScroll(box, early);
        },
        () => {}, // the server is unreachable
      );
    const keep = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse') return;
      if (early.length === 0) void load();
      early.push(event);
    };
    const { signal } = waiting;
    box.addEventListener('pointermove', keep, { signal });
    box.addEventListener('pointerdown', keep, { signal });
    for (const type of ['pointermove', 'pointerup', 'pointercancel'] as const) {
      window.addEventListener(type, (event) => early.length > 0 && early.at(-1) !== event && early.push(event), {
        signal,
      });
    }
    const click = (event: MouseEvent) => {
      const down = early.findLast(({ type }) => type === 'pointerdown');
      if (down !== undefined && Math.abs(event.clientX - down.clientX) > 5) event.preventDefault();
    };
    box.addEventListener('click', click, { signal, capture: true });
    return () => {
      waiting.abort();
      end?.();
    };
  }, [ref]);
}
