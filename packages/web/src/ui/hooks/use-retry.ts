import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { browserApi } from '../../data/browser-api.ts';

const retryMs = 10_000;

/** Asks again for what a page could not have, every ten seconds until it is there. */
export function useRetry(isMissing: boolean): void {
  const { revalidate } = useRevalidator();
  const again = useRef(revalidate);
  again.current = revalidate;
  useEffect(() => {
    if (!isMissing) return undefined;
    const timer = setInterval(() => {
      browserApi().forget();
      void again.current();
    }, retryMs);
    return () => clearInterval(timer);
  }, [isMissing]);
}
