import { useEffect, useState } from 'react';
import { type RouteManifest, routeManifest } from '../../data/site/route-files.ts';

/** Interval between hints, ms: all at once would block the main thread. */
const stepMs = 40;

/** Routes that a visitor is likely to open next, each with its parent route. */
const likely = ['dashboard', 'blocks', 'block', 'tx-texts', 'tx', 'address'];

const savesData = (): boolean => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

interface Hint {
  href: string;
  isSheet: boolean;
}

/** Returns the modules of likely routes that this page has not loaded, each once. */
function hintsOf({ routes }: RouteManifest): Hint[] {
  const found = likely.flatMap((id) => routes[id] ?? []);
  const modules = new Set(found.flatMap(({ module, imports = [] }) => [module, ...imports]));
  const sheets = new Set(found.flatMap(({ css = [] }) => css));
  const hints = [
    ...[...modules].map((href) => ({ href, isSheet: false })),
    ...[...sheets].map((href) => ({ href, isSheet: true })),
  ];
  return hints.filter(
    ({ href }) => performance.getEntriesByName(new URL(href, window.location.href).href).length === 0,
  );
}

/**
 * Preloads the modules of likely pages after the first one has settled, unless the visitor saves data. Uses link hints:
 * React Router's own prefetch imports the modules and reloads the document on failure, which would lose the page while
 * the server is unreachable.
 */
export function Preloads() {
  const [hints, setHints] = useState<readonly Hint[]>([]);
  const [given, setGiven] = useState(0);
  useEffect(() => {
    if (savesData()) return;
    const manifest = routeManifest();
    setHints(manifest === undefined ? [] : hintsOf(manifest));
  }, []);
  useEffect(() => {
    if (given === hints.length) return undefined;
    const timer = setTimeout(() => setGiven(given + 1), stepMs);
    return () => clearTimeout(timer);
  }, [hints, given]);
  return hints
    .slice(0, given)
    .map(({ href, isSheet }) =>
      isSheet ? (
        <link key={href} rel="prefetch" as="style" href={href} />
      ) : (
        <link key={href} rel="modulepreload" href={href} />
      ),
    );
}
