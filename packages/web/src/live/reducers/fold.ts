import type { Acceleration, BlockExt, CompressedTx, ServerFrame } from '@glassblock/contract';
import { known, type LiveState, newestFirst, type ProjectedBlock, recentLimit, tipHeight } from '../live-state.ts';
import { foldWallet } from './fold-wallet.ts';

/** What the client must do because of a frame. */
export type Effect = 'refresh-blocks' | 'retrack-mempool-block' | 'untrack-tx';

/** Limits the fold works with. */
export interface FoldLimits {
  keepBlocks: number;
}

/**
 * Folds one server frame into the state. Pure: the same frames give the same state wherever it began.
 * Every key of a frame is a message of its own; unknown keys are ignored.
 */
export function fold(
  before: LiveState,
  frame: ServerFrame,
  limits: FoldLimits,
): { state: LiveState; effects: Effect[] } {
  const effects: Effect[] = [];
  let state: LiveState = { ...before, ...known(frame) };
  if (before.gitCommit !== undefined) {
    // The first commit seen is the one this page belongs to.
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
  if (walletNews && state.wallet) state = { ...state, wallet: foldWallet(state.wallet, walletNews) };
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

/** A whole list: taken as it is after a reorganisation too, but the tip never falls below what was known. */
function foldBlocks(state: LiveState, blocks: readonly BlockExt[], keep: number): LiveState {
  const next = newestFirst(blocks, keep);
  const top = next[0];
  if (top === undefined || top.height < tipHeight(state)) return state;
  // a page begins with the list that it is told first: what shows it need not begin anew
  if (JSON.stringify(next) === JSON.stringify(state.blocks)) return state;
  return { ...state, blocks: next };
}

/** Only the child of the tip is taken; what is higher means that some were missed. */
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

/** Accelerations that are kept: as many as the server counts. */
const maxAccelerations = 10_000;

/**
 * A full frame is the list; a delta, which comes to those who never asked too, needs one to be laid on.
 * @returns undefined while there is no list
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
 * A full frame sets the sequence; a delta must be the next one.
 * @returns the block unchanged when the frame is for another index; 'gap' when a delta was missed
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
  // Nothing to lay a delta on yet: the full form is on its way.
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
