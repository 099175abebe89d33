import { useEffect, useState } from 'react';
import { type RouteManifest, routeManifest } from '../../data/site/route-files.ts';

/** Milliseconds after the start of a page. */
const afterMs = 1_500;
/** Between one hint and the next: each takes the browser a moment, and all of them would be a long one. */
const stepMs = 40;

/** Routes that a visitor is likely to open next, each with the one around it. */
const likely = ['dashboard', 'blocks', 'block', 'tx-texts', 'tx', 'address'];

const savesData = (): boolean => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

interface Hint {
  href: string;
  isSheet: boolean;
}

/** Files of the likely routes that this page has not fetched, each once. */
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
 * Fetches the modules of the likely pages once the first one has settled, unless the visitor saves data. Only as hints:
 * React Router's own way loads them as if they were opened, and loads the page anew where that fails, which would
 * replace a good page by none when the server is away.
 */
export function Preloads() {
  const [hints, setHints] = useState<readonly Hint[]>([]);
  const [given, setGiven] = useState(0);
  useEffect(() => {
    if (savesData()) return undefined;
    const manifest = routeManifest();
    const timer = setTimeout(() => setHints(manifest === undefined ? [] : hintsOf(manifest)), afterMs);
    return () => clearTimeout(timer);
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
