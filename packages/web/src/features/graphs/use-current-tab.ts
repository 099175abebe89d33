import { type RefObject, useEffect, useRef } from 'react';

/** Scrolls a row of tabs to the current one: on a phone the row is wider than the page. @returns ref of the row */
export function useCurrentTab(current: string): RefObject<HTMLElement | null> {
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    const box = row.current;
    const tab = box?.querySelector<HTMLElement>(`[data-graph="${CSS.escape(current)}"]`);
    if (box && tab) box.scrollLeft = tab.offsetLeft - box.offsetLeft - (box.clientWidth - tab.clientWidth) / 2;
  }, [current]);
  return row;
}
