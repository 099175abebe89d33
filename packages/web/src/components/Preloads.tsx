import { useEffect, useState } from 'react';
import { type RouteManifest, routeManifest } from '../data/route-files.ts';

/** Milliseconds after the start of a page. (product.md 2) */
const afterMs = 1_500;

/** Routes that a visitor is likely to open next, each with the one around it. */
const likely = ['dashboard', 'blocks', 'block', 'tx-texts', 'tx', 'address'];

const savesData = (): boolean => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Files of the likely routes, each once. */
function filesOf({ routes }: RouteManifest): { modules: string[]; sheets: string[] } {
  const found = likely.flatMap((id) => routes[id] ?? []);
  return {
    modules: [...new Set(found.flatMap(({ module, imports = [] }) => [module, ...imports]))],
    sheets: [...new Set(found.flatMap(({ css = [] }) => css))],
  };
}

/**
 * Fetches the modules of the likely pages once the first one has settled, unless the visitor saves data. Only as hints:
 * React Router's own way loads them as if they were opened, and loads the page anew where that fails, which would
 * replace a good page by none when the server is away.
 */
export function Preloads() {
  const [files, setFiles] = useState<ReturnType<typeof filesOf>>();
  useEffect(() => {
    if (savesData()) return undefined;
    const manifest = routeManifest();
    const timer = setTimeout(() => setFiles(manifest && filesOf(manifest)), afterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      {files?.modules.map((href) => (
        <link key={href} rel="modulepreload" href={href} />
      ))}
      {files?.sheets.map((href) => (
        <link key={href} rel="prefetch" as="style" href={href} />
      ))}
    </>
  );
}
