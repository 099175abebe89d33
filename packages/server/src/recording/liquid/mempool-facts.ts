import type { Fact } from '@glassblock/journal';
import { fieldsOf, type NodeClient } from '@glassblock/node';
import { hashFromDisplay, type Sats, type Txid, type UnixSeconds, type Weight } from '@glassblock/primitives';
import type { LiquidMempoolTx } from '../../network/liquid/liquid-mempool.ts';
import type { Departure } from './departures.ts';

/** Returns the fact of a transaction that has entered the mempool. @param time Unix seconds */
export const addedFact = ({ txid, fee, tx }: LiquidMempoolTx, time: number): Fact => ({
  type: 'tx-added',
  txid: hashFromDisplay(txid) as Txid,
  fee: fee as Sats,
  weight: tx.discountWeight as Weight,
  time: time as UnixSeconds,
});

/** Returns the fact of a transaction that has left it. */
export const removedFact = ({ entry, reason, by, certain }: Departure, time: UnixSeconds): Fact => ({
  type: 'tx-removed',
  txid: hashFromDisplay(entry.txid) as Txid,
  reason,
  ...(by === undefined ? {} : { by: hashFromDisplay(by) as Txid }),
  certain,
  time,
});

const batchSize = 100;

/**
 * Returns the times of the node by txid, Unix seconds; the current time for transactions that have left it meanwhile.
 * @throws {CodedError} as NodeClient
 */
export async function firstSeen(
  client: NodeClient,
  entries: readonly LiquidMempoolTx[],
  nowSeconds: number,
): Promise<Map<string, number>> {
  const times = new Map<string, number>();
  for (let start = 0; start < entries.length; start += batchSize) {
    const some = entries.slice(start, start + batchSize);
    const outcomes = await client.batch(some.map(({ txid }) => ({ method: 'getmempoolentry', params: [txid] })));
    for (const [i, outcome] of outcomes.entries()) {
      const time = 'result' in outcome ? fieldsOf(outcome.result, 'getmempoolentry')['time'] : undefined;
      const isTime = typeof time === 'number' && Number.isInteger(time) && time >>> 0 === time;
      times.set(some[i]!.txid, isTime ? time : Math.floor(nowSeconds));
    }
  }
  return times;
}
