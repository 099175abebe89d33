import { fieldsOf, type NodeClient } from '@glassblock/node';

/** The node's index of block filters (BIP 158). */
export interface FilterIndex {
  /** True when the node has filters of all its blocks; requested once a minute. */
  isComplete(): Promise<boolean>;
  /**
   * Returns the height up to which filters exist, waiting at most a second for those up to `height`: the node writes
   * them a moment after the block, and a scan beyond them finds nothing without an error.
   */
  heightUpTo(height: number): Promise<number>;
}

const checkEveryMs = 60_000;
const timeoutMs = 1_000;
const pauseMs = 20;

/** Creates access to the filter index of a node. */
export function createFilterIndex(client: NodeClient, nowMs: () => number): FilterIndex {
  let last: { isComplete: boolean; atMs: number } | undefined;

  async function ask(): Promise<Readonly<Record<string, unknown>> | undefined> {
    const info = fieldsOf(await client.rpc('getindexinfo', 'basic block filter index'), 'getindexinfo');
    const index = info['basic block filter index'];
    return index === undefined ? undefined : fieldsOf(index, 'getindexinfo');
  }

  return {
    async isComplete() {
      if (last === undefined || nowMs() - last.atMs > checkEveryMs) {
        last = { isComplete: (await ask())?.['synced'] === true, atMs: nowMs() };
      }
      return last.isComplete;
    },
    async heightUpTo(height) {
      for (const deadline = nowMs() + timeoutMs; ; ) {
        const best = Number((await ask())?.['best_block_height'] ?? -1);
        if (best >= height) return height;
        if (nowMs() >= deadline) return best;
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    },
  };
}
