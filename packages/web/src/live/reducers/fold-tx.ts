import type {
  AccelerationRecord,
  BlockExt,
  CpfpInfo,
  Fate,
  MempoolBlock,
  Outspend,
  Position,
  RbfTree,
  Tx,
  TxAudit,
} from '@glassblock/contract';
import type { TrackedTx } from '../live-state.ts';
import { accelerationOf, type MiningPool, type TxAcceleration } from './tx-acceleration.ts';

/** Loaded data of a transaction; parts that were not loaded are absent. */
export interface LoadedTx {
  tx: Tx;
  outspends: readonly Outspend[];
  cpfp?: CpfpInfo;
  /** Its replacement tree, with the transactions that it replaced itself. */
  rbf?: RbfTree;
  /** Unix seconds. */
  firstSeen?: number;
  /** The block that contains it. */
  block?: BlockExt;
  fate?: Fate;
  /** Its audit status in that block. */
  audit?: TxAudit;
  /** Result of the acceleration request of a confirmed transaction. */
  request?: AccelerationRecord;
  /** Mining pools of the last week, largest first; for an accelerated transaction. */
  miningPools?: readonly MiningPool[];
  /** It is neither in the blockchain nor in the mempool; its last known state is shown. */
  removed?: boolean;
}

/** Data of the transaction page. */
export interface TxView extends LoadedTx {
  position?: Position;
  replacedBy?: string;
  acceleration?: TxAcceleration;
}

/**
 * Applies live updates to loaded data. Pure.
 * @returns undefined while the transaction is unknown
 */
export function txView(loaded: LoadedTx | undefined, news: TrackedTx | undefined): TxView | undefined {
  const base = loaded?.tx ?? news?.tx;
  if (base === undefined) return undefined;
  const outspends = base.vout.map((_, place) => {
    const spent = news?.spent[String(place)];
    return spent
      ? { spent: true, txid: spent.txid, vin: spent.vin, status: { confirmed: false } }
      : (loaded?.outspends[place] ?? { spent: false });
  });
  const block = news?.block;
  const status = block
    ? { confirmed: true, block_height: block.height, block_hash: block.id, block_time: block.timestamp }
    : base.status;
  const { txid } = base;
  const rbf = news?.rbf ?? loaded?.rbf;
  const cpfp = news?.cpfp ?? loaded?.cpfp;
  const replacedBy = news?.replacedBy ?? replacementOf(loaded?.fate, rbf, txid, loaded?.removed === true);
  const firstSeen = loaded?.firstSeen ?? news?.tx?.firstSeen;
  const minedIn = block ?? loaded?.block;
  const acceleration = loaded?.removed && news?.tx === undefined ? undefined : accelerationOf(loaded, news, status);
  return {
    tx: { ...base, status },
    outspends,
    ...(cpfp && { cpfp }),
    ...(rbf && { rbf }),
    ...(firstSeen !== undefined && firstSeen > 0 && { firstSeen }),
    ...(minedIn && { block: minedIn }),
    ...(loaded?.fate && { fate: loaded.fate }),
    ...(loaded?.audit && { audit: loaded.audit }),
    ...(loaded?.miningPools && { miningPools: loaded.miningPools }),
    ...(acceleration && { acceleration }),
    ...(loaded?.removed && !status.confirmed && news?.tx === undefined && { removed: true }),
    ...(news?.position && !status.confirmed && { position: news.position }),
    ...(replacedBy !== undefined && !status.confirmed && { replacedBy }),
  };
}

/** Returns the replacement of a removed transaction: from its last removal, else from the tree. */
function replacementOf(
  fate: Fate | undefined,
  tree: RbfTree | undefined,
  txid: string,
  removed: boolean,
): string | undefined {
  if (!removed) return undefined;
  const removal = lastRemoval(fate);
  if (removal) return removal.reason === 'replaced' ? removal.by : undefined;
  return tree && newerReplacement(tree, txid);
}

/** Returns the direct replacement of a transaction of a tree; undefined for the newest one and for unknown ones. */
export function newerReplacement(tree: RbfTree, txid: string): string | undefined {
  for (const older of tree.replaces) {
    if (older.tx.txid === txid) return tree.tx.txid;
    const found = newerReplacement(older, txid);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the last removal of a transaction from the mempool. */
export const lastRemoval = (fate: Fate | undefined): Fate['events'][number] | undefined =>
  fate?.events.findLast(({ type }) => type === 'tx-removed');

/** Returns when a transaction was first seen according to the journal; Unix seconds. */
export const firstSeenOf = (fate: Fate | undefined): number | undefined =>
  fate?.events.find(({ type }) => type === 'tx-added')?.time;

/** Returns the effective fee rate, sat/vB: with relatives if there are any. */
export function effectiveRate({ tx, cpfp }: Pick<TxView, 'tx' | 'cpfp'>): number | undefined {
  const own = tx.weight > 0 && tx.fee > 0 ? tx.fee / (tx.weight / 4) : undefined;
  return cpfp?.effectiveFeePerVsize ?? own;
}

/**
 * Estimates the position of a fee rate in the projected blocks, by linear interpolation of their fee ranges. Used until
 * the server reports the real position.
 * @param rate sat/vB
 * @returns undefined without projected blocks
 */
export function estimatePosition(rate: number, blocks: readonly MempoolBlock[]): Position | undefined {
  for (const [place, block] of blocks.entries()) {
    const range = block.feeRange;
    const low = range[0];
    const last = place === blocks.length - 1;
    if (low === undefined || (rate < low && !last)) continue;
    return { block: place, vsize: block.blockVSize * (1 - shareBelow(rate, range)) };
  }
  return undefined;
}

/** Returns the share of a block with lower fee rates, 0 to 1, by its fee range. */
function shareBelow(rate: number, range: readonly number[]): number {
  const above = range.findIndex((step) => step > rate);
  if (above < 0) return 1;
  if (above === 0) return 0;
  const from = range[above - 1]!;
  return (above - 1 + (rate - from) / (range[above]! - from)) / (range.length - 1);
}
