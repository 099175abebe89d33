import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Fact } from '@glassblock/journal';
import { hashFromDisplay, readBlock, type UnixSeconds } from '@glassblock/primitives';
import type { ArrivingBlock } from '../audit/block-arrival.ts';
import { matchBlock } from '../memory/block-match.ts';
import type { Mempool } from '../memory/mempool.ts';
import { createMempoolTx, type MempoolTx, type RemovedTx } from '../memory/mempool-tx.ts';
import { ChainPosition } from './chain-position.ts';
import { loadTxs } from './loading.ts';
import { type IdList, mempoolDifference } from './mempool-difference.ts';
import { additionFact, removalFact } from './mempool-facts.ts';
import type { MinedTxs } from './mined-txs.ts';
import { type ExplainedRemoval, PendingRemovals } from './pending-removals.ts';
import {
  addBlockToContext,
  addSpendsToContext,
  type BatchRemovalContext,
  createRemovalContext,
  leavingSlots,
  type MinedConflict,
  takeMinedSlots,
} from './removal-context.ts';
import type { Verdict } from './removal-reasons.ts';
import type { MempoolSource } from './source.ts';

/** Changes reported by the node: ids in display hex, block hashes in internal order. */
export interface MempoolChanges {
  added: readonly string[];
  removed: readonly string[];
  connected: readonly Uint8Array[];
  disconnected: readonly Uint8Array[];
}

/** Options of the mirror. */
export interface MirrorOptions {
  mempool: Mempool;
  source: MempoolSource;
  /** Seconds since 1970. */
  now(): number;
  onFacts(facts: readonly Fact[]): void;
  /**
   * Called, before the facts, when a new transaction conflicts with these. Mere descendants of them are not included.
   */
  onReplaced(newTx: MempoolTx, oldTxs: readonly RemovedTx[]): void;
  /** Called, before the facts, when a mined transaction that was not in the mempool conflicts with these. */
  onMinedInstead(newTx: MempoolTx, oldTxs: readonly RemovedTx[]): void;
  /** Called for each transaction that leaves unmined, before the reason is known. */
  onLeft(tx: RemovedTx): void;
  /** Called for each connected block before its transactions leave the mempool. */
  onBlock?(block: MirroredBlock): void;
  /** Progress of a comparison, 0 to 100. */
  onProgress(percent: number): void;
}

/** A block as the mirror applies it. */
export interface MirroredBlock extends ArrivingBlock {
  /** Header time, Unix seconds. */
  headerTime: number;
  /** It arrived alone and follows the mempool's block, so that the miner probably had the same mempool. */
  isNext: boolean;
}

/** Result of a comparison. */
export interface Reconciled {
  sequence: number | undefined;
  moved: boolean;
}

/** Transactions loaded and applied at a time: small enough for their garbage to stay in the young generation. */
const batch = 500;
/** Transactions added or removed before yielding to the event loop. */
const slice = 100;
/** Mined transactions removed in one slice, about 5 ms; arrivals are added between slices. */
const minedSlice = 250;

const mined: Verdict = { reason: 'mined', certain: true };

/** What the node has reported after the changes that are applied. */
export interface LaterNews {
  /** Takes ids that the node added since, in order, up to its first other event. */
  takeArrivals(): readonly string[];
  /**
   * Called before mined transactions are removed, until that may begin.
   * @returns resolves when arrivals are to be taken, and this is to be called again; undefined: it may begin
   */
  untilRemoval?(): Promise<void> | undefined;
}

/**
 * Keeps the mempool equal to the node's. Failures of the source leave it unchanged or partly updated; the next call
 * repairs it.
 */
export class Mirror {
  private readonly options: MirrorOptions;
  private readonly position: ChainPosition;
  private readonly pending = new PendingRemovals();

  constructor(options: MirrorOptions) {
    this.options = options;
    this.position = new ChainPosition(options.source);
  }

  /**
   * Applies the node's changes; ids that no longer exist are left out. Mined transactions are removed last and in
   * slices; transactions that arrive meanwhile are added before and between them. No remaining transaction conflicts
   * with them, because conflicts of the blocks are removed before.
   */
  async apply(
    { added, removed, connected, disconnected }: MempoolChanges,
    { takeArrivals, untilRemoval = () => undefined }: LaterNews = { takeArrivals: () => [] },
  ): Promise<void> {
    const { mempool } = this.options;
    const removalContext = await this.readBlocks(connected, disconnected.length > 0, added);
    const minedSlots = takeMinedSlots(removalContext);
    const reported = removed.map((id) => mempool.find(id));
    await this.add(added, reported, removalContext);
    try {
      const addArrivals = async () => {
        const arrivals = takeArrivals();
        if (arrivals.length > 0) await this.add(arrivals, [], removalContext);
      };
      if (minedSlots.length > 0) await this.removeMined(minedSlots, { addArrivals, untilRemoval });
    } finally {
      // the blocks are applied, even when arrivals could not be loaded
      await this.position.move(connected, disconnected);
    }
  }

