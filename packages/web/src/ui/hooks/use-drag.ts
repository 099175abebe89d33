import { type RefObject, useEffect } from 'react';

/** Lets a mouse drag a scroller, with momentum; the code for it comes when a mouse moves there, which may have come before
 *  the page was alive. Without it the wheel and the keys are left. */
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
        () => {}, // the server is away
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
