import type { StaleTip } from '@glassblock/contract';
import { hashFromDisplay } from '@glassblock/primitives';
import { withIndex } from '../../network/chain/chain-context.ts';
import type { BlockContext } from './block-context.ts';
import { extended } from './blocks.ts';
import { chainTips, staleTipStates } from './chain-tips.ts';

const pageSize = 25;

/**
 * Returns stale branches, highest first, below a height: about 25, until all of the last height are included. Those
 * with unknown blocks are skipped.
 */
export async function staleTips(context: BlockContext, below: number | undefined): Promise<StaleTip[]> {
  const known = await chainTips(context);
  const lost = known.tips
    .filter(({ status, height }) => staleTipStates.has(status) && (below === undefined || height < below))
    .sort((a, b) => b.height - a.height);
  const page = await withIndex(context, async (view) => {
    const found: StaleTip[] = [];
    for (const tip of lost) {
      if (found.length >= pageSize && tip.height !== found.at(-1)!.height) break;
      const block = await view.blockByHash(hashFromDisplay(tip.hash));
      const [canonical] = await view.blocksAt([tip.height]);
      if (block === undefined || !block.stale || canonical === undefined) continue;
      const stale = extended(context, block.row, known, { canonical });
      found.push({ ...tip, stale, canonical: extended(context, canonical, known) });
    }
    return found;
  });
  return page ?? [];
}
