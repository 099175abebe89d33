import { useEffect, useState } from 'react';
import type { Finder } from './finder.ts';

/** What finds the lines of a search, loaded when it is first wanted; undefined until then, and where it cannot be had: the
 *  search page finds things, too. */
export function useFinder(isWanted: boolean): Finder | undefined {
  const [finder, setFinder] = useState<Finder>();
  useEffect(() => {
    if (!isWanted || finder !== undefined) return undefined;
    let isRemoved = false;
    import('./finder.ts').then(
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
