import { useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useQuery } from '../components/tx/use-query.ts';
import { filterParts, noFilter, type PictureFilter, readFilter } from './filter.ts';
import { keepOwnFilter, useOwnFilter } from './own-filter.ts';

/** The filter of a page: that of its address, else the visitor's own. A change is seen at once, and goes into both. */
export function useFilter(): [PictureFilter, (filter: PictureFilter) => void] {
  const navigate = useNavigate();
  const { query, changed } = useQuery();
  const own = useOwnFilter();
  const named = query.toString();
  /** Chosen while the address was still that. */
  const [chosen, setChosen] = useState<{ at: string; filter: PictureFilter }>();
  const said = useMemo(() => readFilter(new URLSearchParams(named)) ?? own ?? noFilter, [named, own]);
  const set = useCallback(
    (next: PictureFilter) => {
      setChosen({ at: named, filter: next });
      keepOwnFilter(next);
      void navigate(changed(filterParts(next)), { replace: true, preventScrollReset: true });
    },
    [navigate, changed, named],
  );
  return [chosen?.at === named ? chosen.filter : said, set];
}
