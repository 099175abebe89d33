import { useEffect } from 'react';

/** Loads our tooltips when an element with one is first hovered or focused. Until then the browser's are shown. */
export function useTooltips(): void {
  useEffect(() => {
    let end = () => {};
    let isRemoved = false;
    const forget = () => {
      document.removeEventListener('pointerover', first);
      document.removeEventListener('focusin', first);
    };
    function first({ target }: Event) {
      if (!(target instanceof Element) || (target.closest('[title]') ?? target.querySelector('[title]')) === null)
        return;
      forget();
      import('./tooltips.ts').then(
        ({ startTooltips }) => {
          if (!isRemoved) end = startTooltips(document, target);
        },
        () => {}, // the browser's tooltips remain
      );
    }
    document.addEventListener('pointerover', first);
    document.addEventListener('focusin', first);
    return () => {
      isRemoved = true;
      forget();
      end();
    };
  }, []);
}
