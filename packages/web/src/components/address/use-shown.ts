import { useEffect, useRef, useState } from 'react';

/** Whether an element has come near the visible part of the page; what it needs is loaded then, not before. */
export function useShown<E extends Element>(): [React.RefObject<E | null>, boolean] {
  const ref = useRef<E>(null);
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (element === null || isShown) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setShown(true);
      },
      { rootMargin: '200px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isShown]);
  return [ref, isShown];
}
