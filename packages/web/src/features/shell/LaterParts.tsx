import { type ComponentType, useEffect, useState } from 'react';
import { loadUntilAvailable } from '../../ui/lazy-component.tsx';

/** Delay after the start of a page, ms: visible parts are loaded first. */
const afterMs = 3_000;

/** Loads, after the first seconds of a page, the hints for the next pages. */
export function LaterParts() {
  const [Parts, show] = useState<ComponentType>();
  useEffect(() => {
    let isRemoved = false;
    const timer = setTimeout(async () => {
      const { Preloads } = await loadUntilAvailable(() => import('./Preloads.tsx'));
      if (!isRemoved) show(() => Preloads);
    }, afterMs);
    return () => {
      isRemoved = true;
      clearTimeout(timer);
    };
  }, []);
  return Parts && <Parts />;
}
