import type { ShouldRevalidateFunctionArgs } from 'react-router';

/**
 * For screens whose address also says how they look: only another path or another one of these parts of the query is
 * asked for anew.
 */
export const revalidateOn =
  (...names: readonly string[]) =>
  ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
    currentUrl.pathname === nextUrl.pathname &&
    currentUrl.search !== nextUrl.search &&
    names.every((name) => currentUrl.searchParams.get(name) === nextUrl.searchParams.get(name))
      ? false
      : defaultShouldRevalidate;
