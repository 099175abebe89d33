import { type RefObject, useEffect, useRef } from 'react';

/** Calls `act` when an element is near the viewport, each time `isOn` becomes true. */
export function useNearViewport<E extends Element>(isOn: boolean, act: () => void): RefObject<E | null> {
  const ref = useRef<E>(null);
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    const element = ref.current;
    if (element === null || !isOn) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) latest.current();
      },
      { rootMargin: '600px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isOn]);
  return ref;
}
