import { use, useRef } from 'react';
import { useNavigate } from 'react-router';
import { LanguageContext } from '../../context/site-context.ts';
import { type ArrowKey, useArrowKeys } from '../../ui/hooks/input/arrow-keys.ts';

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
  const turn = (key: ArrowKey, timeStamp: number) => {
    const next = number + ((key === 'ArrowRight') === isRightToLeft ? -1 : 1);
    if (next < 1 || next > pages) return;
    if (last.current.key === key && timeStamp - last.current.at < stepMs) return;
    last.current = { key, at: timeStamp };
    void navigate(to(next), { preventScrollReset: true });
  };
  useArrowKeys(isOn ? turn : undefined);
}