  /**
   * Compares with the node's list and applies the difference. `sequence`: number of the node's next event; `moved`: the
   * chain changed meanwhile.
   */
  async reconcile(): Promise<Reconciled> {
    const { mempool, source, onProgress } = this.options;
    const best = await source.bestBlock();
    const { connected, reorganised } = await this.position.blocksSince(best);
    const { txids, sequence } = await source.ids();
    const { missing, removed } = await mempoolDifference(mempool, txids);
    await this.applyDifference(missing, removed, await this.readBlocks(connected, reorganised, []));
    // after a failure those of a block that the chain has dropped since may still be hidden
    mempool.showHidden();
    this.position.moveTo(best);
    onProgress(100);
    return { sequence, moved: connected.length > 0 || reorganised };
  }

  /** Assigns a default reason to removals that nothing explained in time. */
  settle(): void {
    const now = this.options.now();
    const facts = this.pending.settle(now).map(({ tx, verdict }) => removalFact(tx.txid, verdict, now));
    if (facts.length > 0) this.options.onFacts(facts);
  }

  /** Reads the connected blocks, reports them, and returns the removal reasons that follow from them. */
  private async readBlocks(
    connected: readonly Uint8Array[],
    reorganised: boolean,
    added: readonly string[],
  ): Promise<BatchRemovalContext> {
    const { mempool, source, now, onBlock } = this.options;
    if (reorganised) this.position.reorganize(now());
    const removalContext = createRemovalContext(this.pending.recentVerdicts(), reorganised);
    for (const hash of connected) {
      const { header, txs } = readBlock(await source.block(hash));
      const isNext = connected.length === 1 && this.position.isNext(header.prevHash, now());
      const match = matchBlock(txs, mempool);
      // before the report: when the block is sent to clients, no answer about a script has its transactions twice
      mempool.hideMined(match.slots);
      onBlock?.({ hash, txs, announced: new Set(added), match, headerTime: header.time, isNext });
      addBlockToContext(removalContext, { hash, txs, match });
      await nextTurn();
    }
    return removalContext;
  }

  /** Loads new transactions, and adds them after the removals. */
  private async add(
    added: readonly string[],
    reported: readonly number[],
    removalContext: BatchRemovalContext,
  ): Promise<void> {
    const { mempool, source, now } = this.options;
    const wanted = added.filter((id) => !mempool.has(id) && !removalContext.mined.has(hashFromDisplay(id)));
    const { txs } = await loadTxs(wanted, { mempool, source, now: now(), areOld: false });
    await this.update(txs, reported, removalContext);
  }

  /**
   * Removes mined transactions in slices.
   * @param addArrivals called before each slice; when it fails, the rest is removed before the failure is thrown
   */
  private async removeMined(
    slots: readonly number[],
    { addArrivals, untilRemoval }: { addArrivals(): Promise<void>; untilRemoval(): Promise<void> | undefined },
  ): Promise<void> {
    const { mempool, onFacts } = this.options;
    const now = this.options.now();
    const isYieldDue = everyNth(slice);
    let failure: { error: unknown } | undefined;
    const attemptArrivals = async () => {
      if (failure !== undefined) return;
      try {
        await addArrivals();
      } catch (error) {
        failure = { error };
      }
    };
    for (let wait = untilRemoval(); wait !== undefined && failure === undefined; wait = untilRemoval()) {
      await wait;
      await attemptArrivals();
    }
    for (let start = 0; start < slots.length; start += minedSlice) {
      await attemptArrivals();
      const facts: Fact[] = [];
      for (const slot of slots.slice(start, start + minedSlice)) {
        // the node may report the removal of a mined transaction too
        if (!mempool.isPresent(slot)) continue;
        facts.push(removalFact(mempool.txidOf(slot), mined, now));
        mempool.remove(slot);
        if (isYieldDue()) await nextTurn();
      }
      if (facts.length > 0) onFacts(facts);
    }
    if (failure !== undefined) throw failure.error;
  }

  /** Loads and applies a difference in batches. */
  private async applyDifference(
    missing: IdList,
    removed: readonly number[],
    removalContext: BatchRemovalContext,
  ): Promise<void> {
    const { mempool, source, now, onProgress } = this.options;
    let leaving = removed;
    const applyBatch = async (ids: string[]): Promise<string[]> => {
      const { txs, unresolved } = await loadTxs(ids, { mempool, source, now: now(), areOld: true });
      await this.update(txs, leaving, removalContext);
      leaving = [];
      return unresolved;
    };
    await applyInBatches(missing, applyBatch, onProgress);
  }

