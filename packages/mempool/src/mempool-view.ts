import type { AddressRange, TxOutput } from '@glassblock/primitives';
import type { ProjectedFigures } from './blocks/project.ts';
import type { RecommendedFees } from './blocks/recommended-fees.ts';
import type { BlockDelta, CompressedTx } from './deltas.ts';
import type { ForecastInputs } from './forecast/forecast.ts';
import type { Position } from './memory/mempool.ts';
import type { MempoolCluster } from './mempool-cluster.ts';
import type { NodeMempoolInfo } from './mirror/source.ts';
import type { ReplacementChanges } from './replacements/replacement-forest.ts';
import type { RbfTree } from './replacements/replacement-tree.ts';
import type { RbfSummary } from './replacements/replacements.ts';
import type { MempoolSample } from './samples/sample-bytes.ts';

/** A row of a live list. */
export interface StrippedTx {
  txid: string;
  fee: number;
  vsize: number;
  value: number;
  rate: number;
  time: number;
}

/** Update of a watched projected block: the delta since the last frame, or the full list. */
export type BlockUpdate = { index: number; delta: BlockDelta } | { index: number; full: CompressedTx[] };

/** The state published at each update of the mempool. Plain data: it crosses threads. */
export interface MempoolFrame {
  /** Incremented with each update, while in sync. */
  sequence: number;
  /** False during the initial load and after losses. */
  synced: boolean;
  /** Progress of the initial load, 0 to 100. */
  percent: number;
  count: number;
  /** Polling interval of the node's mempool; undefined: the node sends events. */
  pollSeconds: number | undefined;
  info: NodeMempoolInfo | undefined;
  blocks: ProjectedFigures[];
  fees: { whole: RecommendedFees; precise: RecommendedFees } | undefined;
  vBytesPerSecond: number;
  /** Newest first, at most 10. */
  newest: StrippedTx[];
  /** The update follows a connected block. */
  afterBlock: boolean;
  /** Updates of the watched blocks. */
  watched: BlockUpdate[];
  /** The latest replacements. */
  rbfSummary: RbfSummary[];
  /** Changes of the replacement trees since the last frame. */
  rbfChanges: ReplacementChanges | undefined;
}

/** An ancestor or descendant of a transaction. */
export interface Relative {
  txid: string;
  fee: number;
  weight: number;
}

/** All data of a mempool transaction. */
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
  /** It, or a descendant, has a fee delta. */
  accelerated: boolean;
  ancestors: Relative[];
  descendants: Relative[];
}

/** Figures of a script in the mempool. */
export interface MempoolScript {
  txCount: number;
  fundedCount: number;
  fundedSum: number;
  spentCount: number;
  spentSum: number;
  /** Newest first, at most as many as requested. */
  txids: string[];
}

/** A page of transactions that touch some scripts. */
export interface ScriptTxs {
  /** Newest first. */
  entries: MempoolEntry[];
  /** The cursor touches one of the scripts; without entries when it does not. */
  holdsCursor: boolean;
}

/** Totals of the mempool. */
export interface MempoolTotals {
  count: number;
  vsize: number;
  totalFee: number;
  /** `[sat/vB, vB]` from the highest rate down, each at least 50,000 vB. */
  histogram: [number, number][];
}

/** Asynchronous, batched, bounded access to the mempool for everything but its engine. Ids in display hex. */
export interface MempoolView {
  frame(): Promise<MempoolFrame>;
  /** At most 500 ids. */
  entries(txids: readonly string[]): Promise<(MempoolEntry | undefined)[]>;
  /** Returns for each id whether it is in the mempool; at most 20,000 ids, more than a block has. */
  has(txids: readonly string[]): Promise<boolean[]>;
  /**
   * @param scriptHash hex
   * @param after id of the last one received
   */
  script(scriptHash: string, options: { limit: number; after?: string }): Promise<MempoolScript>;
  /**
   * Returns transactions that touch any of the scripts; of a group the newest 1,000, evenly by script.
   * @param scriptHashes hex, each once
   * @param after id of the last one received
   */
  scriptTxs(scriptHashes: readonly string[], options: { limit: number; after?: string }): Promise<ScriptTxs>;
  /** Returns unspent mempool outputs to a script, and chain outpoints of it that the mempool spends. */
  scriptOutputs(scriptHash: string): Promise<{
    unspent: { txid: string; vout: number; value: number }[];
    spent: { txid: string; vout: number }[];
  }>;
  /**
   * Returns address keys (see `addressKey`) in the ranges that transactions pay to or spend from, distinct, at most
   * `limit`.
   */
  addressKeys(ranges: readonly AddressRange[], limit: number): Promise<Uint8Array[]>;
  /** Returns the spender of each outpoint; at most 5,000. */
  spenders(
    outpoints: readonly { txid: string; vout: number }[],
  ): Promise<({ txid: string; vin: number } | undefined)[]>;
  /**
   * Returns ids sorted by hex, 32 bytes each in display order. For a large mempool the list is some seconds old.
   * @param after bytes of an id that need not exist, in display order
   */
  txids(options: { after?: Uint8Array; limit?: number }): Promise<Uint8Array>;
  totals(): Promise<MempoolTotals>;
  /** Returns the list of a projected block as of the last frame; empty when there is no such block. */
  projectedBlock(index: number): Promise<{ sequence: number; txs: CompressedTx[] }>;
  /** Returns a sample of the mempool; undefined while not in sync. */
  sample(): Promise<MempoolSample | undefined>;
  /** Returns the input of a fee rate forecast; undefined while not in sync. */
  forecastInputs(): Promise<ForecastInputs | undefined>;
  /** Returns the cluster of a transaction; undefined when it is unknown, alone, or too large. */
  cluster(txid: string): Promise<MempoolCluster | undefined>;
  /** Returns the replacement tree of a transaction, and the transactions that it replaced. */
  replacement(txid: string): Promise<{ tree: RbfTree | undefined; replaces: string[] | undefined }>;
  /**
   * Returns replacement trees, newest first, at most 25.
   * @param after id in the last tree received
   */
  replacements(options: { after?: string; fullOnly: boolean }): Promise<RbfTree[]>;
  /** Returns a replaced transaction; undefined when it was evicted. */
  replacedTx(txid: string): Promise<MempoolEntry | undefined>;
  /** Returns the bytes of a mempool transaction, or of one that left unmined while stored. */
  rawOf(txid: string): Promise<Uint8Array | undefined>;
  /** Sets the blocks whose changes the frames carry. */
  watchBlocks(indexes: readonly number[]): Promise<void>;
  /** Sets whether facts are reported together with the entries of the transactions that were added. */
  attachEntries(isOn: boolean): Promise<void>;
}
