import type { MiningPoolsRanking } from '@glassblock/contract';
import { type MiningPool, miningPoolsOf } from '../../live/reducers/tx-acceleration.ts';
import { api } from '../../url.ts';
import type { Api } from '../answer.ts';

/** Returns the mining pools of the last week; empty when unknown. */
export async function askMiningPools(ask: Api, prefix: string): Promise<MiningPool[]> {
  const ranking = await ask.get<MiningPoolsRanking>(api.miningPoolsRanking(prefix, '1w'), 'once');
  return ranking.ok ? miningPoolsOf(ranking.body) : [];
}
