import { useEffect, useState } from 'react';
import { usePlace } from '../../context/site-context.ts';
import { browserApi } from '../../data/browser-api.ts';
import { askMiningPools } from '../../data/tx/tx-acceleration-data.ts';
import type { MiningPool } from '../../live/reducers/tx-acceleration.ts';

/**
 * Returns the mining pools of the last week: loaded with the page, or requested once wanted, for example when a
 * transaction is accelerated while its page is open.
 */
export function useMiningPools(
  given: readonly MiningPool[] | undefined,
  isWanted: boolean,
): readonly MiningPool[] | undefined {
  const { prefix } = usePlace();
  const [found, setFound] = useState<{ prefix: string; miningPools: readonly MiningPool[] }>();
  const isAsked = isWanted && given === undefined;
  useEffect(() => {
    if (!isAsked) return;
    let isCurrent = true;
    void askMiningPools(browserApi(), prefix).then((miningPools) => {
      if (isCurrent) setFound({ prefix, miningPools });
    });
    return () => {
      isCurrent = false;
    };
  }, [isAsked, prefix]);
  return given ?? (found?.prefix === prefix ? found.miningPools : undefined);
}
