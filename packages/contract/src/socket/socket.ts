import type { Acceleration } from '../shapes/acceleration-shapes.ts';
import type { LightningEvents } from '../shapes/lightning/lightning-history-shapes.ts';
import type { RbfTree } from '../shapes/replacement-shapes.ts';
import type {
  BlockExt,
  DifficultyAdjustment,
  InitData,
  LoadingIndicators,
  MempoolBlock,
  MempoolInfo,
  RbfSummaryEntry,
  RecommendedFees,
  StatisticsRow,
} from '../shapes/shapes.ts';
import type { StratumJob } from '../shapes/stratum-shapes.ts';
import type { CpfpInfo, Position, TxExt, TxStripped } from '../shapes/tx-shapes.ts';

/** Limits of the WebSocket. */
export const socketLimits = {
  inboundBytes: 50_000,
  inboundFrames: 100,
  inboundWindowMs: 10_000,
  outboundBytes: 10_000_000,
  /** Maximum transactions of one `track-txs`. */
  trackedTxs: 100,
  /** Maximum nodes and channels of one `track-lightning`. */
  trackedLightning: 100,
} as const;

/** `[txid, fee, vsize, value, rate, flags, time, acc?]`: `acc` is 1 or absent. */
export type CompressedTx = [
  txid: string,
  fee: number,
  vsize: number,
  value: number,
  rate: number,
  flags: number,
  time: number,
  acc?: 1,
];
/** `[txid, rate, flags, acc]`: `acc` is always 1 or 0; readers accept a boolean too. */
export type CompressedChange = [txid: string, rate: number, flags: number, acc: 0 | 1 | boolean];

/** All transactions of a projected block. */
export interface ProjectedBlockFull {
  index: number;
  sequence: number;
  blockTransactions: CompressedTx[];
}
/** Changes of a projected block since the previous sequence number. */
export interface ProjectedBlockDelta {
  index: number;
  sequence: number;
  delta: { added: CompressedTx[]; removed: string[]; changed: CompressedChange[] };
}

/** Outputs spent by mempool transactions: output index -> spending input. */
export type SpentOutputsNews = Record<string, { vin: number; txid: string }>;

/** Position of a tracked transaction. `cpfp` only if it changed since the last message. */
export interface TxPosition {
  txid: string;
  position: Position;
  cpfp?: CpfpInfo;
}

/** Update of one of several tracked transactions; unchanged fields are absent. */
export interface TrackedTxNews extends Pick<Position, 'accelerated' | 'acceleratedBy' | 'acceleratedAt' | 'feeDelta'> {
  confirmed?: boolean;
  replacedBy?: string;
  position?: Position;
  utxoSpent?: SpentOutputsNews;
  cpfp?: CpfpInfo;
}

/** Update of one of several tracked addresses or scripts. */
export interface ScriptNews {
  mempool: TxExt[];
  confirmed: TxExt[];
  removed: TxExt[];
}

/** Changes of the whole mempool since the previous frame. `By` is how a replacement is identified. */
interface MempoolDelta<Added, By> {
  sequence: number;
  added: Added[];
  removed: string[];
  mined: string[];
  replaced: { replaced: string; by: By }[];
}
/** Changes of the mempool by txid. */
export type MempoolTxidsDelta = MempoolDelta<string, string>;
/** Changes of the mempool with full transactions. */
export type MempoolTransactionsDelta = MempoolDelta<TxExt, TxExt>;

/** A host that the server watches. */
export interface HostHealth {
  host: string;
  /** Address of the explorer, without a trailing slash. mempool.space does not send it. */
  url?: string;
  /** ISO 3166 code of the country, as configured. mempool.space does not send it. */
  country?: string;
  active: boolean;
  /** Round-trip time in milliseconds; null when the host does not respond. */
  rtt: number | null;
  latestHeight: number;
  socket: boolean;
  outOfSync: boolean;
  unreachable: boolean;
  checked: boolean;
  /** Unix milliseconds. */
  lastChecked: number;
  hashes: Record<string, string | number>;
}

/** Keys of a server frame; each key is a message of its own. Clients ignore unknown keys. */
export interface ServerFrame extends InitData {
  block?: BlockExt;
  tx?: TxExt;
  txPosition?: TxPosition;
  txConfirmed?: string;
  txReplaced?: { txid: string };
  rbfTransaction?: { txid: string };
  rbfInfo?: RbfTree;
  rbfLatest?: RbfTree[];
  rbfLatestSummary?: RbfSummaryEntry[];
  utxoSpent?: SpentOutputsNews;
  'tracked-txs'?: Record<string, TrackedTxNews>;
  'track-txs-error'?: string;
  'track-addresses-error'?: string;
  'track-scriptpubkeys-error'?: string;
  'address-transactions'?: TxExt[];
  'address-removed-transactions'?: TxExt[];
  'block-transactions'?: TxExt[];
  'multi-address-transactions'?: Record<string, ScriptNews>;
  'multi-scriptpubkey-transactions'?: Record<string, ScriptNews>;
  'wallet-transactions'?: TxExt[];
  /** Events of the journal about the followed nodes and channels, oldest first. */
  'lightning-events'?: LightningEvents['events'];
  /** Events about followed nodes and channels may have been lost. */
  'lightning-gap'?: true;
  'track-lightning-error'?: string;
  'projected-block-transactions'?: ProjectedBlockFull | ProjectedBlockDelta;
  'mempool-txids'?: MempoolTxidsDelta;
  'mempool-transactions'?: MempoolTransactionsDelta;
  accelerations?: { accelerations: Acceleration[] } | { added: Acceleration[]; removed: string[] };
  'live-2h-chart'?: StatisticsRow;
  tomahawk?: readonly HostHealth[];
  /** Jobs by the unique id of the mining pool. */
  stratumJobs?: Record<string, StratumJob>;
  stratumJob?: StratumJob;
  pong?: true;
  fees?: RecommendedFees;
  da?: DifficultyAdjustment;
  /** As in `da`. */
  previousRetarget?: number;
  /** Commit of the server. */
  'git-commit'?: string;
  mempoolInfo?: MempoolInfo;
  'mempool-blocks'?: MempoolBlock[];
  transactions?: TxStripped[];
  loadingIndicators?: LoadingIndicators;
  /** Unix seconds of the mempool data in this frame; null for live data. */
  historicalDate?: number | null;
}
