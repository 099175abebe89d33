import { matchRoutes, type RouteObject } from 'react-router';

/** What React Router tells the browser of a route; addresses are absolute paths. */
export interface RouteFiles {
  id: string;
  parentId?: string;
  path?: string;
  index?: boolean;
  module: string;
  imports?: readonly string[];
  css?: readonly string[];
}
export type RouteManifest = { routes: Readonly<Record<string, RouteFiles | undefined>> };

/** The manifest of this build; undefined before React Router has begun. */
export const routeManifest = (): RouteManifest | undefined =>
  (window as { __reactRouterManifest?: RouteManifest }).__reactRouterManifest;

/** Files of the routes that a path leads to, from the outermost; none where it leads nowhere. @param path  below the base path */
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
