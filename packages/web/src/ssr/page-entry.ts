import type { createRequestHandler, RouterContextProvider } from 'react-router';
import type { Routes } from '../data/site/liquid-routes.ts';
import type { PageContext } from './page-context.ts';

/** Exports of the server build for `openWeb`, besides those for React Router (`app/entry.server.tsx`). */
export interface PageEntry {
  /** React Router's, in the instance that the app uses: it checks contexts by class. */
  createRequestHandler: typeof createRequestHandler;
  /** Creates the context of the loaders of one page view. */
  provide(page: PageContext, nonce: string, language: string | undefined, liquid?: string): RouterContextProvider;
  /** Returns the language in a path; undefined for the default one. */
  languageOfPath(path: string): string | undefined;
  /** Returns the routes of Liquid networks, or those of the others. */
  routesFor<R extends Routes>(routes: R, isLiquid: boolean): R;
}
