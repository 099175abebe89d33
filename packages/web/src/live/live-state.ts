import type {
  Acceleration,
  BlockExt,
  CompressedTx,
  Conversions,
  CpfpInfo,
  DifficultyAdjustment,
  InitData,
  LoadingIndicators,
  MempoolBlock,
  MempoolInfo,
  Position,
  RbfSummaryEntry,
  RbfTree,
  RecommendedFees,
  StatisticsRow,
  TxExt,
  TxStripped,
} from '@glassblock/contract';
import type { Wallet } from './reducers/fold-wallet.ts';

/** 0 offline, 1 reconnecting, 2 online. */
export type ConnectionState = 0 | 1 | 2;

/** News about the transaction of the page. */
export interface TrackedTx {
  txid: string;
  position?: Position;
  /** The transaction itself, when it showed up after the page. */
  tx?: TxExt;
  /** Block it went into. */
  block?: BlockExt;
  replacedBy?: string;
  /** Its relatives, when they changed. */
  cpfp?: CpfpInfo;
  /** Its versions, when there is a new one. */
  rbf?: RbfTree;
  spent: Readonly<Record<string, { vin: number; txid: string }>>;
}

/** One thing that happened to the address of the page; applied in order. */
export interface AddressNews {
  kind: 'added' | 'removed' | 'confirmed';
  txs: readonly TxExt[];
}

/** The projected block that is watched. */
export interface ProjectedBlock {
  index: number;
  sequence: number;
  txs: ReadonlyMap<string, CompressedTx>;
}

/** All that is live on the pages of one network. Keys are absent until known. */
export interface LiveState {
  connection: ConnectionState;
  /** Newest first. */
  blocks: readonly BlockExt[];
  mempoolBlocks?: readonly MempoolBlock[];
  mempoolInfo?: MempoolInfo;
  vBytesPerSecond?: number;
  fees?: RecommendedFees;
  da?: DifficultyAdjustment;
  conversions?: Conversions;
  /** Newest first, at most six. */
  transactions: readonly TxStripped[];
  /** The latest replacements, newest first, at most six. */
  replacements: readonly RbfSummaryEntry[];
  loading: LoadingIndicators;
  gitCommit?: string;
  /** Another version of the server runs: the page is to be loaded again. */
  outdated: boolean;
  tx?: TrackedTx;
  address?: { address: string; news: readonly AddressNews[] };
  /** The group of addresses of the page. */
  wallet?: Wallet;
  projected?: ProjectedBlock;
  /** The newest sample of the mempool, of the last minute. */
  sample?: StatisticsRow;
  /** The latest replacements, while they are followed. */
  rbfTrees?: readonly RbfTree[];
  /** Accelerations that wait to be mined, by txid, while they are followed. */
  accelerations?: ReadonlyMap<string, Acceleration>;
}

/** Recent transactions, and replacements, that are kept. */
export const recentLimit = 6;

/** The state a page begins with. @param init  what the loader got; undefined when it got nothing */
export function initialState(init: InitData | undefined, keepBlocks: number): LiveState {
  return {
    connection: 2,
    blocks: newestFirst(init?.blocks ?? [], keepBlocks),
    ...known(init ?? {}),
    transactions: (init?.transactions ?? []).slice(0, recentLimit),
    replacements: (init?.rbfSummary ?? []).slice(0, recentLimit),
    loading: init?.loadingIndicators ?? {},
    outdated: false,
  };
}

/** Newest first, cut to what is kept. */
export function newestFirst(blocks: readonly BlockExt[], keepBlocks: number): BlockExt[] {
  return [...blocks].sort((a, b) => b.height - a.height).slice(0, keepBlocks);
}

type Plain = Pick<
  LiveState,
  'mempoolBlocks' | 'mempoolInfo' | 'vBytesPerSecond' | 'fees' | 'da' | 'conversions' | 'gitCommit'
>;

/** The keys of a frame that simply replace what was. */
export function known(frame: InitData): Plain {
  return {
    ...(frame['mempool-blocks'] && { mempoolBlocks: frame['mempool-blocks'] }),
    ...(frame.mempoolInfo && { mempoolInfo: frame.mempoolInfo }),
    ...(frame.vBytesPerSecond !== undefined && { vBytesPerSecond: frame.vBytesPerSecond }),
    ...(frame.fees && { fees: frame.fees }),
    ...(frame.da && { da: frame.da }),
    ...(frame.conversions && { conversions: frame.conversions }),
    ...(frame.backendInfo && { gitCommit: frame.backendInfo.gitCommit }),
  };
}

/** Highest block known, -1 when none is. */
export const tipHeight = (state: Pick<LiveState, 'blocks'>): number => state.blocks[0]?.height ?? -1;
