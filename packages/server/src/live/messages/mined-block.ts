import { displayHash, isCoded } from '@glassblock/primitives';
import { blockBody } from '../../network/chain/block-body.ts';
import { statusIn } from '../../network/chain/chain-reader.ts';
import type { NetworkContext } from '../../network/network-context.ts';
import type { MinedBlock } from '../tracker.ts';
import { outboundBlockTx } from './outbound-tx.ts';

/**
 * Returns the transactions of a block of the best chain; undefined when it is stale by now, or when the node cannot
 * return it: the block itself is sent anyway.
 */
export async function minedBlock(context: NetworkContext, id: string): Promise<MinedBlock | undefined> {
  try {
    const { row, stale, body } = await blockBody(context, id);
    if (stale) return undefined;
    const status = statusIn(row);
    const txs = Array.from({ length: body.txCount }, (_, position) =>
      outboundBlockTx(body.tx(position), () => body.prevouts(position), status, context.network),
    );
    return { id: displayHash(row.header.hash), txs };
  } catch (error) {
    if (isCoded(error, 'block.not-found') || (isCoded(error) && error.code.startsWith('node.'))) return undefined;
    throw error;
  }
}
