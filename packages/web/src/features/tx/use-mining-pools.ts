import { usePlace } from '../../context/site-context.ts';
import { browserApi } from '../../data/browser-api.ts';
import { askMiningPools } from '../../data/tx/ask-mining-pools.ts';
import type { MiningPool } from '../../live/reducers/tx-acceleration.ts';
import { useAnswer } from '../../ui/hooks/use-answer.ts';

/**
 * Returns the mining pools of the last week: loaded with the page, or requested once wanted, for example when a
 * transaction is accelerated while its page is open.
 */
export function useMiningPools(
  given: readonly MiningPool[] | undefined,
  isWanted: boolean,
): readonly MiningPool[] | undefined {
  const { prefix } = usePlace();
  const isAsked = isWanted && given === undefined;
  const { data } = useAnswer(isAsked ? prefix : undefined, () => askMiningPools(browserApi(), prefix));
  return given ?? data;
}
