import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { useLive } from '../../context/live.ts';
import { usePreferences } from '../../context/preferences.tsx';
import { usePlace } from '../../context/site-context.ts';
import type { Mark } from '../../context/view-store.ts';
import { useArrowKeys } from '../../ui/hooks/input/arrow-keys.ts';
import { page } from '../../url.ts';

type Towards = 'future' | 'past';
type Tip = { height: number; id: string } | undefined;

/** Returns the adjacent block towards future or past; undefined at the ends. Projected block 0 follows the tip. */
function adjacent(mark: Mark, towards: Towards, tip: Tip, projected: number): Mark | undefined {
  if (mark.kind === 'projected') {
    const index = mark.index + (towards === 'future' ? 1 : -1);
    if (index >= 0) return index < projected ? { kind: 'projected', index } : undefined;
    return tip && { kind: 'block', height: tip.height };
  }
  if (towards === 'past') return mark.height > 0 ? { kind: 'block', height: mark.height - 1 } : undefined;
  return tip === undefined || mark.height < tip.height
    ? { kind: 'block', height: mark.height + 1 }
    : { kind: 'projected', index: 0 };
}

const pageOf = (prefix: string, mark: Mark, tip: Tip): string =>
  mark.kind === 'projected'
    ? page.mempoolBlock(prefix, mark.index)
    : page.block(prefix, mark.height === tip?.height ? tip.id : mark.height);

/** Returns the page one block towards future or past; undefined at the ends. Projected block 0 follows the tip. */
export function neighbour(
  prefix: string,
  mark: Mark,
  towards: Towards,
  tip: Tip,
  projected: number,
): string | undefined {
  const to = adjacent(mark, towards, tip, projected);
  return to && pageOf(prefix, to, tip);
}

/**
 * Navigates to the adjacent block with the left and right arrow keys; mirrored with the direction of time. A key that is pressed while
 * a block loads continues from that block.
 */
export function useBlockKeys(mark: Mark | undefined): void {
  const { prefix } = usePlace();
  const navigate = useNavigate();
  const { ltr } = usePreferences().preferences;
  const tip = useLive((state) => state.blocks[0]);
  const projected = useLive((state) => state.mempoolBlocks?.length ?? 0);
  const loading = useRef<Mark>(undefined);
  useArrowKeys(
    mark &&
      (async (key) => {
        const towards = (key === 'ArrowRight') === ltr ? 'future' : 'past';
        const to = adjacent(loading.current ?? mark, towards, tip, projected);
        if (to === undefined) return;
        loading.current = to;
        await navigate(pageOf(prefix, to, tip));
        if (loading.current === to) loading.current = undefined;
      }),
  );
}
