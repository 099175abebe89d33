import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { useLive } from '../../context/live.ts';
import { type RouteFiles, routeManifest, routesOf } from '../../data/site/route-files.ts';
import { useText } from '../../messages/use-text.ts';
import bannerStyles from '../../ui/banner.module.css';

const askEveryMs = 2_000;

/** Returns whether a route module is loaded or preloaded. */
function isHere({ id, module }: RouteFiles): boolean {
  const { __reactRouterRouteModules: run } = window as { __reactRouterRouteModules?: Record<string, unknown> };
  if (run?.[id] !== undefined) return true;
  const entries = performance.getEntriesByName(new URL(module, window.location.href).href);
  return entries.some((entry) => (entry as PerformanceResourceTiming).responseStatus !== 0);
}

/**
 * Keeps the page while the server is unreachable and the next page needs scripts from it: React Router would reload the
 * document, which shows the browser's error page. Navigation continues once the scripts can be loaded.
 */
export function OfflineGuard() {
  const text = useText();
  const isAway = useLive(({ connection }) => connection !== 2);
  const missing = useRef<string>(undefined);
  const blocker = useBlocker(({ nextLocation }) => {
    const manifest = isAway ? routeManifest() : undefined;
    const files = manifest === undefined ? [] : routesOf(manifest, nextLocation.pathname);
    missing.current = files.find((file) => !isHere(file))?.module;
    return missing.current !== undefined;
  });
  const proceed = blocker.state === 'blocked' ? blocker.proceed : undefined;
  useEffect(() => {
    const { current: module } = missing;
    if (proceed === undefined || module === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const again = () => {
      if (!isOver) timer = setTimeout(ask, askEveryMs);
    };
    function ask() {
      fetch(module!, { method: 'HEAD' }).then(({ ok }) => {
        if (isOver) return;
        if (ok) proceed?.();
        else again();
      }, again);
    }
    ask();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [proceed]);
  if (proceed === undefined) return null;
  return (
    <div className={`${bannerStyles.banner} bad ${bannerStyles.away}`} data-part="banner away" role="status">
      <p>{text('error.away.next')}</p>
    </div>
  );
}
