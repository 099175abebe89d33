import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { likelyRoutes } from '../../data/site/likely-routes.ts';

/**
 * Exports of React Router's modules that this app does not use, with what replaces them: nothing is instrumented, all routes
 * are known from the start (`routeDiscovery` is `initial`), and no link prefetches. The library refers to them in any case.
 */
const unused: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'router/instrumentation.js': {
    consumeInstrumentationClientResultMetaReceiver: '() => undefined',
    getRouteInstrumentationUpdates: '() => ({})',
    instrumentClientSideRouter: '(router) => router',
  },
  'dom/ssr/fog-of-war.js': {
    isFogOfWarEnabled: '() => false',
    getPatchRoutesOnNavigationFunction: '() => undefined',
    useFogOFWarDiscovery: '() => undefined',
  },
  // modules of next pages are preloaded by `Preloads`
  'dom/ssr/components.js': { PrefetchPageLinks: '() => null' },
};

const exportClause = /export \{([^}]*)\};/;

/**
 * Returns a module in which other modules get a replacement of some exports; the build then leaves out what only these need.
 * @param replacements expressions by name
 * @throws when the module has no such export
 */
export function withReplacedExports(code: string, replacements: Readonly<Record<string, string>>): string {
  const names = (exportClause.exec(code)?.[1] ?? '').split(',').map((name) => name.trim());
  const missing = Object.keys(replacements).filter((name) => !names.includes(name));
  if (missing.length > 0) throw new Error(`React Router has no ${missing.join(', ')} where this build expects it`);
  const kept = names.filter((name) => replacements[name] === undefined);
  const replaced = Object.entries(replacements).flatMap(([name, expression]) => [
    `const unused_${name} = ${expression};`,
    `export { unused_${name} as ${name} };`,
  ]);
  return code.replace(exportClause, () => [`export { ${kept.join(', ')} };`, ...replaced].join('\n'));
}

/** Replaces the unused parts of React Router in the scripts of the browser. */
export function withoutUnusedRouting(): Plugin {
  return {
    name: 'glassblock-unused-routing',
    apply: 'build',
    transform(code, id) {
      if (this.environment.name !== 'client' || !/[\\/]react-router[\\/]dist[\\/]/.test(id)) return undefined;
      const part = Object.keys(unused).find((file) => id.replaceAll('\\', '/').endsWith(`/lib/${file}`));
      if (part === undefined) return undefined;
      return { code: withReplacedExports(code, unused[part]!), map: null };
    },
  };
}

const manifestFile = /^manifest-\w+\.js$/;
const assignment = 'window.__reactRouterManifest=';
/** Sets the ids of routes, which are their keys. */
const setIds = 'for(const[i,r]of Object.entries(__reactRouterManifest.routes))r.id=i;';

/** A route as React Router writes it for the browser. */
interface ManifestRoute {
  id: string;
  parentId?: string;
  css?: readonly string[];
  imports?: readonly string[];
}

/**
 * Returns React Router's script of all routes without the parts that the browser does not read: values that are false
 * or empty, ids, which the script sets, the style sheets of the routes around one, and the files that a route's module
 * imports itself; and those of the routes that are preloaded, by route.
 * @throws when the script has another form
 */
export function slimManifest(script: string): { script: string; imports: Record<string, readonly string[]> } {
  if (!script.startsWith(assignment)) throw new Error('the manifest of React Router has another form');
  const manifest = JSON.parse(script.slice(assignment.length).replace(/;\s*$/, '')) as {
    routes: Record<string, ManifestRoute>;
  };
  const routes = Object.values(manifest.routes).map((route) => {
    const parents = sheetsOfParents(route, manifest.routes);
    const ownSheets = route.css?.filter((sheet) => !parents.has(sheet));
    const needed = Object.entries<unknown>({ ...route, css: ownSheets }).filter(([name, value]) => {
      return name !== 'imports' && name !== 'id' && value !== false && !(Array.isArray(value) && value.length === 0);
    });
    return [route.id, Object.fromEntries(needed)];
  });
  const imports = likelyRoutes.map((id) => [id, manifest.routes[id]?.imports ?? []] as const);
  return {
    script: `${assignment}${JSON.stringify({ ...manifest, routes: Object.fromEntries(routes) })};${setIds}`,
    imports: Object.fromEntries(imports),
  };
}

/** Returns the style sheets of the routes around one. */
function sheetsOfParents({ parentId }: ManifestRoute, routes: Readonly<Record<string, ManifestRoute>>): Set<string> {
  const parent = parentId === undefined ? undefined : routes[parentId];
  return parent === undefined ? new Set() : new Set([...(parent.css ?? []), ...sheetsOfParents(parent, routes)]);
}

/** Writes the manifest of the browser again, after React Router has written it with the server's build. */
export function withSlimManifest(): Plugin {
  return {
    name: 'glassblock-slim-manifest',
    apply: 'build',
    enforce: 'post',
    async closeBundle() {
      if (this.environment.name !== 'ssr') return;
      const directory = join(this.environment.config.root, 'build/client/assets');
      const files = (await readdir(directory)).filter((file) => manifestFile.test(file));
      for (const file of files) {
        const path = join(directory, file);
        const { script, imports } = slimManifest(await readFile(path, 'utf8'));
        await writeFile(path, script);
        await writeFile(path.replace(/js$/, 'json'), JSON.stringify(imports));
      }
    },
  };
}