  /** Applies one batch: removals first, because they release outputs that new transactions spend. */
  private async update(
    newTxs: readonly MempoolTx[],
    reported: readonly number[],
    removalContext: BatchRemovalContext,
  ): Promise<void> {
    const { mempool, onMinedInstead, onFacts } = this.options;
    const now = this.options.now();
    const facts: Fact[] = [];
    const isYieldDue = everyNth(slice);
    const leaving = leavingSlots(reported, newTxs, removalContext, mempool);
    if (leaving.size + this.pending.count > 0) addSpendsToContext(removalContext, newTxs, mempool);
    const removedTxs = await this.removeTxs(leaving, { mined: removalContext.mined, facts, now, isYieldDue });
    const explained = this.pending.explain(removedTxs, removalContext, now);
    for (const { tx, verdict } of explained) facts.push(removalFact(tx.txid, verdict, now));
    for (const [id, oldTxs] of conflictsBy('conflict', explained)) {
      const newTx = await this.minedConflict(removalContext.conflicts.get(id));
      if (newTx !== undefined) onMinedInstead(newTx, oldTxs);
    }
    await this.addTxs(newTxs, { replaced: conflictsBy('replaced', explained), facts, isYieldDue });
    if (facts.length > 0) onFacts(facts);
  }

  /** Removes transactions, adds the facts of mined ones, and returns the others. */
  private async removeTxs(
    slots: Iterable<number>,
    batchState: { mined: MinedTxs; facts: Fact[]; now: number; isYieldDue(): boolean },
  ): Promise<RemovedTx[]> {
    const { mempool, onLeft } = this.options;
    const { facts, now, isYieldDue } = batchState;
    const removedTxs: RemovedTx[] = [];
    for (const slot of slots) {
      const txid = mempool.txidOf(slot);
      if (batchState.mined.has(txid)) facts.push(removalFact(txid, mined, now));
      else {
        const left = { ...mempool.read(slot), rate: mempool.rateOf(slot) };
        removedTxs.push(left);
        onLeft(left);
      }
      mempool.remove(slot);
      if (isYieldDue()) await nextTurn();
    }
    return removedTxs;
  }

  /** Adds transactions and their facts; `replaced`: those that a new transaction replaced, by its id. */
  private async addTxs(
    newTxs: readonly MempoolTx[],
    batchState: { replaced: ReadonlyMap<string, readonly RemovedTx[]>; facts: Fact[]; isYieldDue(): boolean },
  ): Promise<void> {
    const { mempool, onReplaced } = this.options;
    const { replaced, facts, isYieldDue } = batchState;
    for (const tx of newTxs) {
      this.pending.cancel(tx.id);
      if (mempool.has(tx.id)) continue;
      mempool.add(tx);
      this.pending.forgetVerdict(tx.id);
      facts.push(additionFact(tx));
      const oldTxs = replaced.get(tx.id);
      if (oldTxs !== undefined) onReplaced(tx, oldTxs);
      if (isYieldDue()) await nextTurn();
    }
  }

  /** A mined transaction that conflicts with mempool transactions, with its prevouts. */
  private async minedConflict(conflict: MinedConflict | undefined): Promise<MempoolTx | undefined> {
    if (conflict === undefined) return undefined;
    const [prevouts] = await this.options.source.spentBy(conflict.hash, [conflict.position]);
    if (prevouts === undefined) return undefined;
    return createMempoolTx(conflict.tx, prevouts, this.options.now() as UnixSeconds);
  }
}

/** Removed transactions that certainly conflicted, by the id of the transaction that they conflicted with. */
function conflictsBy(
  reason: 'replaced' | 'conflict',
  explained: readonly ExplainedRemoval[],
): ReadonlyMap<string, RemovedTx[]> {
  const conflicts = new Map<string, RemovedTx[]>();
  for (const { tx, verdict } of explained) {
    const { by, certain } = verdict;
    if (verdict.reason === reason && by !== undefined && certain) {
      conflicts.set(by, [...(conflicts.get(by) ?? []), tx]);
    }
  }
  return conflicts;
}

/**
 * Applies ids in batches; transactions whose parents are in a later batch are retried at the end.
 * @param apply applies one batch, which may be empty, and returns ids with unknown prevouts
 */
async function applyInBatches(
  missing: IdList,
  apply: (ids: string[]) => Promise<string[]>,
  onProgress: (percent: number) => void,
): Promise<void> {
  const { count } = missing;
  let unresolved: string[] = [];
  for (let i = 0; i === 0 || i < count; i += batch) {
    unresolved.push(...(await apply(missing.slice(i, i + batch))));
    if (count > batch) onProgress(Math.floor((100 * i) / count));
  }
  // an output that is still unknown was mined or dropped meanwhile; the next comparison loads what remains
  for (let before = Number.POSITIVE_INFINITY; unresolved.length > 0 && unresolved.length < before; ) {
    before = unresolved.length;
    const again: string[] = [];
    for (let i = 0; i < before; i += batch) again.push(...(await apply(unresolved.slice(i, i + batch))));
    unresolved = again;
  }
}

/** Returns a function that is true at every n-th call: when a long loop should yield. */
function everyNth(n: number): () => boolean {
  let count = 0;
  return () => ++count % n === 0;
}
