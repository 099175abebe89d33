import type { Fact } from '@glassblock/journal';
import {
  displayHash,
  equalBytes,
  hashFromDisplay,
  isCoded,
  readBlock,
  type Sats,
  type Transaction,
  type Txid,
  type UnixSeconds,
  type Weight,
} from '@glassblock/primitives';
import type { ArrivingBlock } from '../audit/block-arrival.ts';
import { none } from '../graph/tx-graph.ts';
import type { Mempool } from '../memory/mempool.ts';
import { createMempoolTx, type MempoolTx } from '../memory/mempool-tx.ts';
import { loadTxs } from './loading.ts';
import { explainRemoval, type RemovalContext, unexplained, type Verdict } from './removal-reasons.ts';
import type { MempoolSource } from './source.ts';
import { yieldToEventLoop } from './yield-to-event-loop.ts';

/** Changes reported by the node: ids in display hex, block hashes in internal order. */
export interface MempoolChanges {
  added: readonly string[];
  removed: readonly string[];
  connected: readonly Uint8Array[];
  disconnected: readonly Uint8Array[];
}

/** A transaction that left the mempool, and its effective fee rate in sat/vB. */
export interface RemovedTx extends MempoolTx {
  readonly rate: number;
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
  /** It arrived alone and follows the mempool's block, so that a miner could choose from this mempool. */
  isNext: boolean;
}

/**
 * Keeps the mempool equal to the node's. Failures of the source leave it unchanged or partly updated; the next call
 * repairs it.
 */
export interface Mirror {
  /** Applies the node's changes; ids that no longer exist are left out. */
  apply(news: MempoolChanges): Promise<void>;
  /**
   * Compares with the node's list and applies the difference. `sequence`: number of the node's next event; `moved`: the
   * chain changed meanwhile.
   */
  reconcile(): Promise<Reconciled>;
  /** Assigns a default reason to removals that nothing explained in time. */
  settle(): void;
}

/** Result of a comparison. */
export interface Reconciled {
  sequence: number | undefined;
  moved: boolean;
}

const txidBytes = 32;
/** Transactions loaded and applied at a time: small enough for their garbage to stay in the young generation. */
const batch = 500;
/** Transactions added or removed before yielding to the event loop. */
const slice = 100;
/** Ids looked up before yielding. */
const idSlice = 20_000;
/** Removals wait this long for an explanation. */
const explainSeconds = 2;
/** Reasons are remembered for this long. */
const retainSeconds = 30;
/** Maximum duration of a reorg. */
const settleSeconds = 3;
/** Maximum blocks between two polls; more are a fresh start. */
const maxBlocksBack = 16;

