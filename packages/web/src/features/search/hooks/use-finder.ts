import { useEffect, useState } from 'react';
import type { Finder } from '../finder.ts';

/** Loads the search code when first wanted; undefined until then and on failure: the search page still works. */
export function useFinder(isWanted: boolean): Finder | undefined {
  const [finder, setFinder] = useState<Finder>();
  useEffect(() => {
    if (!isWanted || finder !== undefined) return undefined;
    let isRemoved = false;
    import('../finder.ts').then(
      (loaded) => {
        if (!isRemoved) setFinder(loaded.finder);
      },
      () => undefined,
    );
    return () => {
      isRemoved = true;
    };
  }, [isWanted, finder]);
  return finder;
}
