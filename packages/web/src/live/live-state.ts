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

/** Updates of the transaction of the page. */
export interface TrackedTx {
  txid: string;
  position?: Position;
  /** The transaction, when it arrived after the page was loaded. */
  tx?: TxExt;
  /** The block that confirmed it. */
  block?: BlockExt;
  replacedBy?: string;
  /** Its relatives, when they changed. */
  cpfp?: CpfpInfo;
  /** Its replacements, when there is a new one. */
  rbf?: RbfTree;
  spent: Readonly<Record<string, { vin: number; txid: string }>>;
}

/** One update of the address of the page; applied in order. */
export interface AddressNews {
  kind: 'added' | 'removed' | 'confirmed';
  txs: readonly TxExt[];
}

/** The projected block of the page. */
export interface ProjectedBlock {
  index: number;
  sequence: number;
  txs: ReadonlyMap<string, CompressedTx>;
}

/** Live state of the pages of one network. Properties are absent until known. */
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
  /** Latest replacements, newest first, at most six. */
  replacements: readonly RbfSummaryEntry[];
  loading: LoadingIndicators;
  gitCommit?: string;
  /** The server runs another version: the page should be reloaded. */
  outdated: boolean;
  tx?: TrackedTx;
  address?: { address: string; news: readonly AddressNews[] };
  /** Addresses of the wallet page. */
  wallet?: Wallet;
  projected?: ProjectedBlock;
  /** Newest mempool sample, of the last minute. */
  sample?: StatisticsRow;
  /** Latest replacement trees, while subscribed. */
  rbfTrees?: readonly RbfTree[];
  /** Pending accelerations by txid, while subscribed. */
  accelerations?: ReadonlyMap<string, Acceleration>;
}

/** Maximum number of recent transactions, and of replacements. */
export const recentLimit = 6;

/**
 * Returns the initial state of a page.
 * @param init from the loader; undefined when it failed
 */
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

/** Sorts newest first and cuts to the limit. */
export function newestFirst(blocks: readonly BlockExt[], keepBlocks: number): BlockExt[] {
  return [...blocks].sort((a, b) => b.height - a.height).slice(0, keepBlocks);
}

type Plain = Pick<
  LiveState,
  'mempoolBlocks' | 'mempoolInfo' | 'vBytesPerSecond' | 'fees' | 'da' | 'conversions' | 'gitCommit'
>;

/** Returns the properties of a frame that replace previous values. */
export function known(frame: InitData): Plain {
  return {
    ...(frame['mempool-blocks'] && { mempoolBlocks: frame['mempool-blocks'] }),
    ...(frame.mempoolInfo && { mempoolInfo: frame.mempoolInfo }),
    ...(frame.vBytesPerSecond !== undefined && { vBytesPerSecond: frame.vBytesPerSecond }),
    ...(frame.fees && { fees: frame.fees }),
    ...(frame.da && { da: frame.da }),
    ...(hasPrice(frame.conversions) && { conversions: frame.conversions }),
    ...(frame.backendInfo && { gitCommit: frame.backendInfo.gitCommit }),
  };
}

/** Returns whether any price is known: without a price source all of them are -1. */
const hasPrice = (conversions: Conversions | undefined): conversions is Conversions =>
  conversions !== undefined &&
  Object.entries(conversions).some(([code, price]) => code !== 'time' && price !== undefined && price > 0);

/** Returns the highest known height; -1 when unknown. */
export const tipHeight = (state: Pick<LiveState, 'blocks'>): number => state.blocks[0]?.height ?? -1;
