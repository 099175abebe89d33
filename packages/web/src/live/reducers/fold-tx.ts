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

/** What a loader knows of a transaction. What did not come is absent. */
export interface LoadedTx {
  tx: Tx;
  outspends: readonly Outspend[];
  cpfp?: CpfpInfo;
  /** The tree that holds it, and what it replaced itself. */
  rbf?: RbfTree;
  /** Unix seconds. */
  firstSeen?: number;
  /** The block it is in. */
  block?: BlockExt;
  fate?: Fate;
  /** What the audit of its block says of it. */
  audit?: TxAudit;
  /** What came of the request to accelerate it; of a mined one. */
  request?: AccelerationRecord;
  /** The mining pools that mined within the last week, the largest first; for one that is accelerated. */
  miningPools?: readonly MiningPool[];
  /** It is in neither chain nor mempool; shown as it was. */
  removed?: boolean;
}

/** What the transaction page shows. */
export interface TxView extends LoadedTx {
  position?: Position;
  replacedBy?: string;
  acceleration?: TxAcceleration;
}

/** Lays live news over what the loader gave. Pure. @returns undefined while nobody knows the transaction */
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

/** Who took the place of a transaction that is gone: by its last removal, else by the tree of versions. */
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

/** The version that directly replaced one of a tree; undefined for the newest and for one that is not in it. */
export function newerReplacement(tree: RbfTree, txid: string): string | undefined {
  for (const older of tree.replaces) {
    if (older.tx.txid === txid) return tree.tx.txid;
    const found = newerReplacement(older, txid);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** How a transaction last left the mempool. */
export const lastRemoval = (fate: Fate | undefined): Fate['events'][number] | undefined =>
  fate?.events.findLast(({ type }) => type === 'tx-removed');

/** When a transaction was first seen, as far as its fate tells; Unix seconds. */
export const firstSeenOf = (fate: Fate | undefined): number | undefined =>
  fate?.events.find(({ type }) => type === 'tx-added')?.time;

/** sat/vB by which miners take it: with its relatives where it has some. */
export function effectiveRate({ tx, cpfp }: Pick<TxView, 'tx' | 'cpfp'>): number | undefined {
  const own = tx.weight > 0 && tx.fee > 0 ? tx.fee / (tx.weight / 4) : undefined;
  return cpfp?.effectiveFeePerVsize ?? own;
}

/**
 * Where a transaction of this rate would stand: inside the fee range of a projected block, linear between the steps of
 * that range. For the time before the server tells the real place.
 * @param rate  sat/vB   @returns undefined when nothing is projected
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

/** Part of a block that pays less than a rate, 0..1, by the steps of its fee range. */
function shareBelow(rate: number, range: readonly number[]): number {
  const above = range.findIndex((step) => step > rate);
  if (above < 0) return 1;
  if (above === 0) return 0;
  const from = range[above - 1]!;
  return (above - 1 + (rate - from) / (range[above]! - from)) / (range.length - 1);
}
