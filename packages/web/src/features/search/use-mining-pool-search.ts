import type { MiningPoolName } from '@glassblock/contract';
import { useEffect, useState } from 'react';
import { usePlace, useSite } from '../../context/site-context.ts';
import { browserApi } from '../../data/browser-api.ts';
import { api } from '../../url.ts';
import type { Finder } from './finder.ts';

/** Returns mining pools that match a typed text; their list is loaded with the first letters. */
export function useMiningPoolSearch(finder: Finder | undefined, typed: string): MiningPoolName[] {
  const { prefix } = usePlace();
  const { mining = false } = useSite();
  const [miningPools, setMiningPools] = useState<readonly MiningPoolName[]>();
  const isWanted = mining && typed.trim().length >= 2;
  useEffect(() => {
    if (!isWanted || miningPools !== undefined) return undefined;
    let isRemoved = false;
    void browserApi()
      .get<MiningPoolName[]>(api.miningPools(prefix))
      .then((answer) => {
        if (!isRemoved) setMiningPools(answer.ok && Array.isArray(answer.body) ? answer.body : []);
      });
    return () => {
      isRemoved = true;
    };
  }, [isWanted, miningPools, prefix]);
  return isWanted && finder !== undefined ? finder.matchingMiningPools(miningPools ?? [], typed) : [];
}
