import { feeBands, type MempoolSample } from '@glassblock/mempool';
import type { LiquidMempoolState } from '../../network/liquid/liquid-mempool.ts';
import { projectionOf } from '../../network/liquid/liquid-projection.ts';

/** Liquid's fee rates are a tenth of Bitcoin's: clients divide the bounds of the bands by ten. */
export const bandScale = 10;

/** Returns a sample of the mempool: sizes are those with discount, bands are tenths of `feeBands`. */
export function sampleOf(
  state: LiquidMempoolState,
  figures: Pick<MempoolSample, 'added' | 'vBytesPerSecond' | 'minFee'>,
): MempoolSample {
  const { rates } = projectionOf(state);
  const vsizes = feeBands.map(() => 0);
  let [weight, totalFee] = [0, 0];
  for (const { txid, tx, fee, discountVsize } of state.txs.values()) {
    const rate = bandScale * (rates.get(txid) ?? fee / discountVsize);
    vsizes[feeBands.findLastIndex((bound) => rate >= bound)]! += discountVsize;
    weight += tx.discountWeight;
    totalFee += fee;
  }
  return { ...figures, count: state.count, weight, totalFee, vsizes };
}
