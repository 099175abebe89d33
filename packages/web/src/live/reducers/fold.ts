import type { Acceleration, BlockExt, CompressedTx, ServerFrame } from '@glassblock/contract';
import { known, type LiveState, newestFirst, type ProjectedBlock, recentLimit, tipHeight } from '../live-state.ts';

/** Action that a frame requires of the client. */
export type Effect = 'refresh-blocks' | 'retrack-mempool-block' | 'untrack-tx';

/** Limits of the state. */
export interface FoldLimits {
  keepBlocks: number;
}

/** Applies a server frame to the state. Pure. Each key of a frame is a message of its own; unknown keys are ignored. */
export function fold(
  before: LiveState,
  frame: ServerFrame,
  limits: FoldLimits,
): { state: LiveState; effects: Effect[] } {
  const effects: Effect[] = [];
  let state: LiveState = { ...before, ...known(frame) };
  if (before.gitCommit !== undefined) {
    // the page was served by the first commit seen
    state = { ...state, gitCommit: before.gitCommit };
    const commit = frame.backendInfo?.gitCommit;
    if (commit !== undefined && commit !== before.gitCommit) state = { ...state, outdated: true };
  }
  if (frame.loadingIndicators) state = { ...state, loading: frame.loadingIndicators };
  if (frame.transactions) state = { ...state, transactions: frame.transactions.slice(0, recentLimit) };
  if (frame.blocks) state = foldBlocks(state, frame.blocks, limits.keepBlocks);
  if (frame.block) state = foldBlock(state, frame.block, limits.keepBlocks, effects);
  state = foldTx(state, frame, effects);
  state = foldAddress(state, frame);
  const walletNews = frame['multi-address-transactions'];
  if (walletNews && state.wallet) state = { ...state, wallet: state.wallet.fold(state.wallet, walletNews) };
  if (frame['live-2h-chart']) state = { ...state, sample: frame['live-2h-chart'] };
  if (frame.rbfLatestSummary) state = { ...state, replacements: frame.rbfLatestSummary.slice(0, recentLimit) };
  if (frame.rbfLatest) state = { ...state, rbfTrees: frame.rbfLatest };
  if (frame.accelerations) {
    const accelerations = foldAccelerations(state.accelerations, frame.accelerations);
    if (accelerations) state = { ...state, accelerations };
  }
  const projected = frame['projected-block-transactions'];
  if (projected && state.projected) {
    const next = foldProjected(state.projected, projected);
    if (next === 'gap') effects.push('retrack-mempool-block');
    else state = { ...state, projected: next };
  }
  return { state, effects };
}

/** Replaces the block list, also after a reorg, but the tip height never decreases. */
function foldBlocks(state: LiveState, blocks: readonly BlockExt[], keep: number): LiveState {
  const next = newestFirst(blocks, keep);
  const top = next[0];
  if (top === undefined || top.height < tipHeight(state)) return state;
  // a page starts with the same list as its first frame: an equal list must not cause a render
  if (JSON.stringify(next) === JSON.stringify(state.blocks)) return state;
  return { ...state, blocks: next };
}

/** Adds a block on top of the tip only; a higher one means that blocks were missed. */
function foldBlock(state: LiveState, block: BlockExt, keep: number, effects: Effect[]): LiveState {
  const tip = tipHeight(state);
  if (tip >= 0 && block.height > tip + 1) {
    effects.push('refresh-blocks');
    return state;
  }
  if (block.height <= tip) return state;
  return { ...state, blocks: [block, ...state.blocks].slice(0, keep) };
}

function foldTx(state: LiveState, frame: ServerFrame, effects: Effect[]): LiveState {
  let tracked = state.tx;
  if (tracked === undefined) return state;
  if (frame.tx && frame.tx.txid === tracked.txid) tracked = { ...tracked, tx: frame.tx };
  if (frame.txPosition && frame.txPosition.txid === tracked.txid) {
    const { position, cpfp } = frame.txPosition;
    tracked = { ...tracked, position, ...(cpfp && { cpfp }) };
  }
  if (frame.rbfInfo) tracked = { ...tracked, rbf: frame.rbfInfo };
  const replacement = frame.rbfTransaction ?? frame.txReplaced;
  if (replacement) tracked = { ...tracked, replacedBy: replacement.txid };
  if (frame.utxoSpent) tracked = { ...tracked, spent: { ...tracked.spent, ...frame.utxoSpent } };
  if (frame.block && frame.txConfirmed === tracked.txid) {
    tracked = { ...tracked, block: frame.block };
    effects.push('untrack-tx');
  }
  return tracked === state.tx ? state : { ...state, tx: tracked };
}

function foldAddress(state: LiveState, frame: ServerFrame): LiveState {
  if (state.address === undefined) return state;
  const news = [...state.address.news];
  const removed = frame['address-removed-transactions'];
  const added = frame['address-transactions'];
  const confirmed = frame['block-transactions'];
  if (removed?.length) news.push({ kind: 'removed', txs: removed });
  if (added?.length) news.push({ kind: 'added', txs: added });
  if (confirmed?.length) news.push({ kind: 'confirmed', txs: confirmed });
  if (news.length === state.address.news.length) return state;
  return { ...state, address: { ...state.address, news } };
}

/** Maximum number of accelerations, as on the server. */
const maxAccelerations = 10_000;

/**
 * Applies accelerations: a full frame replaces the list; a delta, which is also sent to clients without a subscription,
 * needs one.
 * @returns undefined without a list
 */
export function foldAccelerations(
  before: ReadonlyMap<string, Acceleration> | undefined,
  frame: NonNullable<ServerFrame['accelerations']>,
): ReadonlyMap<string, Acceleration> | undefined {
  if ('accelerations' in frame)
    return new Map(frame.accelerations.slice(0, maxAccelerations).map((one) => [one.txid, one]));
  if (before === undefined) return undefined;
  const next = new Map(before);
  for (const txid of frame.removed) next.delete(txid);
  for (const one of frame.added) if (next.has(one.txid) || next.size < maxAccelerations) next.set(one.txid, one);
  return next;
}

/**
 * Applies a frame of a projected block: a full frame sets the sequence; a delta must be the next one.
 * @returns the unchanged block when the frame is for another index; 'gap' when a delta was missed
 */
export function foldProjected(
  before: ProjectedBlock,
  frame: NonNullable<ServerFrame['projected-block-transactions']>,
): ProjectedBlock | 'gap' {
  if (frame.index !== before.index) return before;
  if ('blockTransactions' in frame) {
    return {
      index: frame.index,
      sequence: frame.sequence,
      txs: new Map(frame.blockTransactions.map((tx) => [tx[0], tx])),
    };
  }
  // no full frame yet: it will arrive
  if (before.sequence < 0) return before;
  if (frame.sequence !== before.sequence + 1) return 'gap';
  const txs = new Map<string, CompressedTx>(before.txs);
  for (const txid of frame.delta.removed) txs.delete(txid);
  for (const tx of frame.delta.added) txs.set(tx[0], tx);
  for (const [txid, rate, flags, acc] of frame.delta.changed) {
    const tx = txs.get(txid);
    if (tx === undefined) continue;
    const [id, fee, vsize, value, , , time] = tx;
    txs.set(txid, acc ? [id, fee, vsize, value, rate, flags, time, 1] : [id, fee, vsize, value, rate, flags, time]);
  }
  return { index: frame.index, sequence: frame.sequence, txs };
}
