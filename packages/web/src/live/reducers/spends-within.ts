import type { Outspend } from '@glassblock/contract';
import type { ListedTx } from './listed-tx.ts';

/**
 * Returns spends between transactions of a list: by txid of the spent one, then by output. It is newer than the spends
 * that were requested when the spent one came into view.
 */
export function spendsWithin(txs: readonly ListedTx[]): ReadonlyMap<string, ReadonlyMap<number, Outspend>> {
  const listed = new Set(txs.map(({ txid }) => txid));
  const spends = new Map<string, Map<number, Outspend>>();
  for (const { txid, status, vin } of txs) {
    vin.forEach((input, place) => {
      if (!listed.has(input.txid)) return;
      const outputs = spends.get(input.txid) ?? new Map<number, Outspend>();
      spends.set(input.txid, outputs.set(input.vout, { spent: true, txid, vin: place, status }));
    });
  }
  return spends;
}
