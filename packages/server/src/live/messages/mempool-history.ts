import type { Summaries } from '@glassblock/mempool';
import type { MempoolHistory } from '../feeds.ts';

/** Returns the history for `historicalDate`: the last minute summary up to a time. */
export function mempoolHistoryOf(summaries: Summaries): MempoolHistory {
  return {
    async at(time) {
      const summary = await summaries.at(time);
      return summary === undefined ? undefined : { 'mempool-blocks': summary.blocks, mempoolInfo: summary.info };
    },
  };
}
