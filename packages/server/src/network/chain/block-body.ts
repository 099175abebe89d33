import type { BlockRow, IndexView } from '@glassblock/index';
import type { BlockBytes } from '@glassblock/node';
import { ByteWriter, CodedError, hashFromDisplay, type TxOutput, writeSpentOutputs } from '@glassblock/primitives';
import type { Bodies, Body } from './bodies.ts';
import { type ChainContext, withIndex } from './chain-context.ts';

/**
 * Returns the body of a block: of a stale one from the index if stored, else from the node; of an active one from the
 * node, and from the index when the node no longer has it.
 * @throws {CodedError} of the node
 */
export function bodyOfBlock(bodies: Bodies, view: IndexView, row: BlockRow, stale: boolean): Promise<Body> {
  const { hash } = row.header;
  return bodies.body(hash, {
    first: stale,
    read: async () => (await view.staleBody(hash)) ?? (stale ? undefined : await ownBlock(view, row)),
  });
}

/** An indexed block, active or stale, with its body. */
export interface BlockWithBody {
  row: BlockRow;
  stale: boolean;
  body: Body;
}

/**
 * Returns a block with its body.
 * @throws {CodedError} block.not-found; of the node
 */
export async function blockBody(context: ChainContext, id: string): Promise<BlockWithBody> {
  const found = await withIndex(context, async (view) => {
    const known = await view.blockByHash(hashFromDisplay(id));
    if (known === undefined) return undefined;
    return { ...known, body: await bodyOfBlock(context.bodies, view, known.row, known.stale) };
  });
  if (found === undefined) throw new CodedError('block.not-found', 'block.not-found', { datum: id });
  return found;
}

/** Assembles a block from stored transactions; undefined when some are missing. */
async function ownBlock(view: IndexView, { header, height, txCount }: BlockRow): Promise<BlockBytes | undefined> {
  const [coinbase] = await view.bodies([{ height, position: 0 }]);
  if (coinbase === undefined) return undefined;
  const stored = await view.bodies(Array.from({ length: txCount }, (_, position) => ({ height, position })));
  const block = new ByteWriter(1 << 16).bytes(header.bytes).compactSize(txCount);
  const spent: TxOutput[][] = [];
  for (const body of stored) {
    if (body === undefined) return undefined;
    block.bytes(body.raw);
    spent.push(body.prevouts);
  }
  return { block: block.finish(), spent: writeSpentOutputs(spent) };
}
