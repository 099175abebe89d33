import type { AddressRange, TxOutput } from '@glassblock/primitives';
import type { BlockDelta, CompressedTx } from './deltas.ts';
import type { ForecastInputs } from './forecast/forecast.ts';
import type { Position } from './mempool.ts';
import type { MempoolCluster } from './mempool-cluster.ts';
import type { ProjectedFigures } from './project.ts';
import type { RecommendedFees } from './recommended-fees.ts';
import type { RbfTree } from './replacements/replacement-tree.ts';
import type { RbfSummary, ReplacementChanges } from './replacements/replacements.ts';
import type { MempoolSample } from './samples/sample-bytes.ts';
import type { NodeMempoolInfo } from './source.ts';

/** One line of a live list. */
export interface StrippedTx {
  txid: string;
  fee: number;
  vsize: number;
  value: number;
  rate: number;
  time: number;
}

/** A watched projected block in a frame: the change since the frame before, or the whole list. */
export type BlockUpdate = { index: number; delta: BlockDelta } | { index: number; full: CompressedTx[] };

/** What everyone is told at each update of the pool. Plain data: it crosses threads. */
export interface MempoolFrame {
  /** Grows by one with each update, while in sync. */
  sequence: number;
  /** False during the first loading and after losses. */
  synced: boolean;
  /** Share of the first loading, 0 to 100. */
  percent: number;
  count: number;
  /** Between two looks at the node's pool; undefined: the node tells of changes at once. */
  pollSeconds: number | undefined;
  info: NodeMempoolInfo | undefined;
  blocks: ProjectedFigures[];
  fees: { whole: RecommendedFees; precise: RecommendedFees } | undefined;
  vBytesPerSecond: number;
  /** Newest first, at most 10. */
  newest: StrippedTx[];
  /** The update follows a connected block. */
  afterBlock: boolean;
  /** News of the blocks that are watched. */
  watched: BlockUpdate[];
  /** The latest replacements. */
  rbfSummary: RbfSummary[];
  /** What changed in the trees of replacements since the frame before. */
  rbfChanges: ReplacementChanges | undefined;
}

export interface Relative {
  txid: string;
  fee: number;
  weight: number;
}

/** Everything the pool knows of one transaction. */
export interface MempoolEntry {
  txid: string;
  raw: Uint8Array;
  prevouts: TxOutput[];
  fee: number;
  weight: number;
  sigops: number;
  adjustedWeight: number;
  effectiveRate: number;
  flags: number;
  firstSeen: number;
  position: Position | undefined;
  /** It is ordered by more than its fee, or something that needs it is. */
  accelerated: boolean;
  ancestors: Relative[];
  descendants: Relative[];
}

export interface MempoolScript {
  txCount: number;
  fundedCount: number;
  fundedSum: number;
  spentCount: number;
  spentSum: number;
  /** Newest first, at most as many as asked for. */
  txids: string[];
}

export interface MempoolTotals {
  count: number;
  vsize: number;
  totalFee: number;
  /** `[sat/vB, vB]` from the highest rate down, each at least 50,000 vB. */
  histogram: [number, number][];
}

/** The pool for everybody but its engine: asynchronous, batched, bounded. Ids in display hex. */
export interface MempoolView {
  frame(): Promise<MempoolFrame>;
  /** At most 500 ids. */
  entries(txids: readonly string[]): Promise<(MempoolEntry | undefined)[]>;
  /** @param scriptHash  hex  @param after  id of the last one received */
  script(scriptHash: string, options: { limit: number; after?: string }): Promise<MempoolScript>;
  /** Outputs of pool transactions to a script that the pool does not spend, and outpoints of the chain that it spends. */
  scriptOutputs(scriptHash: string): Promise<{
    unspent: { txid: string; vout: number; value: number }[];
    spent: { txid: string; vout: number }[];
  }>;
  /** Keys of addresses (see `addressKey`) in the ranges that transactions pay to or spend from, distinct, at most `limit`. */
  addressKeys(ranges: readonly AddressRange[], limit: number): Promise<Uint8Array[]>;
  /** Who in the pool spends each outpoint; at most 5,000. */
  spenders(
    outpoints: readonly { txid: string; vout: number }[],
  ): Promise<({ txid: string; vin: number } | undefined)[]>;
  /** Ids in the order of their hex, 32 bytes each as they are shown. Of a large pool a list that is some seconds old.
   *  @param after  bytes of an id that need not be there, in the order in which it is shown */
  txids(options: { after?: Uint8Array; limit?: number }): Promise<Uint8Array>;
  totals(): Promise<MempoolTotals>;
  /** The list of a projected block as of the last frame; empty when there is no such block. */
  projectedBlock(index: number): Promise<{ sequence: number; txs: CompressedTx[] }>;
  /** The pool at this moment; undefined while it is not in sync. */
  sample(): Promise<MempoolSample | undefined>;
  /** What a forecast of fee rates is made from; undefined while it is not in sync. */
  forecastInputs(): Promise<ForecastInputs | undefined>;
  /** The cluster of a transaction; undefined when it is not there, alone, or one of very many. */
  cluster(txid: string): Promise<MempoolCluster | undefined>;
  /** The tree of replacements that holds a transaction, and what that one replaced. */
  replacement(txid: string): Promise<{ tree: RbfTree | undefined; replaces: string[] | undefined }>;
  /** Trees of replacements, newest first, at most 25. @param after  id in the last tree received */
  replacements(options: { after?: string; fullOnly: boolean }): Promise<RbfTree[]>;
  /** A transaction that was replaced, as it was; undefined when it is not kept any more. */
  replacedTx(txid: string): Promise<MempoolEntry | undefined>;
  /** Bytes of a transaction of the pool, or of one that left it unmined while they are kept. */
  rawOf(txid: string): Promise<Uint8Array | undefined>;
  /** Blocks whose changes the frames should carry. */
  watchBlocks(indexes: readonly number[]): Promise<void>;
}
