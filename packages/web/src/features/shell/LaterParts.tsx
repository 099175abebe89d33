import { type ComponentType, useEffect, useState } from 'react';

/** Delay after the start of a page, ms: visible parts are loaded first. */
const afterMs = 3_000;

/** Loads, after the first seconds of a page, the hints for the next pages. */
export function LaterParts() {
  const [Parts, show] = useState<ComponentType>();
  useEffect(() => {
    let isRemoved = false;
    const load = () => {
      import('./Preloads.tsx').then(
        ({ Preloads }) => {
          if (!isRemoved) show(() => Preloads);
        },
        () => {
          if (!isRemoved) timer = setTimeout(load, afterMs);
        },
      );
    };
    let timer = setTimeout(load, afterMs);
    return () => {
      isRemoved = true;
      clearTimeout(timer);
    };
  }, []);
  return Parts && <Parts />;
}
