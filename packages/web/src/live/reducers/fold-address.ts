import type { ScriptStats, Tx } from '@glassblock/contract';
import type { Marking } from '../../script/marks.ts';
import type { AddressNews } from '../live-state.ts';
import { type ListedTx, listed } from './listed-tx.ts';
import { effectOf, type Owns, type Sums } from './net-change.ts';

/** Data of the address page. */
export interface AddressView {
  chain: ScriptStats;
  mempool: ScriptStats;
  /** Unconfirmed first, then newest block first. */
  txs: readonly ListedTx[];
}

function moved(stats: ScriptStats, effect: Sums, sign: 1 | -1): ScriptStats {
  return {
    tx_count: Math.max(0, stats.tx_count + sign),
    funded_txo_count: Math.max(0, stats.funded_txo_count + sign * effect.funded_txo_count),
    funded_txo_sum: Math.max(0, stats.funded_txo_sum + sign * effect.funded_txo_sum),
    spent_txo_count: Math.max(0, stats.spent_txo_count + sign * effect.spent_txo_count),
    spent_txo_sum: Math.max(0, stats.spent_txo_sum + sign * effect.spent_txo_sum),
  };
}

/** Applies live updates to loaded data, in order. Pure; a repeated update counts once. */
export function addressView(
  loaded: AddressView,
  news: readonly AddressNews[],
  owns: Owns,
  marking?: Marking,
): AddressView {
  let view = loaded;
  for (const item of news) for (const tx of item.txs) view = apply(view, item.kind, tx, owns, marking);
  return view;
}

function apply(
  view: AddressView,
  kind: AddressNews['kind'],
  tx: Tx,
  owns: Owns,
  marking: Marking | undefined,
): AddressView {
  const effect = effectOf(tx, owns);
  const old = view.txs.find((each) => each.txid === tx.txid);
  const others = view.txs.filter((each) => each.txid !== tx.txid);
  if (kind === 'removed') {
    if (!old || old.status.confirmed) return view;
    return { ...view, mempool: moved(view.mempool, effect, -1), txs: others };
  }
  if (kind === 'added') {
    if (old) return view;
    return { ...view, mempool: moved(view.mempool, effect, 1), txs: [listed(tx, marking, owns), ...others] };
  }
  if (old?.status.confirmed) return view;
  const pending = others.filter((each) => !each.status.confirmed);
  const confirmed = others.filter((each) => each.status.confirmed);
  return {
    chain: moved(view.chain, effect, 1),
    mempool: old ? moved(view.mempool, effect, -1) : view.mempool,
    txs: [...pending, listed(tx, marking, owns), ...confirmed],
  };
}
