import type { MiningPoolName } from '@glassblock/contract';
import { useRef } from 'react';
import { usePlace, useSite } from '../../../context/site-context.ts';
import { browserApi } from '../../../data/browser-api.ts';
import { useAnswer } from '../../../ui/hooks/use-answer.ts';
import { api } from '../../../url.ts';
import type { Finder } from '../finder.ts';

/** Returns mining pools that match a typed text; their list is loaded with the first letters. */
export function useMiningPoolSearch(finder: Finder | undefined, typed: string): MiningPoolName[] {
  const { prefix } = usePlace();
  const { mining = false } = useSite();
  const isWanted = mining && typed.trim().length >= 2;
  // loaded once: the list stays while the text is shortened again
  const wasWanted = useRef(false);
  wasWanted.current ||= isWanted;
  const path = api.miningPools(prefix);
  const { data } = useAnswer(wasWanted.current ? path : undefined, () => browserApi().body<MiningPoolName[]>(path));
  const miningPools = Array.isArray(data) ? data : [];
  return isWanted && finder !== undefined ? finder.matchingMiningPools(miningPools, typed) : [];
}
