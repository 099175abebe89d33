import { useCallback, useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useQuery } from '../../ui/hooks/use-query.ts';
import { filterParts, noFilter, type PictureFilter, readFilter } from './filter.ts';
import { useOwnFilter } from './own-filter.ts';

/**
 * Returns the filter of a page: from its URL, else the visitor's own. A change applies immediately and is stored in
 * both.
 */
export function useFilter(): [PictureFilter, (filter: PictureFilter) => void] {
  const navigate = useNavigate();
  const { query, changed } = useQuery();
  const [own, storeOwn] = useOwnFilter();
  const named = query.toString();
  /** Chosen, but not yet in the URL, which may still change to earlier choices. */
  const [chosen, setChosen] = useState<{ filter: PictureFilter; awaited: string; passed: readonly string[] }>();
  const said = useMemo(() => readFilter(new URLSearchParams(named)) ?? own ?? noFilter, [named, own]);
  const hasCome = chosen?.awaited === named;
  useEffect(() => {
    if (hasCome) setChosen(undefined);
  }, [hasCome]);
  const set = useCallback(
    (next: PictureFilter) => {
      const to = changed(filterParts(next));
      const awaited = to.search.slice(1);
      setChosen((before) => ({ filter: next, awaited, passed: [...(before?.passed ?? []), named, awaited] }));
      storeOwn(next);
      void navigate(to, { replace: true, preventScrollReset: true });
    },
    [navigate, changed, named, storeOwn],
  );
  return [chosen?.passed.includes(named) === true ? chosen.filter : said, set];
}
