import { CodedError, displayHash, fromHex } from '@glassblock/primitives';
import { type ElementsTransaction, readWholeElementsTransaction } from '@glassblock/primitives/elements';
import { type NodeClient, rpcError } from '../client.ts';

/** A transaction to be read. Display order. */
interface WantedTransaction {
  readonly txid: string;
  /** Block that has it; without it the node needs its transaction index. */
  readonly blockHash?: string;
}

/** Transactions of one batch of calls: each may have 400 kB of hex. */
const maxBatch = 50;

/**
 * Reads transactions from a node, in order.
 * @param refused makes the error for one that the node does not return
 * @throws {CodedError} node.bad-answer; that of `refused`; as NodeClient
 */
export async function elementsTransactions(
  client: NodeClient,
  wanted: readonly WantedTransaction[],
  refused: (txid: string, cause: CodedError) => CodedError,
): Promise<ElementsTransaction[]> {
  const found: ElementsTransaction[] = [];
  for (let start = 0; start < wanted.length; start += maxBatch) {
    const batch = wanted.slice(start, start + maxBatch);
    const outcomes = await client.batch(
      batch.map(({ txid, blockHash }) => ({
        method: 'getrawtransaction',
        params: [txid, false, ...(blockHash === undefined ? [] : [blockHash])],
      })),
    );
    for (const [i, outcome] of outcomes.entries()) {
      const { txid } = batch[i]!;
      if ('error' in outcome) throw refused(txid, rpcError('getrawtransaction', outcome.error));
      found.push(readRequested(txid, outcome.result));
    }
  }
  return found;
}

function readRequested(txid: string, hex: unknown): ElementsTransaction {
  if (typeof hex !== 'string') {
    throw new CodedError('node.bad-answer', 'the answer of getrawtransaction is not hex', { datum: txid });
  }
  const tx = readWholeElementsTransaction(fromHex(hex));
  if (displayHash(tx.txid) !== txid) {
    throw new CodedError('node.bad-answer', 'the node returned another transaction than requested', { datum: txid });
  }
  return tx;
}
