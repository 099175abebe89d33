import type { UnixSeconds } from '@glassblock/primitives';
import { MempoolColumns, type MempoolRows } from './codecs/mempool-columns.ts';
import { type Fact, type FederationFact, isAboutFederation, type Keyframe } from './facts.ts';
import { FederationFacts } from './federation-facts.ts';

type Tip = NonNullable<Keyframe['tip']>;

/** Complete state for applying further facts: the content of a keyframe on disk. */
export interface StateSnapshot {
  /** Blocks that can be disconnected, oldest first; the last is the tip. */
  readonly blocks: readonly Tip[];
  readonly mempool: MempoolRows;
  /** Valid facts about the federation; absent without any. */
  readonly federation?: readonly FederationFact[];
}

/** Chain tip and mempool after the facts so far. */
export interface LiveState {
  readonly mempoolCount: number;
  /** Valid facts about the federation. */
  readonly federationCount: number;
  /** Time of the newest block connected by a fact; undefined before the first one. Not part of a snapshot. */
  readonly tipTime: UnixSeconds | undefined;
  apply(fact: Fact): void;
  current(): Keyframe;
  /** Returns a copy that later facts do not change. */
  snapshot(): StateSnapshot;
}

const maxBlocks = 2_000;
const minBlocks = 1_000;

/** Creates a state from nothing or from a snapshot. */
export function createLiveState(start?: StateSnapshot): LiveState {
  const blocks = start === undefined ? [] : [...start.blocks];
  const mempool = new MempoolColumns(start?.mempool);
  const federation = new FederationFacts(start?.federation);
  let tipTime: UnixSeconds | undefined;
  return {
    get mempoolCount() {
      return mempool.count;
    },
    get federationCount() {
      return federation.count;
    },
    get tipTime() {
      return tipTime;
    },
    apply(fact) {
      switch (fact.type) {
        case 'tx-added':
          mempool.set(fact);
          break;
        case 'tx-removed':
          mempool.remove(fact.txid);
          break;
        case 'block-connected':
          blocks.push({ height: fact.height, hash: fact.hash });
          tipTime = fact.time;
          if (blocks.length > maxBlocks) blocks.splice(0, maxBlocks - minBlocks);
          break;
        case 'block-disconnected':
          blocks.pop();
          break;
        default:
          if (isAboutFederation(fact)) federation.apply(fact);
      }
    },
    current: () => ({ tip: blocks.at(-1), mempool: mempool.entries(), ...federation.part() }),
    snapshot: () => ({ blocks: [...blocks], mempool: mempool.rows(), ...federation.part() }),
  };
}
