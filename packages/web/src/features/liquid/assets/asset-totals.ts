import type { IssuedAsset, NativeAsset } from '@glassblock/contract/liquid';

/** Totals of an asset, with the mempool; an undefined amount is confidential. */
export interface AssetTotals {
  txs: number;
  /** Of the pegged asset only. */
  pegged: { in: number; out: number } | undefined;
  issued: number | undefined;
  burned: number;
  circulating: number | undefined;
}

/** Sums the totals of an asset. The circulating amount is pegged in or issued, less pegged out and burned. */
export function totalsOf(asset: IssuedAsset | NativeAsset): AssetTotals {
  if ('issuance_txin' in asset) {
    const { chain_stats: chain, mempool_stats: mempool } = asset;
    const isBlinded = chain.has_blinded_issuances || mempool.has_blinded_issuances;
    const issued = isBlinded ? undefined : chain.issued_amount + mempool.issued_amount;
    const burned = chain.burned_amount + mempool.burned_amount;
    return {
      txs: chain.tx_count + mempool.tx_count,
      pegged: undefined,
      issued,
      burned,
      circulating: issued === undefined ? undefined : issued - burned,
    };
  }
  const { chain_stats: chain, mempool_stats: mempool } = asset;
  const pegged = {
    in: chain.peg_in_amount + mempool.peg_in_amount,
    out: chain.peg_out_amount + mempool.peg_out_amount,
  };
  const burned = chain.burned_amount + mempool.burned_amount;
  return {
    txs: chain.tx_count + mempool.tx_count,
    pegged,
    issued: undefined,
    burned,
    circulating: pegged.in - pegged.out - burned,
  };
}
