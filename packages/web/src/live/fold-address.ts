import type { ScriptStats, Tx } from '@glassblock/contract';
import type { AddressNews } from './live-state.ts';

/** What the address page shows. */
export interface AddressView {
  chain: ScriptStats;
  mempool: ScriptStats;
  /** Unconfirmed first, then newest block first. */
  txs: readonly Tx[];
}

/** What of a transaction belongs to the address: an address, or the script of a public key. */
export type Owns = (output: { scriptpubkey: string; scriptpubkey_address?: string | undefined }) => boolean;

type Sums = Pick<ScriptStats, 'funded_txo_count' | 'funded_txo_sum' | 'spent_txo_count' | 'spent_txo_sum'>;

/** Outputs a transaction gives to the address and takes from it. */
export function effectOf(tx: Tx, owns: Owns): Sums {
  const funded = tx.vout.filter(owns);
  const spent = tx.vin.flatMap((input) => (input.prevout && owns(input.prevout) ? [input.prevout] : []));
  const sum = (outputs: readonly { value: number }[]) => outputs.reduce((total, output) => total + output.value, 0);
  return {
    funded_txo_count: funded.length,
    funded_txo_sum: sum(funded),
    spent_txo_count: spent.length,
    spent_txo_sum: sum(spent),
  };
}

/** Net change of the address by a transaction, sats. */
export function netChange(tx: Tx, owns: Owns): number {
  const effect = effectOf(tx, owns);
  return effect.funded_txo_sum - effect.spent_txo_sum;
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

/** Lays live news over what the loader gave, in order. Pure; news told twice counts once. */
export function addressView(loaded: AddressView, news: readonly AddressNews[], owns: Owns): AddressView {
  let view = loaded;
  for (const item of news) for (const tx of item.txs) view = apply(view, item.kind, tx, owns);
  return view;
}

function apply(view: AddressView, kind: AddressNews['kind'], tx: Tx, owns: Owns): AddressView {
  const effect = effectOf(tx, owns);
  const old = view.txs.find((each) => each.txid === tx.txid);
  const others = view.txs.filter((each) => each.txid !== tx.txid);
  if (kind === 'removed') {
    if (!old || old.status.confirmed) return view;
    return { ...view, mempool: moved(view.mempool, effect, -1), txs: others };
  }
  if (kind === 'added') {
    if (old) return view;
    return { ...view, mempool: moved(view.mempool, effect, 1), txs: [tx, ...others] };
  }
  if (old?.status.confirmed) return view;
  const pending = others.filter((each) => !each.status.confirmed);
  const confirmed = others.filter((each) => each.status.confirmed);
  return {
    chain: moved(view.chain, effect, 1),
    mempool: old ? moved(view.mempool, effect, -1) : view.mempool,
    txs: [...pending, tx, ...confirmed],
  };
}
