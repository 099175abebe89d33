import { matchRoutes, type RouteObject } from 'react-router';

/** Files of a route from React Router's manifest; absolute paths. */
export interface RouteFiles {
  id: string;
  parentId?: string;
  path?: string;
  index?: boolean;
  module: string;
  css?: readonly string[];
}
/** The route manifest of the build; see `ssr/build/slim-scripts.ts` for the fields it leaves out. */
export type RouteManifest = {
  /** Path of its script; a file beside it has the imports of likely routes. */
  url: string;
  routes: Readonly<Record<string, RouteFiles | undefined>>;
};

/** Returns the manifest of this build; undefined before React Router has started. */
export const routeManifest = (): RouteManifest | undefined =>
  (window as { __reactRouterManifest?: RouteManifest }).__reactRouterManifest;

/**
 * Returns the files of the routes of a path, from the outermost; empty for an unknown path.
 * @param path below the base path
 */
export function routesOf({ routes }: RouteManifest, path: string): RouteFiles[] {
  const all = Object.values(routes).filter((route) => route !== undefined);
  const below = (parent: string | undefined): RouteObject[] =>
    all
      .filter(({ parentId }) => parentId === parent)
      .map(({ id, path: own, index }) => {
        const route = own === undefined ? { id } : { id, path: own };
        return index === true ? { ...route, index } : { ...route, children: below(id) };
      });
  return (matchRoutes(below(undefined), path) ?? []).flatMap(({ route }) => routes[route.id ?? ''] ?? []);
}
