import type { Outspend } from '@glassblock/contract';
import type { ListedTx } from './listed-tx.ts';

/** Who spends outputs of transactions in a list as far as the list itself shows it: by the id of the spent one, then by the
 *  number of the output. It is newer than what was asked for when the spent one came into view. */
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
