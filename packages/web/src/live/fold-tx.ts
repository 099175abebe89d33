import type { MempoolBlock, Outspend, Position, Tx } from '@glassblock/contract';
import type { TrackedTx } from './live-state.ts';

/** What the transaction page shows. */
export interface TxView {
  tx: Tx;
  outspends: readonly Outspend[];
  position?: Position;
  replacedBy?: string;
}

/** Lays live news over what the loader gave. Pure. @returns undefined while nobody knows the transaction */
export function txView(
  loaded: { tx: Tx; outspends: readonly Outspend[] } | undefined,
  news: TrackedTx | undefined,
): TxView | undefined {
  const base = loaded?.tx ?? news?.tx;
  if (base === undefined) return undefined;
  const outspends = base.vout.map((_, place) => {
    const spent = news?.spent[String(place)];
    return spent
      ? { spent: true, txid: spent.txid, vin: spent.vin, status: { confirmed: false } }
      : (loaded?.outspends[place] ?? { spent: false });
  });
  const block = news?.block;
  const status = block
    ? { confirmed: true, block_height: block.height, block_hash: block.id, block_time: block.timestamp }
    : base.status;
  return {
    tx: { ...base, status },
    outspends,
    ...(news?.position && !status.confirmed && { position: news.position }),
    ...(news?.replacedBy !== undefined && !status.confirmed && { replacedBy: news.replacedBy }),
  };
}

/**
 * Where a transaction of this rate would stand: inside the fee range of a projected block, at the height its rate has
 * there. For the time before the server tells the real place.
 * @param rate  sat/vB   @returns undefined when nothing is projected
 */
export function estimatePosition(rate: number, blocks: readonly MempoolBlock[]): Position | undefined {
  for (const [place, block] of blocks.entries()) {
    const low = block.feeRange[0];
    const last = place === blocks.length - 1;
    if (low === undefined || (rate < low && !last)) continue;
    const range = block.feeRange;
    const above = range.findIndex((step) => step > rate);
    const share = above < 0 ? 1 : above / Math.max(1, range.length);
    return { block: place, vsize: Math.min(block.blockVSize, block.blockVSize * (1 - share)) };
  }
  return undefined;
}
