import type { Fact } from '@glassblock/journal';
import {
  displayHash,
  hashFromDisplay,
  isCoded,
  readBlock,
  readWholeTransaction,
  type Sats,
  type Transaction,
  type TxOutput,
  type UnixSeconds,
} from '@glassblock/primitives';
import type { Pool } from './pool.ts';
import { createPoolTx, type PoolTx } from './pool-tx.ts';
import { explainRemoval, type Happenings, unexplained, type Verdict } from './reasons.ts';
import type { Outpoint, PoolSource } from './source.ts';

/** What the node said has changed: ids in display hex, hashes of blocks in internal order. */
export interface PoolNews {
  added: readonly string[];
  removed: readonly string[];
  connected: readonly Uint8Array[];
  disconnected: readonly Uint8Array[];
}

export interface MirrorOptions {
  pool: Pool;
  source: PoolSource;
  /** Seconds since 1970. */
  now(): number;
  onFacts(facts: readonly Fact[]): void;
  /** Told, before the facts, when a new transaction spends what these in the pool spent. Those that only descended from
   *  one of them are not named. */
  onReplaced(newTx: PoolTx, oldTxs: readonly PoolTx[]): void;
  /** Share of the first loading, 0 to 100. */
  onProgress(percent: number): void;
}

/** Keeps the pool equal to the node's. Failures of the source leave it as it was or partly moved; the next call mends it. */
export interface Mirror {
  /** Takes over the node's news; ids that turn out to be gone are left out. */
  apply(news: PoolNews): Promise<void>;
  /** Compares with the node's list and takes over the difference. `sequence`: number of the node's next event; `moved`: the
   *  chain did meanwhile. */
  reconcile(): Promise<Reconciled>;
  /** Gives removals that nothing explained in time their verdict. */
  settle(): void;
}

export interface Reconciled {
  sequence: number | undefined;
  moved: boolean;
}

const batch = 500;
/** Removals wait this long for what explains them. */
const explainSeconds = 2;
/** Blocks that are looked at between two polls; more than these are a fresh start. */
const maxBlocksBack = 16;

