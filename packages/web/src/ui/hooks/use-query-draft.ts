import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';

/** The URL query with pending edits, and a setter for one parameter; an empty value removes it. */
export type QueryDraft = readonly [query: URLSearchParams, set: (name: string, value: string) => void];

/** A URL query with pending edits. */
interface Draft {
  readonly query: URLSearchParams;
  /** Number of the last edit; the history state of the URL that has all of them. */
  readonly edit: number;
}

/**
 * Returns the URL query with pending edits. The URL follows later: inputs that waited for it would lose letters, and
 * two quick changes would overwrite each other. Used once per page, for all its forms.
 */
export function useQueryDraft(): QueryDraft {
  const [query, setQuery] = useSearchParams();
  const { state, key } = useLocation();
  const [draft, setDraft] = useState<Draft>();
  const latest = useRef<Draft>(undefined);
  const pending = useRef(new Set<number>());
  const edits = useRef(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a navigation has ended
  useEffect(() => {
    // the URL of an earlier edit: a later one is still pending
    if (pending.current.delete(state) && state !== latest.current?.edit) return;
    // the URL has caught up, or went elsewhere
    pending.current.clear();
    latest.current = undefined;
    setDraft(undefined);
  }, [key]);

  const set = (name: string, value: string) => {
    const next = new URLSearchParams(latest.current?.query ?? query);
    if (value === '') next.delete(name);
    else next.set(name, value);
    const edit = ++edits.current;
    latest.current = { query: next, edit };
    pending.current.add(edit);
    setDraft(latest.current);
    setQuery(next, { replace: true, preventScrollReset: true, state: edit });
  };
  return [draft?.query ?? query, set];
}
