import type { CpfpInfo } from '@glassblock/contract';
import type { MempoolEntry } from '@glassblock/mempool';
import { displayHash, hashFromDisplay } from '@glassblock/primitives';
import { bodyOfBlock } from '../../network/chain/block-body.ts';
import type { Families } from '../../network/chain/block-families.ts';
import { familiesOf } from '../../network/chain/block-packages.ts';
import type { ChainContext } from '../../network/chain/chain-context.ts';
import { withChain } from '../../network/chain/chain-reader.ts';
import type { MempoolContext } from '../../network/mempool-context.ts';
import type { AccelerationContext } from '../../sources/accelerations/acceleration-context.ts';
import { paidFor } from '../presenters/paid-for.ts';

type Relative = CpfpInfo['ancestors'][number];

/** Returns the relatives of a transaction, in the mempool or in its block. */
export async function cpfpOf(
  context: ChainContext & MempoolContext & AccelerationContext,
  id: string,
): Promise<CpfpInfo> {
  const [entry] = await context.mempool.entries([id]);
  if (entry !== undefined) return inMempool(context, entry);
  const mined = await withChain(context, async (chain) => {
    const number = await chain.numberOf(hashFromDisplay(id));
    if (number === undefined) return undefined;
    const row = (await chain.rowsAt([number.height])).get(number.height)!;
    const body = await bodyOfBlock(context.bodies, chain.view, row, false);
    return cpfpInBlock(await familiesOf(displayHash(row.header.hash), body), number.position);
  });
  return mined ?? { ancestors: [] };
}

async function inMempool(context: MempoolContext & AccelerationContext, entry: MempoolEntry): Promise<CpfpInfo> {
  const cluster = await context.mempool.cluster(entry.txid);
  return {
    ancestors: entry.ancestors,
    descendants: entry.descendants,
    bestDescendant: null,
    effectiveFeePerVsize: entry.effectiveRate,
    sigops: entry.sigops,
    fee: entry.fee,
    adjustedVsize: entry.adjustedWeight / 4,
    acceleration: entry.accelerated,
    ...paidFor(context, entry),
    ...(cluster === undefined ? {} : { cluster }),
  };
}

const maxRelatives = 100;

/** Returns the relatives of a transaction in its block, at most 100 in each direction. */
export function cpfpInBlock({ txs }: Families, position: number): CpfpInfo {
  const walk = (next: (at: number) => readonly number[]): Relative[] => {
    const found = new Set([position]);
    for (const at of found) {
      if (found.size > maxRelatives) break;
      for (const other of next(at)) found.add(other);
    }
    found.delete(position);
    return [...found].slice(0, maxRelatives).map((at) => txs[at]!.relative);
  };
  return {
    ancestors: walk((at) => txs[at]!.parents),
    descendants: walk((at) => txs[at]!.children),
    bestDescendant: null,
    effectiveFeePerVsize: txs[position]!.rate,
  };
}
