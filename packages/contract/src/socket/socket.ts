import type { Acceleration } from '../shapes/acceleration-shapes.ts';
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
import type { CpfpInfo, Position, TxExt, TxStripped } from '../shapes/tx-shapes.ts';

/** Limits of the socket. (websocket 2) */
export const socketLimits = {
  inboundBytes: 50_000,
  inboundFrames: 100,
  inboundWindowMs: 10_000,
  outboundBytes: 10_000_000,
  /** Transactions of one `track-txs`. */
  trackedTxs: 100,
} as const;

/** `[txid, fee, vsize, value, rate, flags, time, acc?]`: acc is 1 or missing. (websocket 7.2) */
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
/** `[txid, rate, flags, acc]`: acc 1 or 0, always there; a reader takes a boolean too. */
export type CompressedChange = [txid: string, rate: number, flags: number, acc: 0 | 1 | boolean];

export interface ProjectedBlockFull {
  index: number;
  sequence: number;
  blockTransactions: CompressedTx[];
}
export interface ProjectedBlockDelta {
  index: number;
  sequence: number;
  delta: { added: CompressedTx[]; removed: string[]; changed: CompressedChange[] };
}

/** Outputs that the mempool spends: place of the output -> who spends it. */
export type SpentOutputsNews = Record<string, { vin: number; txid: string }>;

/** Position of a tracked transaction. `cpfp` only if it changed since the last message. */
export interface TxPosition {
  txid: string;
  position: Position;
  cpfp?: CpfpInfo;
}

/** News of one of many tracked transactions; what is not new is absent. (websocket 9.2) */
export interface TrackedTxNews extends Pick<Position, 'accelerated' | 'acceleratedBy' | 'acceleratedAt' | 'feeDelta'> {
  confirmed?: boolean;
  replacedBy?: string;
  position?: Position;
  utxoSpent?: SpentOutputsNews;
  cpfp?: CpfpInfo;
}

/** News of one of many tracked addresses or scripts. (websocket 10.2) */
export interface ScriptNews {
  mempool: TxExt[];
  confirmed: TxExt[];
  removed: TxExt[];
}

/** What changed in the whole mempool since the frame before. `By`: how a replacement is named. (websocket 12) */
interface MempoolDelta<Added, By> {
  sequence: number;
  added: Added[];
  removed: string[];
  mined: string[];
  replaced: { replaced: string; by: By }[];
}
export type MempoolTxidsDelta = MempoolDelta<string, string>;
export type MempoolTransactionsDelta = MempoolDelta<TxExt, TxExt>;

/** One host of an official deployment. (websocket 15) */
export interface HostHealth {
  host: string;
  active: boolean;
  /** Milliseconds; null when it does not answer. */
  rtt: number | null;
  latestHeight: number;
  socket: boolean;
  outOfSync: boolean;
  unreachable: boolean;
  checked: boolean;
  /** Milliseconds since 1970. */
  lastChecked: number;
  hashes: Record<string, string | number>;
}

/** Every key a server frame may carry; each key is a message of its own. Unknown keys are ignored. (websocket 6) */
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
  'projected-block-transactions'?: ProjectedBlockFull | ProjectedBlockDelta;
  'mempool-txids'?: MempoolTxidsDelta;
  'mempool-transactions'?: MempoolTransactionsDelta;
  accelerations?: { accelerations: Acceleration[] } | { added: Acceleration[]; removed: string[] };
  'live-2h-chart'?: StatisticsRow;
  tomahawk?: HostHealth[];
  pong?: true;
  fees?: RecommendedFees;
  da?: DifficultyAdjustment;
  /** As in `da`. */
  previousRetarget?: number;
  /** Commit that the server runs. */
  'git-commit'?: string;
  mempoolInfo?: MempoolInfo;
  'mempool-blocks'?: MempoolBlock[];
  transactions?: TxStripped[];
  loadingIndicators?: LoadingIndicators;
  /** The time, seconds since 1970, of the figures of the mempool beside it; null: they are those of now. */
  historicalDate?: number | null;
}
