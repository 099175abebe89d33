import { useEffect, useState } from 'react';
import { fetchMarking } from '../../data/tx/marking.ts';
import type { Marking } from '../../script/marks.ts';

/** What reads scripts, once it is wanted and there. */
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
