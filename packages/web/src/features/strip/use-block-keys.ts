import { useNavigate } from 'react-router';
import { useLive } from '../../context/live.ts';
import { usePreferences } from '../../context/preferences.tsx';
import { usePlace } from '../../context/site-context.ts';
import type { Mark } from '../../context/view-store.ts';
import { useArrowKeys } from '../../ui/hooks/input/arrow-keys.ts';
import { page } from '../../url.ts';

/** Returns the page one block towards future or past; undefined at the ends. Projected block 0 follows the tip. */
export function neighbour(
  prefix: string,
  mark: Mark,
  towards: 'future' | 'past',
  tip: { height: number; id: string } | undefined,
  projected: number,
): string | undefined {
  if (mark.kind === 'projected') {
    if (towards === 'future') return mark.index + 1 < projected ? page.mempoolBlock(prefix, mark.index + 1) : undefined;
    if (mark.index > 0) return page.mempoolBlock(prefix, mark.index - 1);
    return tip && page.block(prefix, tip.id);
  }
  if (towards === 'past') return mark.height > 0 ? page.block(prefix, mark.height - 1) : undefined;
  return tip === undefined || mark.height < tip.height
    ? page.block(prefix, mark.height + 1)
    : page.mempoolBlock(prefix, 0);
}

/** Navigates to the adjacent block with the left and right arrow keys; mirrored with the direction of time. */
export function useBlockKeys(mark: Mark | undefined): void {
  const { prefix } = usePlace();
  const navigate = useNavigate();
  const { ltr } = usePreferences().preferences;
  const tip = useLive((state) => state.blocks[0]);
  const projected = useLive((state) => state.mempoolBlocks?.length ?? 0);
  useArrowKeys(
    mark &&
      ((key) => {
        const towards = (key === 'ArrowRight') === ltr ? 'future' : 'past';
        const to = neighbour(prefix, mark, towards, tip, projected);
        if (to !== undefined) void navigate(to);
      }),
  );
}