export function createMirror(options: MirrorOptions): Mirror {
  const { pool, source } = options;
  const waiting = new Map<string, { tx: PoolTx; since: number }>();
  let lastBlock: Uint8Array | undefined;

  async function load(ids: readonly string[], report: boolean): Promise<PoolTx[]> {
    const loaded = new Map<string, PoolTx>();
    const pending: Transaction[] = [];
    for (let i = 0; i < ids.length; i += batch) {
      const raws = await source.transactions(ids.slice(i, i + batch));
      for (const raw of raws) if (raw !== undefined) pending.push(readWholeTransaction(raw));
      if (report) options.onProgress(Math.floor((i / ids.length) * 50));
    }
    const txs = new Map(pending.map((tx) => [displayHash(tx.txid), tx]));
    const wanted: Outpoint[] = [];
    for (const tx of pending) {
      for (const { prevTxid, prevVout } of tx.inputs()) {
        const parent = displayHash(prevTxid);
        if (!txs.has(parent) && !pool.has(parent)) wanted.push({ txid: prevTxid, vout: prevVout });
      }
    }
    const found = new Map<string, TxOutput>();
    for (let i = 0; i < wanted.length; i += batch) {
      const part = wanted.slice(i, i + batch);
      const outputs = await source.outputs(part);
      for (const [n, { txid, vout }] of part.entries()) {
        const output = outputs[n];
        if (output !== undefined) found.set(`${displayHash(txid)}:${vout}`, output);
      }
      if (report) options.onProgress(50 + Math.floor((i / wanted.length) * 50));
    }
    const outputOf = (outpoint: string): TxOutput | undefined => {
      const parent = txs.get(outpoint.slice(0, 64)) ?? pool.get(outpoint.slice(0, 64))?.tx;
      const vout = Number(outpoint.slice(65));
      if (parent !== undefined) return vout < parent.outputCount ? parent.output(vout) : undefined;
      return found.get(outpoint);
    };
    for (const [id, tx] of txs) {
      const prevouts = tx.inputs().map(({ prevTxid, prevVout }) => outputOf(`${displayHash(prevTxid)}:${prevVout}`));
      // an input whose output is nowhere: mined or dropped meanwhile; the next comparison brings it if it is still there
      if (prevouts.some((prevout) => prevout === undefined)) continue;
      loaded.set(id, createPoolTx(tx, prevouts as TxOutput[], options.now() as UnixSeconds));
    }
    return inOrderOfSpending(loaded, ids);
  }

  async function happeningsOf(connected: readonly Uint8Array[], reorganised: boolean): Promise<MutableHappenings> {
    const happened: MutableHappenings = {
      mined: new Set(),
      spentByBlocks: new Map(),
      spentByAdded: new Map(),
      reorganised,
      removed: new Map(),
    };
    for (const hash of connected) {
      for (const tx of readBlock(await source.block(hash)).txs) {
        const id = displayHash(tx.txid);
        happened.mined.add(id);
        if (tx.isCoinbase) continue;
        for (const { prevTxid, prevVout } of tx.inputs()) {
          happened.spentByBlocks.set(`${displayHash(prevTxid)}:${prevVout}`, id);
        }
      }
    }
    return happened;
  }

  async function apply(news: PoolNews): Promise<void> {
    const happened = await happeningsOf(news.connected, news.disconnected.length > 0);
    const fresh = await load(
      news.added.filter((id) => !pool.has(id) && !happened.mined.has(id)),
      false,
    );
    takeOver(fresh, news.removed, happened);
    lastBlock = news.connected.at(-1) ?? lastBlock;
  }

  function takeOver(fresh: readonly PoolTx[], removedIds: readonly string[], happened: MutableHappenings): void {
    const now = options.now();
    const facts: Fact[] = [];
    for (const tx of fresh) {
      for (const { prevTxid, prevVout } of tx.tx.inputs()) {
        happened.spentByAdded.set(`${displayHash(prevTxid)}:${prevVout}`, tx.id);
      }
    }
    const leaving = new Set(removedIds);
    for (const id of happened.mined) if (pool.has(id)) leaving.add(id);
    for (const [outpoint] of happened.spentByBlocks) {
      const loser = pool.spender(outpoint.slice(0, 64), Number(outpoint.slice(65)));
      if (loser !== undefined && !happened.mined.has(loser.id)) leaving.add(loser.id);
    }
    const leavers: PoolTx[] = [...waiting.values()].map(({ tx }) => tx);
    for (const id of leaving) {
      const tx = pool.get(id);
      if (tx !== undefined) leavers.push(tx);
    }
    const replaced = new Map<string, PoolTx[]>();
    const conclude = (tx: PoolTx, verdict: Verdict) => {
      const { reason, by, certain } = verdict;
      if (reason === 'replaced' && by !== undefined && certain) replaced.set(by, [...(replaced.get(by) ?? []), tx]);
      happened.removed.set(tx.id, verdict);
      waiting.delete(tx.id);
      facts.push(removalFact(tx, verdict, now));
    };
    for (const tx of leavers) {
      pool.remove(tx.id);
      const verdict = explainRemoval(tx, happened);
      if (verdict !== undefined) conclude(tx, verdict);
      else if (!waiting.has(tx.id)) waiting.set(tx.id, { tx, since: now });
    }
    for (const tx of fresh) {
      waiting.delete(tx.id);
      if (pool.has(tx.id)) continue;
      pool.add(tx);
      facts.push(additionFact(tx));
    }
    for (const [id, oldTxs] of replaced) {
      const newTx = pool.get(id);
      if (newTx !== undefined) options.onReplaced(newTx, oldTxs);
    }
    if (facts.length > 0) options.onFacts(facts);
  }

  return {
    apply,
    async reconcile() {
      const best = await source.bestBlock();
      const { connected, reorganised } = await blocksSince(best);
      const { ids, sequence } = await source.ids();
      const theirs = new Set(ids);
      const missing = ids.filter((id) => !pool.has(id));
      const happened = await happeningsOf(connected, reorganised);
      const first = pool.size === 0 && missing.length > batch;
      const fresh = await load(missing, first);
      const removed: string[] = [];
      for (const { id } of pool.values()) if (!theirs.has(id)) removed.push(id);
      takeOver(fresh, removed, happened);
      lastBlock = best;
      options.onProgress(100);
      return { sequence, moved: connected.length > 0 || reorganised };
    },
    settle() {
      const now = options.now();
      const facts: Fact[] = [];
      for (const [id, { tx, since }] of waiting) {
        if (now - since < explainSeconds) continue;
        waiting.delete(id);
        facts.push(removalFact(tx, unexplained(tx, now), now));
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

interface MutableHappenings extends Happenings {
  mined: Set<string>;
  spentByBlocks: Map<string, string>;
  spentByAdded: Map<string, string>;
  removed: Map<string, Verdict>;
}

/** Parents before children, otherwise as the node named them. */
function inOrderOfSpending(loaded: ReadonlyMap<string, PoolTx>, ids: readonly string[]): PoolTx[] {
  const ordered: PoolTx[] = [];
  const done = new Set<string>();
  const visit = (start: string) => {
    const stack = [start];
    while (stack.length > 0) {
      const id = stack.at(-1)!;
      const tx = loaded.get(id);
      if (tx === undefined || done.has(id)) {
        stack.pop();
        continue;
      }
      const before = tx.tx
        .inputs()
        .map(({ prevTxid }) => displayHash(prevTxid))
        .filter((parent) => loaded.has(parent) && !done.has(parent));
      if (before.length > 0) {
        stack.push(...before);
        continue;
      }
      stack.pop();
      done.add(id);
      ordered.push(tx);
    }
  };
  for (const id of ids) visit(id);
  return ordered;
}

function additionFact(tx: PoolTx): Fact {
  return { type: 'tx-added', txid: tx.tx.txid, fee: tx.fee as Sats, weight: tx.tx.weight, time: tx.firstSeen };
}

function removalFact(tx: PoolTx, { reason, by, certain }: Verdict, now: number): Fact {
  return {
    type: 'tx-removed',
    txid: tx.tx.txid,
    reason,
    certain,
    time: now as UnixSeconds,
    ...(by === undefined ? {} : { by: hashFromDisplay(by) }),
  };
}
