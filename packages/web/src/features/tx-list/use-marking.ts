import { useEffect, useState } from 'react';
import { fetchMarking } from '../../data/tx/marking.ts';
import type { Marking } from '../../script/marks.ts';

/** Returns the script reader once it is wanted and loaded. */
export function useMarking(isWanted: boolean): Marking | undefined {
  const [marking, setMarking] = useState<Marking>();
  useEffect(() => {
    if (!isWanted) return;
    let isRemoved = false;
    void fetchMarking().then((found) => {
      if (!isRemoved) setMarking(found);
    });
    return () => {
      isRemoved = true;
    };
  }, [isWanted]);
  return marking;
}
