import type { SpentOutputsNews } from '@glassblock/contract';
import type { OutboundTx } from '../messages/outbound-tx.ts';

/** Returns which outputs of followed transactions are spent by new ones, by the txid of the output. */
export function spendsOf(
  txs: readonly OutboundTx[],
  isFollowed: (txid: string) => boolean,
): Map<string, SpentOutputsNews> {
  const spends = new Map<string, SpentOutputsNews>();
  for (const tx of txs) {
    for (const [vin, { txid, vout }] of tx.inputs.entries()) {
      if (!isFollowed(txid)) continue;
      const known = spends.get(txid) ?? {};
      known[vout] = { vin, txid: tx.txid };
      spends.set(txid, known);
    }
  }
  return spends;
}
