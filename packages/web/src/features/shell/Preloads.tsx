import { useEffect, useState } from 'react';
import { likelyRoutes } from '../../data/site/likely-routes.ts';
import { type RouteManifest, routeManifest } from '../../data/site/route-files.ts';
import { useCountedViews } from '../analytics/use-counted-views.ts';

/** Interval between hints, ms: all at once would block the main thread. */
const stepMs = 40;

const savesData = (): boolean => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

interface Hint {
  href: string;
  isSheet: boolean;
}

/** Returns the files that the modules of likely routes import, by route; empty when they cannot be loaded whole. */
async function likelyImports({ url }: RouteManifest): Promise<Readonly<Record<string, readonly string[]>>> {
  try {
    const answer = await fetch(url.replace(/js$/, 'json'));
    return answer.ok ? ((await answer.json()) as Record<string, readonly string[]>) : {};
  } catch {
    return {};
  }
}

/** Returns the modules of likely routes that this page has not loaded, each once. */
function hintsOf({ routes }: RouteManifest, importsOf: Readonly<Record<string, readonly string[]>>): Hint[] {
  const found = likelyRoutes.flatMap((id) => routes[id] ?? []);
  const modules = new Set(found.flatMap(({ id, module }) => [module, ...(importsOf[id] ?? [])]));
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
  useCountedViews();
  const [hints, setHints] = useState<readonly Hint[]>([]);
  const [given, setGiven] = useState(0);
  useEffect(() => {
    if (savesData()) return undefined;
    const manifest = routeManifest();
    if (manifest === undefined) return undefined;
    let isRemoved = false;
    void likelyImports(manifest).then((imports) => {
      if (!isRemoved) setHints(hintsOf(manifest, imports));
    });
    return () => {
      isRemoved = true;
    };
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
