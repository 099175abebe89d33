import { type RefObject, useEffect, useRef } from 'react';

/** Does something when an element comes near what is shown, as often as `isOn` becomes true while it is. */
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
