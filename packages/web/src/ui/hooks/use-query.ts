import { useLocation, useSearchParams } from 'react-router';

/** Returns the query of the page, and URLs of the same page with changed parameters; the fragment remains. */
export function useQuery(): {
  query: URLSearchParams;
  changed(parts: Record<string, string | undefined>): { search: string; hash: string };
} {
  const [query] = useSearchParams();
  const { hash } = useLocation();
  return {
    query,
    changed(parts) {
      const next = new URLSearchParams(query);
      for (const [name, value] of Object.entries(parts)) {
        if (value === undefined) next.delete(name);
        else next.set(name, value);
      }
      const search = next.toString();
      return { search: search === '' ? '' : `?${search}`, hash };
    },
  };
}
