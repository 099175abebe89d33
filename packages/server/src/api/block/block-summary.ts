import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TxClassified } from '@glassblock/contract';
import {
  CodedError,
  classify,
  displayHash,
  flag,
  isCoded,
  type NetworkName,
  sumOfValues,
} from '@glassblock/primitives';
import { LRUCache } from 'lru-cache';
import { type BlockWithBody, blockBody } from '../../network/chain/block-body.ts';
import { familiesOf } from '../../network/chain/block-packages.ts';
import type { ChainContext } from '../../network/chain/chain-context.ts';
import type { NetworkInfo } from '../../network/network-info.ts';

/** Lists of whole blocks: some hundred kilobytes each. */
const stored = new LRUCache<string, Promise<TxClassified[]>>({ max: 8 });
/** A whole block takes a tenth of a second: yields after this many transactions. */
const txsPerBatch = 50;

/**
 * Returns all transactions of a block in order, with flags and package fee rates.
 * @throws {CodedError} v1.block-summary; of the node
 */
export async function blockSummary(context: NetworkInfo & ChainContext, id: string): Promise<TxClassified[]> {
  const key = `${context.network.name}/${id}`;
  let summary = stored.get(key);
  if (summary === undefined) {
    summary = blockBody(context, id)
      .catch((error: unknown) => {
        throw isCoded(error, 'block.not-found')
          ? new CodedError('v1.block-summary', error.message, { cause: error })
          : error;
      })
      .then((block) => summaryOf(block, context.network.name));
    stored.set(key, summary);
    summary.catch(() => stored.delete(key));
  }
  return summary;
}

/**
 * Returns one row of the summary of a block. @throws {CodedError} v1.not-in-summary, and as blockSummary
 */
export async function txOfSummary(
  context: NetworkInfo & ChainContext,
  id: string,
  txid: string,
): Promise<TxClassified> {
  const found = (await blockSummary(context, id)).find((tx) => tx.txid === txid);
  if (found === undefined)
    throw new CodedError('v1.not-in-summary', 'the transaction is not in the block', { datum: txid });
  return found;
}

async function summaryOf({ row, body }: BlockWithBody, network: NetworkName): Promise<TxClassified[]> {
  const { txs: families } = await familiesOf(displayHash(row.header.hash), body);
  const list: TxClassified[] = [];
  for (const [position, { relative, rate, parents, children }] of families.entries()) {
    const tx = body.tx(position);
    const own = classify(tx, body.prevouts(position), { network, height: row.height });
    const { fee, weight } = relative;
    list.push({
      txid: displayHash(tx.txid),
      fee,
      vsize: weight / 4,
      value: sumOfValues(tx.outputs().map(({ value }) => value)) ?? 0,
      rate,
      flags: own + (children.length > 0 ? flag.cpfpParent : 0) + (parents.length > 0 ? flag.cpfpChild : 0),
    });
    if (position % txsPerBatch === txsPerBatch - 1) await nextTurn();
  }
  return list;
}
