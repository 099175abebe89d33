import type {
  BlockExt,
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
} from './shapes.ts';

/** Feeds a client may `want`. Unknown names are ignored. (websocket 3) */
export const feeds = ['blocks', 'mempool-blocks', 'live-2h-chart', 'stats', 'tomahawk'] as const;
export type Feed = (typeof feeds)[number];

/** Limits of the socket. (websocket 2) */
export const socketLimits = {
  inboundBytes: 50_000,
  inboundFrames: 100,
  inboundWindowMs: 10_000,
  outboundBytes: 10_000_000,
} as const;

/** `[txid, fee, vsize, value, rate, flags, time, acc?]`: acc is 1 or missing. (websocket 7.2) */
export type CompressedTx =
  | [txid: string, fee: number, vsize: number, value: number, rate: number, flags: number, time: number]
  | [txid: string, fee: number, vsize: number, value: number, rate: number, flags: number, time: number, acc: 1];
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

/** Every key a server frame may carry; each key is a message of its own. Unknown keys are ignored. (websocket 6) */
export interface ServerFrame extends InitData {
  block?: BlockExt;
  tx?: TxExt;
  txPosition?: { txid: string; position: Position };
  txConfirmed?: string;
  txReplaced?: { txid: string };
  rbfTransaction?: { txid: string };
  'live-2h-chart'?: StatisticsRow;
  rbfInfo?: RbfTree;
  rbfLatest?: RbfTree[];
  rbfLatestSummary?: RbfSummaryEntry[];
  utxoSpent?: Record<string, { vin: number; txid: string }>;
  'address-transactions'?: TxExt[];
  'address-removed-transactions'?: TxExt[];
  'block-transactions'?: TxExt[];
  'projected-block-transactions'?: ProjectedBlockFull | ProjectedBlockDelta;
  pong?: true;
  fees?: RecommendedFees;
  da?: DifficultyAdjustment;
  mempoolInfo?: MempoolInfo;
  'mempool-blocks'?: MempoolBlock[];
  transactions?: TxStripped[];
  loadingIndicators?: LoadingIndicators;
}

/** One command of a client frame, after parsing. `undefined` values mean "stop". */
export type ClientCommand =
  | { type: 'want'; feeds: Feed[] }
  | { type: 'refresh-blocks' }
  | { type: 'track-tx'; txid: string | undefined; watchMempool: boolean }
  | { type: 'track-address'; address: string | undefined }
  | { type: 'track-mempool-block'; index: number | undefined }
  | { type: 'track-rbf'; mode: 'all' | 'fullRbf' | undefined }
  | { type: 'track-rbf-summary'; on: boolean }
  | { type: 'init' }
  | { type: 'ping' };

const isHash = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-fA-F]{64}$/.test(value);

/** Base58, 80-character base58, bech32-like, uncompressed and compressed keys. (websocket 10.1) */
const addressLike =
  /^([a-km-zA-HJ-NP-Z1-9]{26,35}|[a-km-zA-HJ-NP-Z1-9]{80}|[a-z]{2,5}1[ac-hj-np-z02-9]{8,100}|[A-Z]{2,5}1[AC-HJ-NP-Z02-9]{8,100}|04[a-fA-F0-9]{128}|0[23][a-fA-F0-9]{64})$/;

/**
 * Parses one text frame into its commands, in the order in which they are to be handled. (websocket 3)
 * Malformed single values mean "stop"; keys nobody knows are ignored.
 * @returns undefined when the frame is not a JSON object: the connection is to be closed.
 */
export function parseClientFrame(text: string): ClientCommand[] | undefined {
  let frame: unknown;
  try {
    frame = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof frame !== 'object' || frame === null || Array.isArray(frame)) return undefined;
  const keys = frame as Record<string, unknown>;
  const commands: ClientCommand[] = [];
  if (keys['action'] === 'want') {
    const data: unknown[] = Array.isArray(keys['data']) ? keys['data'] : [];
    commands.push({ type: 'want', feeds: feeds.filter((feed) => data.includes(feed)) });
  }
  if (keys['refresh-blocks'] === true) commands.push({ type: 'refresh-blocks' });
  if ('track-tx' in keys) {
    const txid = keys['track-tx'];
    commands.push({
      type: 'track-tx',
      txid: isHash(txid) ? txid.toLowerCase() : undefined,
      watchMempool: keys['watch-mempool'] === true,
    });
  }
  if ('track-address' in keys) {
    const address = keys['track-address'];
    const valid = typeof address === 'string' && addressLike.test(address);
    commands.push({ type: 'track-address', address: valid ? address : undefined });
  }
  if ('track-mempool-block' in keys) {
    const index = keys['track-mempool-block'];
    const valid = typeof index === 'number' && Number.isInteger(index) && index >= 0 && index <= 7;
    commands.push({ type: 'track-mempool-block', index: valid ? index : undefined });
  }
  if ('track-rbf' in keys) {
    const mode = keys['track-rbf'];
    commands.push({ type: 'track-rbf', mode: mode === 'all' || mode === 'fullRbf' ? mode : undefined });
  }
  if (keys['track-rbf-summary'] !== undefined && keys['track-rbf-summary'] !== null) {
    commands.push({ type: 'track-rbf-summary', on: keys['track-rbf-summary'] === true });
  }
  if (keys['action'] === 'init') commands.push({ type: 'init' });
  if (keys['action'] === 'ping') commands.push({ type: 'ping' });
  return commands;
}
