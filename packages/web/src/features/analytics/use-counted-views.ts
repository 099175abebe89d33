import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useSite } from '../../context/site-context.ts';
import { countView } from './analytics.ts';

/** Counts each page of a site that has analytics; does nothing on all others. */
export function useCountedViews(): void {
  const { enterprise } = useSite();
  const { pathname } = useLocation();
  const analytics = enterprise?.analytics;
  useEffect(() => {
    if (analytics !== undefined) countView(analytics, pathname);
  }, [analytics, pathname]);
}
