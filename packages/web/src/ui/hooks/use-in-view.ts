import { type RefObject, useEffect, useRef, useState } from 'react';

/** Returns whether an element has ever been within `near` px of the viewport. */
export function useInView<E extends Element>(near = 0): [RefObject<E | null>, boolean] {
  const ref = useRef<E>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element || seen) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setSeen(true);
      },
      { rootMargin: `${near}px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [seen, near]);
  return [ref, seen];
}
