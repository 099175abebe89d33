import { displayHash, isCoded } from '@glassblock/primitives';
import type { NetworkContext } from '../network-context.ts';
import { blockBody } from '../query/blocks.ts';
import { statusIn } from '../query/chain-reader.ts';
import { outboundBlockTx } from './outbound-tx.ts';
import type { MinedBlock } from './tracker.ts';

/** The transactions of a block of the active chain; undefined when it is none any more, or when the node cannot give it now:
 *  the block itself is told all the same. */
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
