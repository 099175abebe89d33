import { type IndexView, openIndexView, type Prefixer } from '@glassblock/index';
import type { Fact, Journal } from '@glassblock/journal';
import type { Height, UnixSeconds } from '@glassblock/primitives';
import type { Store } from '@glassblock/store';

/** Maximum blocks journaled afterwards when the index advanced without the journal; beyond it readers get a gap. */
export const maxMissed = 288;

/**
 * Returns the blocks of the indexed chain that the journal lacks: the store is written first, so a crash in between
 * leaves blocks unjournaled.
 * @returns facts to append, oldest first; undefined if they are more than `maxMissed`, or the index lacks the journal's tip
 */
export async function missedBlocks(
  journal: Journal,
  index: { store: Store; prefixer: Prefixer },
): Promise<Fact[] | undefined> {
  const { tip } = journal.keyframe().state;
  if (tip === undefined) return [];
  const view = await openIndexView(index.store, index.prefixer);
  try {
    return await missedIn(view, tip);
  } finally {
    await view.close();
  }
}

async function missedIn(view: IndexView, tip: { height: Height; hash: Uint8Array }): Promise<Fact[] | undefined> {
  const facts: Fact[] = [];
  let { height, hash } = tip;
  for (;;) {
    const known = await view.blockByHash(hash);
    if (known === undefined || facts.length > maxMissed) return undefined;
    if (!known.stale) break;
    facts.push({ type: 'block-disconnected', height, hash: known.row.header.hash });
    hash = known.row.header.prevHash;
    height = (height - 1) as Height;
  }
  const newest = view.tip?.height ?? height;
  if (newest - height > maxMissed) return undefined;
  const heights = Array.from({ length: newest - height }, (_, i) => height + 1 + i);
  for (const row of await view.blocksAt(heights)) {
    if (row === undefined) break;
    const { header, txCount } = row;
    facts.push({
      type: 'block-connected',
      height: row.height,
      hash: header.hash,
      time: header.time as UnixSeconds,
      txCount,
    });
  }
  return facts;
}
