import { useEffect, useRef, useState } from 'react';
import { useNavigation, useSearchParams } from 'react-router';

/** The URL query with pending edits, and a setter for one parameter; an empty value removes it. */
export type QueryDraft = readonly [query: URLSearchParams, set: (name: string, value: string) => void];

/**
 * Returns the URL query with pending edits. The URL follows later: inputs that waited for it would lose letters, and
 * two quick changes would overwrite each other. Used once per page, for all its forms.
 */
export function useQueryDraft(): QueryDraft {
  const [query, setQuery] = useSearchParams();
  const { state } = useNavigation();
  const [draft, setDraft] = useState<URLSearchParams>();
  const latest = useRef<URLSearchParams>(undefined);

  // the address has caught up, or went elsewhere
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the query arrives
  useEffect(() => {
    if (state !== 'idle') return;
    latest.current = undefined;
    setDraft(undefined);
  }, [state, query]);

  const set = (name: string, value: string) => {
    const next = new URLSearchParams(latest.current ?? query);
    if (value === '') next.delete(name);
    else next.set(name, value);
    latest.current = next;
    setDraft(next);
    setQuery(next, { replace: true, preventScrollReset: true });
  };
  return [draft ?? query, set];
}
