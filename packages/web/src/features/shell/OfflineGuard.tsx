import { useEffect, useRef, useState } from 'react';
import { useBlocker } from 'react-router';
import { usePendingPages } from '../../data/page/pending-page.ts';
import { type RouteFiles, routeManifest, routesOf } from '../../data/site/route-files.ts';
import { useText } from '../../messages/use-text.ts';
import bannerStyles from '../../ui/banner.module.css';

const probeEveryMs = 2_000;

/** Returns whether a file is loaded or preloaded. */
function isHere(file: string): boolean {
  const entries = performance.getEntriesByName(new URL(file, window.location.href).href);
  return entries.some((entry) => (entry as PerformanceResourceTiming).responseStatus !== 0);
}

/** Returns the files of a route that are neither loaded nor preloaded. */
function missingFiles({ id, module, css = [] }: RouteFiles): string[] {
  const { __reactRouterRouteModules: run } = window as { __reactRouterRouteModules?: Record<string, unknown> };
  // an empty fragment distinguishes the same sheet of two routes of one page
  const files = [...(run?.[id] === undefined ? [module] : []), ...css.map((sheet) => sheet.replace(/#$/, ''))];
  return files.filter((file) => !isHere(file));
}

/**
 * Loads a file, so that the page finds it in the browser's cache. Failures other than those of the network are handled
 * by the page.
 */
const load = (file: string): Promise<unknown> =>
  file.endsWith('.css') ? fetch(file) : import(/* @vite-ignore */ file);

/**
 * Keeps the page while the server is unreachable and the next page needs scripts, style sheets or data from it: for scripts,
 * React Router would reload the document, which shows the browser's error page; without a style sheet, React shows the page
 * unstyled, with an unhandled rejection. Navigation continues once the server responds.
 */
export function OfflineGuard() {
  const text = useText();
  const hasPending = usePendingPages(({ pending }) => pending > 0);
  const [isAway, setAway] = useState(false);
  const latest = useRef<{ key: string; missing: readonly string[] }>(undefined);
  const blocker = useBlocker(({ nextLocation: { key, pathname } }) => {
    const manifest = routeManifest();
    const files = manifest === undefined ? [] : routesOf(manifest, pathname);
    const missing = files.flatMap(missingFiles);
    latest.current = { key, missing };
    return missing.length > 0;
  });
  const [proceed, key] = blocker.state === 'blocked' ? [blocker.proceed, blocker.location.key] : [];
  useEffect(() => {
    // a navigation that started after this one replaces it before React renders its state
    const isSuperseded = () => latest.current?.key !== key;
    const missing = latest.current?.missing ?? [];
    const [first] = missing;
    if (proceed === undefined || first === undefined || isSuperseded()) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isEnded = false;
    const isOver = () => isEnded || isSuperseded();
    const again = () => {
      if (isOver()) return;
      setAway(true);
      timer = setTimeout(probe, probeEveryMs);
    };
    // a browser may cache a failed import: then React Router reloads the document, once the server responds
    const probe = () => {
      fetch(first, { method: 'HEAD' }).then(({ status }) => {
        if (isOver()) return;
        if (status >= 500) again();
        else proceed();
      }, again);
    };
    Promise.all(missing.map(load)).then(() => {
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
