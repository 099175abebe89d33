import type { Arrivals } from '../arrivals.ts';
import type { ProjectedFigures } from '../blocks/project.ts';
import { recommendedFees } from '../blocks/recommended-fees.ts';
import type { Mempool } from '../memory/mempool.ts';
import type { BlockUpdate, MempoolFrame, StrippedTx } from '../mempool-view.ts';
import type { NodeMempoolInfo } from '../mirror/source.ts';
import type { ReplacementChanges } from '../replacements/replacement-forest.ts';
import type { Replacements } from '../replacements/replacements.ts';

/** State of the mirror compared with the node's mempool. */
export interface MempoolStatus {
  /** False during the initial load and after losses. */
  synced: boolean;
  /** Progress of the comparison with the node's list, 0 to 100. */
  percent: number;
  /** Polling interval of the node's mempool; undefined: the node sends events. */
  pollSeconds: number | undefined;
  /** The node's figures; undefined before they are known. */
  info: NodeMempoolInfo | undefined;
}

/** Sources of a frame that live as long as the engine. */
export interface FrameSources {
  mempool: Mempool;
  status: Readonly<MempoolStatus>;
  arrivals: Arrivals;
  replacements: Replacements;
}

/** The part of a frame that one projection determines. */
export interface FrameProjection {
  sequence: number;
  blocks: ProjectedFigures[];
  afterBlock: boolean;
  watched: BlockUpdate[];
  rbfChanges: ReplacementChanges | undefined;
}

/** Returns the frame of a projection; `now` is seconds since 1970. */
export function mempoolFrame(
  { mempool, status, arrivals, replacements }: FrameSources,
  { sequence, blocks, afterBlock, watched, rbfChanges }: FrameProjection,
  now: number,
): MempoolFrame {
  const { synced, percent, pollSeconds, info } = status;
  return {
    sequence,
    synced,
    percent: synced ? 100 : Math.min(99, percent),
    count: mempool.size,
    pollSeconds,
    info,
    blocks,
    fees: synced ? feesOf(blocks, info) : undefined,
    vBytesPerSecond: arrivals.vBytesPerSecond(now),
    newest: arrivals.newestSlots((txid) => mempool.find(txid)).map((slot) => strippedTx(mempool, slot)),
    afterBlock,
    watched,
    rbfSummary: replacements.summary(),
    rbfChanges,
  };
}

function feesOf(blocks: ProjectedFigures[], info: NodeMempoolInfo | undefined): MempoolFrame['fees'] {
  if (info === undefined) return undefined;
  const minimum = Math.round(info.mempoolminfee * 1e8);
  return {
    whole: recommendedFees(blocks, minimum, 'whole'),
    precise: recommendedFees(blocks, minimum, 'precise'),
  };
}

function strippedTx(mempool: Mempool, slot: number): StrippedTx {
  const { id, fee, weight, value, firstSeen } = mempool.row(slot);
  return { txid: id, fee, vsize: weight / 4, value, rate: mempool.rateOf(slot), time: firstSeen };
}
