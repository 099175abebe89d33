import type { ShouldRevalidateFunctionArgs } from 'react-router';

/**
 * Returns a `shouldRevalidate` for pages with view state in the query: only another path or one of these query
 * parameters reloads.
 */
export const revalidateOn =
  (...names: readonly string[]) =>
  ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
    currentUrl.pathname === nextUrl.pathname &&
    currentUrl.search !== nextUrl.search &&
    names.every((name) => currentUrl.searchParams.get(name) === nextUrl.searchParams.get(name))
      ? false
      : defaultShouldRevalidate;
