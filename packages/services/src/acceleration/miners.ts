import { fieldsOf, type NodeClient } from '@glassblock/node';
import { CodedError, isCoded, toHex } from '@glassblock/primitives';

/** A miner's node, which builds block templates. */
export interface Miner {
  readonly name: string;
  /** Unique id of its mining pool; undefined when the operator does not state it. */
  readonly miningPoolId: number | undefined;
  /** Returns fee deltas in sats by txid. */
  feeDeltas(): Promise<Map<string, number>>;
  /** Adds sats to the fee delta of a transaction. */
  addFeeDelta(txid: string, sats: number): Promise<void>;
  /** Returns whether its mempool has a transaction. */
  hasTransaction(txid: string): Promise<boolean>;
  /**
   * Sends a transaction that its mempool may have.
   * @throws {CodedError} services.cannot-decode-tx, services.bad-dependencies, services.tx-rejected
   */
  submit(raw: Uint8Array): Promise<void>;
}

/** Codes of the node's errors. Source: Bitcoin Core's src/rpc/protocol.h */
const [notInMempool, decodeError, verifyError, verifyRejected, alreadyKnown] = [-5, -22, -25, -26, -27];

const codeOf = (error: unknown): number | undefined =>
  isCoded(error, 'node.rpc') ? (error.datum as { code: number }).code : undefined;

/** Why a node refuses a transaction; undefined for failures of the node itself. */
function refusalOf(cause: unknown): CodedError | undefined {
  const code = codeOf(cause);
  if (code === decodeError) return new CodedError('services.cannot-decode-tx', 'a miner cannot decode it', { cause });
  // Core uses the first for unknown inputs, the second for spent ones
  const isMissing = code === verifyError || /missing-?inputs|missingorspent/i.test(String(cause));
  if (code !== verifyRejected && code !== verifyError) return undefined;
  return isMissing
    ? new CodedError('services.bad-dependencies', 'a miner lacks an output that the transaction spends', { cause })
    : new CodedError('services.tx-rejected', 'the mempools of the miners refuse the transaction', { cause });
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
    async hasTransaction(txid) {
      try {
        await client.rpc('getmempoolentry', txid);
        return true;
      } catch (error) {
        if (codeOf(error) === notInMempool) return false;
        throw error;
      }
    },
    async submit(raw) {
      try {
        // the fee was paid already: no limit
        await client.rpc('sendrawtransaction', toHex(raw), 0);
      } catch (error) {
        if (codeOf(error) !== alreadyKnown) throw refusalOf(error) ?? error;
      }
    },
  };
}

/**
 * Sets the fee deltas of a miner. The node adds deltas, so the difference to its reported ones is sent: an interrupted
 * run is completed by the next one.
 * @param wanted sats by txid
 * @param isOurs returns which of some transactions were accelerated here: others stay unchanged
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

/**
 * Sends a package to the miners whose mempools do not have its transaction; fee deltas have to be there before, since
 * a mempool may refuse the transaction without them.
 * @returns undefined when a miner has it, else why none does
 * @throws {CodedError} services.cannot-fetch-tx
 */
export async function supplyMiners(
  miners: readonly Miner[],
  txid: string,
  rawPackage: () => Promise<readonly Uint8Array[] | undefined>,
): Promise<CodedError | undefined> {
  let refusal: CodedError | undefined;
  let hasMiner = false;
  for (const miner of miners) {
    try {
      if (!(await miner.hasTransaction(txid))) {
        const raws = await rawPackage();
        if (raws === undefined) throw new CodedError('services.cannot-fetch-tx', 'the transaction left the mempool');
        for (const raw of raws) await miner.submit(raw);
      }
      hasMiner = true;
    } catch (error) {
      // one that does not answer is neither: others count
      if (isCoded(error) && error.code.startsWith('services.')) refusal ??= error;
    }
  }
  return hasMiner ? undefined : refusal;
}
