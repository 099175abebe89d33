import { use, useRef } from 'react';
import { useNavigate } from 'react-router';
import { LanguageContext } from '../../context/site-context.ts';
import { useBrowserLayoutEffect } from '../../ui/hooks/use-browser-layout-effect.ts';
import { usesArrows } from '../strip/use-block-keys.ts';

/** Minimum interval between page turns while a key is held down, ms. */
const stepMs = 1_000;

/**
 * Turns pages with the arrow keys.
 * @param to returns the path of a page
 */
export function usePageKeys(number: number, pages: number, to: (number: number) => string, isOn = true): void {
  const navigate = useNavigate();
  const { isRightToLeft } = use(LanguageContext);
  const last = useRef({ key: '', at: 0 });
  const pathOf = useRef(to);
  pathOf.current = to;
  useBrowserLayoutEffect(() => {
    if (!isOn) return undefined;
    const listen = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, target, timeStamp } = event;
      if ((key !== 'ArrowLeft' && key !== 'ArrowRight') || ctrlKey || metaKey || altKey || shiftKey) return;
      if (usesArrows(target)) return;
      const next = number + ((key === 'ArrowRight') === isRightToLeft ? -1 : 1);
      if (next < 1 || next > pages) return;
      event.preventDefault();
      if (last.current.key === key && timeStamp - last.current.at < stepMs) return;
      last.current = { key, at: timeStamp };
      void navigate(pathOf.current(next), { preventScrollReset: true });
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [number, pages, isOn, navigate, isRightToLeft]);
}
