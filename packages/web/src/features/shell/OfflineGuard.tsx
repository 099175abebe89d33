import { useEffect, useRef, useState } from 'react';
import { useBlocker } from 'react-router';
import { usePendingPages } from '../../data/pending-page.ts';
import { type RouteFiles, routeManifest, routesOf } from '../../data/site/route-files.ts';
import { useText } from '../../messages/use-text.ts';
import bannerStyles from '../../ui/banner.module.css';

const probeEveryMs = 2_000;

/** Returns whether a route module is loaded or preloaded. */
function isHere({ id, module }: RouteFiles): boolean {
  const { __reactRouterRouteModules: run } = window as { __reactRouterRouteModules?: Record<string, unknown> };
  if (run?.[id] !== undefined) return true;
  const entries = performance.getEntriesByName(new URL(module, window.location.href).href);
  return entries.some((entry) => (entry as PerformanceResourceTiming).responseStatus !== 0);
}

/**
 * Keeps the page while the server is unreachable and the next page needs scripts or data from it: for scripts, React
 * Router would reload the document, which shows the browser's error page. Navigation continues once the server responds.
 */
export function OfflineGuard() {
  const text = useText();
  const hasPending = usePendingPages(({ pending }) => pending > 0);
  const [isAway, setAway] = useState(false);
  const latest = useRef<{ key: string; missing: readonly string[] }>(undefined);
  const blocker = useBlocker(({ nextLocation: { key, pathname } }) => {
    const manifest = routeManifest();
    const files = manifest === undefined ? [] : routesOf(manifest, pathname);
    const missing = files.filter((file) => !isHere(file)).map(({ module }) => module);
    latest.current = { key, missing };
    return missing.length > 0;
  });
  const [proceed, key] = blocker.state === 'blocked' ? [blocker.proceed, blocker.location.key] : [];
  useEffect(() => {
    // a navigation that started after this one replaces it before React renders its state
    const isSuperseded = () => latest.current?.key !== key;
    const modules = latest.current?.missing ?? [];
    const [first] = modules;
    if (proceed === undefined || first === undefined || isSuperseded()) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isEnded = false;
    const isOver = () => isEnded || isSuperseded();
    const again = () => {
      if (isOver()) return;
      setAway(true);
      timer = setTimeout(probe, probeEveryMs);
    };
    // a browser may remember a failed import: then React Router reloads the document, once the server responds
    const probe = () => {
      fetch(first, { method: 'HEAD' }).then(({ status }) => {
        if (isOver()) return;
        if (status >= 500) again();
        else proceed();
      }, again);
    };
    Promise.all(modules.map((module) => import(/* @vite-ignore */ module))).then(() => {
      if (!isOver()) proceed();
    }, again);
    return () => {
      isEnded = true;
      clearTimeout(timer);
      setAway(false);
    };
  }, [proceed, key]);
  if (!isAway && !hasPending) return null;
  return (
    <div className={`${bannerStyles.banner} bad ${bannerStyles.away}`} data-part="banner away" role="status">
      <p>{text('error.away.next')}</p>
    </div>
  );
}
