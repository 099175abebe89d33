import type { PoolName } from '@glassblock/contract';
import { useEffect, useState } from 'react';
import { browserApi } from '../../data/browser-api.ts';
import { api } from '../../url.ts';
import { usePlace, useSite } from '../site-context.ts';
import type { Finder } from './finder.ts';

/** Pools that a typed text may mean; their list is asked for with the first letters. */
export function usePools(finder: Finder | undefined, typed: string): PoolName[] {
  const { prefix } = usePlace();
  const { mining = false } = useSite();
  const [pools, setPools] = useState<readonly PoolName[]>();
  const isWanted = mining && typed.trim().length >= 2;
  useEffect(() => {
    if (!isWanted || pools !== undefined) return undefined;
    let isGone = false;
    void browserApi()
      .get<PoolName[]>(api.pools(prefix))
      .then((answer) => {
        if (!isGone) setPools(answer.ok && Array.isArray(answer.body) ? answer.body : []);
      });
    return () => {
      isGone = true;
    };
  }, [isWanted, pools, prefix]);
  return isWanted && finder !== undefined ? finder.matchingPools(pools ?? [], typed) : [];
}
