import type { Fact } from '@glassblock/journal';
import { hashFromDisplay, type Sats, type Txid, type UnixSeconds, type Weight } from '@glassblock/primitives';
import type { MempoolTx } from '../memory/mempool-tx.ts';
import type { Verdict } from './removal-reasons.ts';

/** Returns the fact of a transaction that entered the mempool. */
export function additionFact({ txid, fee, weight, firstSeen }: MempoolTx): Fact {
  return { type: 'tx-added', txid: txid as Txid, fee: fee as Sats, weight: weight as Weight, time: firstSeen };
}

/**
 * Returns the fact of a transaction that left the mempool.
 * @param txid internal order
 * @param now Unix seconds
 */
export function removalFact(txid: Uint8Array, { reason, by, certain }: Verdict, now: number): Fact {
  return {
    type: 'tx-removed',
    txid: txid as Txid,
    reason,
    certain,
    time: now as UnixSeconds,
    ...(by === undefined ? {} : { by: hashFromDisplay(by) }),
  };
}