/** Creates a mirror. */
export function createMirror(options: MirrorOptions): Mirror {
  const { mempool, source } = options;
  const waiting = new Map<string, { tx: RemovedTx; since: number }>();
  /** Recent removals: the reason of a transaction also explains its descendants. */
  const concluded = new Map<string, { verdict: Verdict; at: number }>();
  let lastBlock: Uint8Array | undefined;
  /** The block that the mempool corresponds to; undefined while uncertain. */
  let base: Uint8Array | undefined;
  let disconnectedAt = Number.NEGATIVE_INFINITY;

  async function removalContextOf(
    connected: readonly Uint8Array[],
    reorganised: boolean,
    added: readonly string[],
  ): Promise<MutableRemovalContext> {
    if (reorganised) disconnectedAt = options.now();
    const removalContext: MutableRemovalContext = {
      mined: new Set(),
      spentByBlocks: new Map(),
      spentByAdded: new Map(),
      reorganised,
      removed: new Map([...concluded].map(([id, { verdict }]) => [id, verdict])),
      conflicts: new Map(),
    };
    for (const hash of connected) {
      const { header, txs } = readBlock(await source.block(hash));
      const isNext = connected.length === 1 && isSettled() && base !== undefined && equalBytes(header.prevHash, base);
      options.onBlock?.({ hash, txs, announced: new Set(added), headerTime: header.time, isNext });
      for (const [position, tx] of txs.entries()) {
        const id = displayHash(tx.txid);
        removalContext.mined.add(id);
        if (tx.isCoinbase) continue;
        for (const { prevTxid, prevVout } of tx.inputs()) {
          removalContext.spentByBlocks.set(`${displayHash(prevTxid)}:${prevVout}`, id);
          const conflicting = mempool.spender(prevTxid, prevVout);
          if (conflicting !== undefined && mempool.idOf(conflicting.slot) !== id)
            removalContext.conflicts.set(id, { hash, position, tx });
        }
      }
      await yieldToEventLoop();
    }
    return removalContext;
  }

  /** Transactions of disconnected blocks return to the node's mempool only after the new blocks. */
  const isSettled = () => options.now() - disconnectedAt > settleSeconds;

  async function apply(news: MempoolChanges): Promise<void> {
    const removalContext = await removalContextOf(news.connected, news.disconnected.length > 0, news.added);
    const wanted = news.added.filter((id) => !mempool.has(id) && !removalContext.mined.has(id));
    await takeOver(
      (await loadTxs(wanted, { mempool, source, now: options.now(), areOld: false })).txs,
      news.removed.map((id) => mempool.find(id)),
      removalContext,
    );
    lastBlock = news.connected.at(-1) ?? lastBlock;
    base = news.connected.at(-1) ?? (await parentOf(news.disconnected.at(-1))) ?? base;
  }

  /** The parent of a disconnected block, if the node still knows it. */
  async function parentOf(hash: Uint8Array | undefined): Promise<Uint8Array | undefined> {
    try {
      return hash === undefined ? undefined : await source.parentOf(hash);
    } catch (error) {
      if (isCoded(error, 'node.unknown-block')) return undefined;
      throw error;
    }
  }

  /** Slots that must be removed because of blocks or new transactions. */
  function displaced(fresh: readonly MempoolTx[], removalContext: MutableRemovalContext): number[] {
    const slots: number[] = [];
    for (const id of removalContext.mined) slots.push(mempool.find(id));
    for (const [outpoint, by] of removalContext.spentByBlocks) {
      const conflicting = mempool.spender(hashFromDisplay(outpoint.slice(0, 64)), Number(outpoint.slice(65)));
      if (conflicting !== undefined && mempool.idOf(conflicting.slot) !== by) slots.push(conflicting.slot);
    }
    for (const tx of fresh) {
      if (mempool.has(tx.id)) continue;
      for (const { prevTxid, prevVout } of tx.tx.inputs()) {
        // the node has one spender per output: this one was replaced, even if no event said so yet
        const conflict = mempool.spender(prevTxid, prevVout);
        if (conflict !== undefined) slots.push(conflict.slot);
      }
    }
    return slots;
  }

  function noteSpends(fresh: readonly MempoolTx[], { spentByAdded }: MutableRemovalContext): void {
    for (const { id, tx } of fresh) {
      if (mempool.has(id)) continue;
      for (const { prevTxid, prevVout } of tx.inputs()) spentByAdded.set(`${displayHash(prevTxid)}:${prevVout}`, id);
    }
  }

  async function takeOver(
    fresh: readonly MempoolTx[],
    removed: readonly number[],
    removalContext: MutableRemovalContext,
  ): Promise<void> {
    const now = options.now();
    const facts: Fact[] = [];
    const leaving = new Set([...removed, ...displaced(fresh, removalContext)]);
    leaving.delete(none);
    if (leaving.size + waiting.size > 0) noteSpends(fresh, removalContext);
    const removedTxs: RemovedTx[] = [...waiting.values()].map(({ tx }) => tx);
    let done = 0;
    for (const slot of leaving) {
      const id = mempool.idOf(slot);
      if (removalContext.mined.has(id)) facts.push(removalFact(hashFromDisplay(id) as Txid, mined, now));
      else {
        const left = { ...mempool.read(slot), rate: mempool.rateOf(slot) };
        removedTxs.push(left);
        options.onLeft(left);
      }
      mempool.remove(slot);
      if (++done % slice === 0) await yieldToEventLoop();
    }
    const replaced = new Map<string, RemovedTx[]>();
    const lost = new Map<string, RemovedTx[]>();
    for (const [tx, verdict] of explained(removedTxs, removalContext)) {
      if (verdict === undefined) {
        if (!waiting.has(tx.id)) waiting.set(tx.id, { tx, since: now });
        continue;
      }
      const { reason, by, certain } = verdict;
      const published = reason === 'replaced' ? replaced : reason === 'conflict' ? lost : undefined;
      if (by !== undefined && certain) published?.set(by, [...(published.get(by) ?? []), tx]);
      concluded.set(tx.id, { verdict, at: now });
      waiting.delete(tx.id);
      facts.push(removalFact(tx.txid as Txid, verdict, now));
    }
    for (const [id, oldTxs] of lost) {
      const newTx = await minedConflict(removalContext, id);
      if (newTx !== undefined) options.onMinedInstead(newTx, oldTxs);
    }
    for (const tx of fresh) {
      waiting.delete(tx.id);
      if (mempool.has(tx.id)) continue;
      mempool.add(tx);
      concluded.delete(tx.id);
      facts.push(additionFact(tx));
      const oldTxs = replaced.get(tx.id);
      if (oldTxs !== undefined) options.onReplaced(tx, oldTxs);
      if (++done % slice === 0) await yieldToEventLoop();
    }
    if (facts.length > 0) options.onFacts(facts);
  }

  /** A mined transaction that conflicts with mempool transactions. */
  async function minedConflict({ conflicts }: MutableRemovalContext, id: string): Promise<MempoolTx | undefined> {
    const conflict = conflicts.get(id);
    if (conflict === undefined) return undefined;
    const [prevouts] = await source.spentBy(conflict.hash, [conflict.position]);
    return prevouts === undefined ? undefined : createMempoolTx(conflict.tx, prevouts, options.now() as UnixSeconds);
  }

  /** The difference between the node's list and the mempool, both ways. */
  async function compare(txids: Uint8Array): Promise<{ missing: Uint8Array; removed: number[] }> {
    const missing = new Uint8Array(txids.length);
    let end = 0;
    const seen = new Set<number>();
    for (let at = 0; at < txids.length; at += txidBytes) {
      const slot = mempool.findBytes(txids, at);
      if (slot !== none) seen.add(slot);
      else {
        missing.set(txids.subarray(at, at + txidBytes), end);
        end += txidBytes;
      }
      if ((at / txidBytes) % idSlice === idSlice - 1) await yieldToEventLoop();
    }
    const removed = seen.size === mempool.size ? [] : [...mempool.slots()].filter((slot) => !seen.has(slot));
    return { missing: missing.subarray(0, end), removed };
  }

  /** Loads and applies in batches; transactions whose parents are in a later batch are retried at the end. */
  async function loadMissing(
    missing: Uint8Array,
    removed: number[],
    removalContext: MutableRemovalContext,
  ): Promise<void> {
    let leaving = removed;
    const loadPart = async (ids: string[]): Promise<string[]> => {
      const loading = await loadTxs(ids, { mempool, source, now: options.now(), areOld: true });
      await takeOver(loading.txs, leaving, removalContext);
      leaving = [];
      return loading.unresolved;
    };
    const count = missing.length / txidBytes;
    let unresolved: string[] = [];
    for (let i = 0; i === 0 || i < count; i += batch) {
      unresolved.push(...(await loadPart(idsIn(missing, i, i + batch))));
      if (count > batch) options.onProgress(Math.floor((100 * i) / count));
    }
    // an output that is still unknown was mined or dropped meanwhile; the next comparison loads what remains
    for (let before = Number.POSITIVE_INFINITY; unresolved.length > 0 && unresolved.length < before; ) {
      before = unresolved.length;
      const again: string[] = [];
      for (let i = 0; i < before; i += batch) again.push(...(await loadPart(unresolved.slice(i, i + batch))));
      unresolved = again;
    }
  }

  return {
    apply,
    async reconcile() {
      const best = await source.bestBlock();
      const { connected, reorganised } = await blocksSince(best);
      const { txids, sequence } = await source.ids();
      const { missing, removed } = await compare(txids);
      await loadMissing(missing, removed, await removalContextOf(connected, reorganised, []));
      lastBlock = best;
      base = best;
      options.onProgress(100);
      return { sequence, moved: connected.length > 0 || reorganised };
    },
    settle() {
      const now = options.now();
      for (const [id, { at }] of concluded) {
        if (now - at < retainSeconds) break;
        concluded.delete(id);
      }
      const facts: Fact[] = [];
      for (const [id, { tx, since }] of waiting) {
        if (now - since < explainSeconds) continue;
        waiting.delete(id);
        facts.push(removalFact(tx.txid as Txid, unexplained(tx, now), now));
      }
      if (facts.length > 0) options.onFacts(facts);
    },
  };

  /** Blocks connected since the last comparison, oldest first. */
  async function blocksSince(best: Uint8Array): Promise<{ connected: Uint8Array[]; reorganised: boolean }> {
    if (lastBlock === undefined) return { connected: [], reorganised: false };
    const known = displayHash(lastBlock);
    const connected: Uint8Array[] = [];
    let hash: Uint8Array | undefined = best;
    while (hash !== undefined && displayHash(hash) !== known) {
      connected.unshift(hash);
      if (connected.length > maxBlocksBack) return { connected, reorganised: true };
      try {
        hash = await source.parentOf(hash);
      } catch (error) {
        if (isCoded(error, 'node.unknown-block')) return { connected, reorganised: true };
        throw error;
      }
    }
    return { connected, reorganised: hash === undefined && connected.length > 0 };
  }
}

