import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { useLive, useSession } from '../../context/live.ts';
import { browserApi } from '../../data/browser-api.ts';

/**
 * Subscribes to an address and reloads the page's data when it has new transactions.
 * @param paths REST routes of the page's loader
 */
export function useReloadOnNews(address: string, paths: readonly string[]): void {
  const session = useSession();
  useEffect(() => {
    session.trackAddress(address);
    return () => session.trackAddress(undefined);
  }, [session, address]);
  const news = useLive((state) => (state.address?.address === address ? state.address.news.length : 0));
  const revalidator = useRevalidator();
  const latest = useRef({ paths, revalidator });
  latest.current = { paths, revalidator };
  useEffect(() => {
    if (news === 0) return undefined;
    let isRemoved = false;
    void browserApi()
      .renew(latest.current.paths)
      .then(() => {
        if (!isRemoved) void latest.current.revalidator.revalidate();
      });
    return () => {
      isRemoved = true;
    };
  }, [news]);
}
