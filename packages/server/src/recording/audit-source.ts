import { hashFromDisplay, isCoded } from '@glassblock/primitives';
import { type BlockWithBody, blockBody } from '../network/chain/block-body.ts';
import { familiesOf } from '../network/chain/block-packages.ts';
import type { ChainContext } from '../network/chain/chain-context.ts';
import type { AuditSource } from './audits.ts';

/** The index connects a block some moments after the mempool. */
const indexedWithinMs = 60_000;
const pollIntervalMs = 250;

/** Returns the block source of audits: the index, or, while that is far behind, the node. */
export const auditSourceOf =
  (context: ChainContext): AuditSource =>
  async (hash, signal) => {
    prepare(context, hash);
    const block = await indexedBlock(context, hash, signal);
    if (block === undefined) return undefined;
    const { row, body } = block;
    const { txs } = await familiesOf(hash, body);
    return {
      height: row.height,
      time: row.header.time,
      fees: row.figures.totalFees,
      weight: row.weight,
      coinbaseWeight: body.tx(0).weight,
      txs: txs.slice(1).map(({ relative: { txid, weight }, rate }) => ({ txid, weight, rate })),
    };
  };

/**
 * Loads a block and finds its packages while the index connects it, so that the caches have both when it is indexed. A
 * failure is that of the later call too.
 */
function prepare({ bodies }: ChainContext, hash: string): void {
  bodies
    .body(hashFromDisplay(hash))
    .then((body) => familiesOf(hash, body))
    .catch(() => undefined);
}

/**
 * Returns a block with its body once it is indexed.
 * @throws {CodedError} block.not-found on timeout; of the node
 */
async function indexedBlock(
  context: ChainContext,
  hash: string,
  signal: AbortSignal,
): Promise<BlockWithBody | undefined> {
  const deadline = Date.now() + indexedWithinMs;
  while (!signal.aborted) {
    try {
      return await blockBody(context, hash);
    } catch (error) {
      const isComing = isCoded(error, 'block.not-found') && Date.now() < deadline;
      if (!isComing) throw error;
    }
    await nextMove(context, signal);
  }
  return undefined;
}

/** Resolves when the index has moved, or a moment later. */
function nextMove(context: ChainContext, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      leave();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, pollIntervalMs);
    const leave = context.onState(done);
    signal.addEventListener('abort', done);
  });
}
