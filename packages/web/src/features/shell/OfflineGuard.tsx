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
  const missing = useRef<readonly string[]>([]);
  const blocker = useBlocker(({ nextLocation }) => {
    const manifest = routeManifest();
    const files = manifest === undefined ? [] : routesOf(manifest, nextLocation.pathname);
    missing.current = files.filter((file) => !isHere(file)).map(({ module }) => module);
    return missing.current.length > 0;
  });
  const proceed = blocker.state === 'blocked' ? blocker.proceed : undefined;
  useEffect(() => {
    const { current: modules } = missing;
    const [first] = modules;
    if (proceed === undefined || first === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const again = () => {
      if (isOver) return;
      setAway(true);
      timer = setTimeout(probe, probeEveryMs);
    };
    // a browser may remember a failed import: then React Router reloads the document, once the server responds
    const probe = () => {
      fetch(first, { method: 'HEAD' }).then(({ status }) => {
        if (isOver) return;
        if (status >= 500) again();
        else proceed();
      }, again);
    };
    Promise.all(modules.map((module) => import(/* @vite-ignore */ module))).then(() => {
      if (!isOver) proceed();
    }, again);
    return () => {
      isOver = true;
      clearTimeout(timer);
      setAway(false);
    };
  }, [proceed]);
  if (!isAway && !hasPending) return null;
  return (
    <div className={`${bannerStyles.banner} bad ${bannerStyles.away}`} data-part="banner away" role="status">
      <p>{text('error.away.next')}</p>
    </div>
  );
}
