import { CodedError, hashFromDisplay, headerSize, readCompactSize } from '@glassblock/primitives';
import { familiesOf } from '../network/chain/block-packages.ts';
import { type ChainContext, withIndex } from '../network/chain/chain-context.ts';
import type { AuditSource, MinedBlockFigures } from './audits.ts';

/** The index connects a block some moments after the mempool. */
const indexedWithinMs = 60_000;
const pollIntervalMs = 250;

/** Returns the block source of audits: bodies of the node, and figures of the index. */
export const auditSourceOf = (context: ChainContext): AuditSource => ({
  async block(hash) {
    const body = await context.bodies.body(hashFromDisplay(hash));
    const { txs } = await familiesOf(hash, body);
    const headBytes = readCompactSize(body.bytes, headerSize).next;
    return {
      weight: txs.reduce((sum, { relative }) => sum + relative.weight, 4 * headBytes),
      coinbaseWeight: body.tx(0).weight,
      txs: txs.slice(1).map(({ relative: { txid, weight }, rate }) => ({ txid, weight, rate })),
    };
  },
  async figures(hash, signal) {
    const deadline = Date.now() + indexedWithinMs;
    while (!signal.aborted) {
      const figures = await indexedFigures(context, hash);
      if (figures !== undefined) return figures;
      if (Date.now() > deadline) throw new CodedError('block.not-found', 'block.not-found', { datum: hash });
      await nextMove(context, signal);
    }
    return undefined;
  },
});

/** Returns figures of an indexed block, active or stale. */
function indexedFigures(context: ChainContext, hash: string): Promise<MinedBlockFigures | undefined> {
  return withIndex(context, async (view) => {
    const known = await view.blockByHash(hashFromDisplay(hash));
    if (known === undefined) return undefined;
    const { height, header, figures } = known.row;
    return { height, time: header.time, fees: figures.totalFees };
  });
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
