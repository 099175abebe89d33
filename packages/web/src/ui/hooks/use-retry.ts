import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { browserApi } from '../../data/browser-api.ts';

const retryMs = 10_000;

/** Reloads a page every ten seconds while data is missing. */
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