function idsIn(txids: Uint8Array, from: number, to: number): string[] {
  const end = Math.min(txidBytes * to, txids.length);
  const ids: string[] = [];
  for (let at = txidBytes * from; at < end; at += txidBytes) ids.push(displayHash(txids.subarray(at, at + txidBytes)));
  return ids;
}

interface MutableRemovalContext extends RemovalContext {
  mined: Set<string>;
  spentByBlocks: Map<string, string>;
  spentByAdded: Map<string, string>;
  removed: Map<string, Verdict>;
  /** Mined transactions that conflict with mempool transactions, by id. */
  conflicts: Map<string, { hash: Uint8Array; position: number; tx: Transaction }>;
}

/** Reasons of removals, first those with a reason of their own, then their descendants. */
function explained(
  removedTxs: readonly RemovedTx[],
  removalContext: MutableRemovalContext,
): [RemovedTx, Verdict | undefined][] {
  const published: [RemovedTx, Verdict | undefined][] = [];
  let open = removedTxs;
  for (let before = -1; before !== published.length; ) {
    before = published.length;
    const left: RemovedTx[] = [];
    for (const tx of open) {
      const verdict = explainRemoval(tx, removalContext);
      if (verdict === undefined) left.push(tx);
      else {
        removalContext.removed.set(tx.id, verdict);
        published.push([tx, verdict]);
      }
    }
    open = left;
  }
  return [...published, ...open.map((tx): [RemovedTx, undefined] => [tx, undefined])];
}

const mined: Verdict = { reason: 'mined', certain: true };

function additionFact({ txid, fee, weight, firstSeen }: MempoolTx): Fact {
  return { type: 'tx-added', txid: txid as Txid, fee: fee as Sats, weight: weight as Weight, time: firstSeen };
}

function removalFact(txid: Txid, { reason, by, certain }: Verdict, now: number): Fact {
  return {
    type: 'tx-removed',
    txid,
    reason,
    certain,
    time: now as UnixSeconds,
    ...(by === undefined ? {} : { by: hashFromDisplay(by) }),
  };
}
