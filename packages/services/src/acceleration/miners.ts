import { fieldsOf, type NodeClient } from '@glassblock/node';
import { CodedError } from '@glassblock/primitives';

/** A miner's node, which builds block templates. */
export interface Miner {
  readonly name: string;
  /** Unique id of its mining pool; undefined when the operator does not state it. */
  readonly miningPoolId: number | undefined;
  /** Returns fee deltas in sats by txid. */
  feeDeltas(): Promise<Map<string, number>>;
  /** Adds sats to the fee delta of a transaction. */
  addFeeDelta(txid: string, sats: number): Promise<void>;
}

/** Creates a miner from the RPC of its node: Bitcoin Core 26 or later, or Knots. */
export function createRpcMiner(name: string, miningPoolId: number | undefined, client: NodeClient): Miner {
  return {
    name,
    miningPoolId,
    async feeDeltas() {
      const answer = fieldsOf(await client.rpc('getprioritisedtransactions'), 'getprioritisedtransactions');
      return new Map(
        Object.entries(answer).map(([txid, entry]) => {
          const delta = fieldsOf(entry, 'getprioritisedtransactions')['fee_delta'];
          if (!Number.isSafeInteger(delta))
            throw new CodedError('node.bad-answer', 'the fee delta of a transaction is not a number of sats');
          return [txid, delta as number];
        }),
      );
    },
    async addFeeDelta(txid, sats) {
      await client.rpc('prioritisetransaction', txid, 0, sats);
    },
  };
}

/**
 * Brings the fee deltas of a miner to what is wanted. The node adds what it is sent, so the difference is computed from
 * what it reports now: an interrupted run is completed by the next one.
 * @param wanted sats by txid
 * @param isOurs returns which of some transactions were accelerated here: others are left alone
 * @throws of the miner
 */
export async function reconcileMiner(
  miner: Miner,
  wanted: ReadonlyMap<string, number>,
  isOurs: (txids: readonly string[]) => Promise<Set<string>>,
): Promise<void> {
  const known = await miner.feeDeltas();
  const surplus = await isOurs([...known.keys()].filter((txid) => !wanted.has(txid)));
  for (const txid of surplus) {
    const delta = known.get(txid) ?? 0;
    if (delta !== 0) await miner.addFeeDelta(txid, -delta);
  }
  for (const [txid, sats] of wanted) {
    const missing = sats - (known.get(txid) ?? 0);
    if (missing !== 0) await miner.addFeeDelta(txid, missing);
  }
}
