import type { Fact, Keyframe } from './facts.ts';
import { createPoolColumns, type PoolRows } from './pool-columns.ts';

type Tip = NonNullable<Keyframe['tip']>;

/** Everything that facts after it build on: what a keyframe on the disk holds. */
export interface StateSnapshot {
  /** Blocks that a disconnect can go back to, oldest first; the last is the tip. */
  readonly blocks: readonly Tip[];
  readonly pool: PoolRows;
}

/** Chain tip and pool after the facts so far. */
export interface LiveState {
  readonly poolCount: number;
  apply(fact: Fact): void;
  current(): Keyframe;
  /** A copy that later facts do not touch. */
  snapshot(): StateSnapshot;
}

const mostBlocks = 2_000;
const fewestBlocks = 1_000;

/** Folds facts into state, from nothing or from where a snapshot was taken. */
export function createLiveState(start?: StateSnapshot): LiveState {
  const blocks = start === undefined ? [] : [...start.blocks];
  const pool = createPoolColumns(start?.pool);
  return {
    get poolCount() {
      return pool.count;
    },
    apply(fact) {
      switch (fact.type) {
        case 'tx-added':
          pool.set(fact);
          break;
        case 'tx-removed':
          pool.remove(fact.txid);
          break;
        case 'block-connected':
          blocks.push({ height: fact.height, hash: fact.hash });
          if (blocks.length > mostBlocks) blocks.splice(0, mostBlocks - fewestBlocks);
          break;
        case 'block-disconnected':
          blocks.pop();
          break;
      }
    },
    current: () => ({ tip: blocks.at(-1), pool: pool.entries() }),
    snapshot: () => ({ blocks: [...blocks], pool: pool.rows() }),
  };
}
