import { type RefObject, useEffect } from 'react';

/**
 * Enables scrolling by mouse drag with momentum; its code is loaded when a mouse first moves over the element, possibly
 * before hydration. Wheel and keys work without it.
 */
export function useDrag(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = ref.current;
    if (!box) return;
    let end: (() => void) | undefined;
    let isRemoved = false;
    const near = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse') return;
      box.removeEventListener('pointermove', near);
      import('./drag.ts').then(
        ({ enableDragScroll }) => {
          if (!isRemoved) end = enableDragScroll(box);
        },
        () => {}, // the server is unreachable
      );
    };
    box.addEventListener('pointermove', near);
    return () => {
      isRemoved = true;
      box.removeEventListener('pointermove', near);
      end?.();
    };
  }, [ref]);
}
