import { equalBytes } from '../../bytes/bytes.ts';
import { isSats, type Sats } from '../../units.ts';
import type { AssetId } from './confidential.ts';
import type { ElementsTransaction } from './transaction.ts';

/**
 * Returns the fee that a transaction pays in an asset: the sum of its fee outputs, 0 for none. A fee is explicit, so no
 * prevout is needed. Amounts and sums from 2^53 on, possible only in assets that block signers do not accept as fees,
 * count as 0.
 */
export function elementsFee(tx: ElementsTransaction, assetId: AssetId): Sats {
  let sum = 0;
  for (const output of tx.outputs()) {
    if (!output.isFee || !isSats(output.value) || !equalBytes(output.assetId!, assetId)) continue;
    sum += output.value;
  }
  return (Number.isSafeInteger(sum) ? sum : 0) as Sats;
}
