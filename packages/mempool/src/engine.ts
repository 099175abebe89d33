import type { Fact } from '@glassblock/journal';
import { displayHash, isSats, scriptHash, toHex } from '@glassblock/primitives';
import {
  type BlockDelta,
  blockDelta,
  type CompressedTx,
  compressed,
  flagsOf,
  type ToldBlock,
  toldBlock,
} from './deltas.ts';
import { createIncomingRate } from './incoming-rate.ts';
import { createMirror, type PoolNews, type Reconciled } from './mirror.ts';
import { createPool, type Pool } from './pool.ts';
import type { PoolTx } from './pool-tx.ts';
import type {
  BlockNews,
  Kin,
  PoolEntry,
  PoolFrame,
  PoolScript,
  PoolTotals,
  PoolView,
  StrippedTx,
} from './pool-view.ts';
import { detailedTxs, figuresOf, type ProjectedFigures } from './project.ts';
import { recommendedFees } from './recommended-fees.ts';
import { createReplacements, type ReplacementChanges } from './replacements/replacements.ts';
import type { ReplacementTx } from './replacements/version-tree.ts';
import { feeBands } from './samples/sample-bytes.ts';
import type { NodePoolInfo, PoolSource } from './source.ts';

export interface EngineOptions {
  source: PoolSource;
  /** Seconds since 1970. */
  now(): number;
  onFacts(facts: readonly Fact[]): void;
  onFrame(frame: PoolFrame): void;
}

/** The one owner of the pool. It decides nothing about when: a runner calls it. */
export interface MempoolEngine {
  readonly view: PoolView;
  readonly size: number;
  apply(news: PoolNews): Promise<void>;
  reconcile(): Promise<Reconciled>;
  settle(): void;
  /** Fills the projected blocks anew and tells everybody. */
  project(options: { afterBlock: boolean }): void;
  setInfo(info: NodePoolInfo): void;
  /** The pool is known to be behind the node. */
  lost(): void;
}

const newestKept = 10;
const maxEntries = 500;
const maxOutpoints = 5_000;
const binVsize = 50_000;
/** Transactions that were replaced and can still be looked at. */
const maxReplaced = 5_000;
/** Clusters beyond this are not shown whole. */
const maxCluster = 500;
const sweepSeconds = 600;
/** Steps of linearising in one projection, some 20 ns each. */
const commitSteps = 250_000;

export function createMempoolEngine(options: EngineOptions): MempoolEngine {
  const replacements = createReplacements({ nowSeconds: options.now });
  const pool = createPool((id) => replacements.replaces(id) !== undefined);
  /** Transactions that were replaced, oldest first. */
  const replacedTxs = new Map<string, PoolTx>();
  let sweptAt = options.now();
  const incoming = createIncomingRate();
  let newest: PoolTx[] = [];
  let info: NodePoolInfo | undefined;
  let percent = 0;
  let synced = false;
  let sequence = 0;
  let figures: ProjectedFigures[] = [];
  let watched = new Map<number, ToldBlock>();
  let frame = makeFrame(false, [], undefined);

  const mirror = createMirror({
    pool,
    source: options.source,
    now: options.now,
    onFacts(facts) {
      for (const fact of facts) {
        if (fact.type === 'tx-removed') {
          if (fact.reason === 'mined') replacements.mined(displayHash(fact.txid));
          else replacements.removed(displayHash(fact.txid));
        }
        if (fact.type !== 'tx-added') continue;
        const tx = pool.get(displayHash(fact.txid));
        if (tx === undefined) continue;
        replacements.returned(tx.id);
        if (synced) incoming.add(options.now(), tx.weight / 4);
        newest.unshift(tx);
      }
      newest = newest.slice(0, newestKept * 4);
      options.onFacts(facts);
    },
    onReplaced(newTx, oldTxs) {
      replacements.replaced({ newTx: versionOf(newTx), oldTxs: oldTxs.map(versionOf), certain: true });
      for (const tx of oldTxs) replacedTxs.set(tx.id, tx);
      for (const id of replacedTxs.keys()) {
        if (replacedTxs.size <= maxReplaced) break;
        replacedTxs.delete(id);
      }
    },
    onProgress(value) {
      percent = value;
      if (value < 100) options.onFrame(makeFrame(false, [], undefined));
    },
  });

  const versionOf = (tx: PoolTx): ReplacementTx => ({
    txid: tx.id,
    fee: tx.fee,
    vsize: tx.weight / 4,
    value: tx.value,
    rate: pool.rateOf(tx),
    time: tx.firstSeen,
    rbf: tx.tx.inputs().some(({ sequence }) => sequence < 0xfffffffe),
  });

  function makeFrame(afterBlock: boolean, news: BlockNews[], rbfChanges: ReplacementChanges | undefined): PoolFrame {
    const minimum = info === undefined ? undefined : Math.round(info.mempoolminfee * 1e8);
    return {
      sequence,
      synced,
      percent: synced ? 100 : Math.min(99, percent),
      count: pool.size,
      info,
      blocks: figures,
      fees:
        minimum === undefined || !synced
          ? undefined
          : {
              whole: recommendedFees(figures, minimum, 'whole'),
              precise: recommendedFees(figures, minimum, 'precise'),
            },
      vBytesPerSecond: incoming.at(options.now()),
      newest: newest
        .filter((tx) => pool.has(tx.id))
        .slice(0, newestKept)
        .map((tx) => stripped(pool, tx)),
      afterBlock,
      watched: news,
      rbfSummary: replacements.summary(),
      rbfChanges,
    };
  }

  return {
    view: {
      frame: async () => frame,
      async entries(txids) {
        return txids.slice(0, maxEntries).map((txid) => {
          const tx = pool.get(txid);
          return tx === undefined ? undefined : entryOf(pool, tx);
        });
      },
      script: async (hash, { limit, after }) => scriptOf(pool.byScript(hash), hash, limit, after),
      async scriptOutputs(hash) {
        const unspent: { txid: string; vout: number; value: number }[] = [];
        const spent: { txid: string; vout: number }[] = [];
        for (const tx of pool.byScript(hash)) {
          for (const [vout, { value, script }] of tx.tx.outputs().entries()) {
            if (!isSats(value) || toHex(scriptHash(script)) !== hash) continue;
            if (pool.spender(tx.id, vout) === undefined) unspent.push({ txid: tx.id, vout, value });
          }
          for (const [i, { script }] of tx.prevouts.entries()) {
            if (toHex(scriptHash(script)) !== hash) continue;
            const { prevTxid, prevVout } = tx.tx.input(i);
            spent.push({ txid: displayHash(prevTxid), vout: prevVout });
          }
        }
        return { unspent, spent };
      },
      async spenders(outpoints) {
        return outpoints.slice(0, maxOutpoints).map(({ txid, vout }) => {
          const tx = pool.spender(txid, vout);
          if (tx === undefined) return undefined;
          const vin = tx.tx
            .inputs()
            .findIndex((input) => input.prevVout === vout && displayHash(input.prevTxid) === txid);
          return { txid: tx.id, vin };
        });
      },
      txids: async () => [...pool.values()].map(({ id }) => id).sort(),
      totals: async () => totalsOf(pool.values(), pool.size, pool.totalWeight, pool.totalFee),
      async projectedBlock(index) {
        return { sequence, txs: listOf(pool, index) };
      },
      async sample() {
        if (!synced || info === undefined) return undefined;
        const vsizes = feeBands.map(() => 0);
        for (let index = 0; index < pool.blocks.length; index++) {
          pool.blockRates(index, (rate, weight) => {
            vsizes[bandOf(rate)]! += weight / 4;
          });
        }
        return {
          added: Math.floor(options.now()),
          count: pool.size,
          vBytesPerSecond: incoming.at(options.now()),
          weight: pool.totalWeight,
          totalFee: pool.totalFee,
          minFee: info.mempoolminfee * 1e5,
          vsizes,
        };
      },
      async cluster(txid) {
        const tx = pool.get(txid);
        return tx === undefined ? undefined : pool.clusterOf(tx, maxCluster);
      },
      replacement: async (txid) => ({ tree: replacements.tree(txid), replaces: replacements.replaces(txid) }),
      replacements: async ({ after, fullOnly }) => replacements.list({ after, fullOnly }),
      async replacedTx(txid) {
        const tx = replacedTxs.get(txid);
        return tx === undefined ? undefined : entryOf(pool, tx);
      },
      async watchBlocks(indexes) {
        watched = new Map(indexes.map((index) => [index, watched.get(index) ?? toldOf(pool, index)]));
      },
    },
    get size() {
      return pool.size;
    },
    apply: (news) => mirror.apply(news),
    async reconcile() {
      const reconciled = await mirror.reconcile();
      synced = true;
      return reconciled;
    },
    settle() {
      mirror.settle();
      if (options.now() - sweptAt < sweepSeconds) return;
      sweptAt = options.now();
      replacements.sweep();
    },
    lost() {
      synced = false;
      percent = 99;
    },
    setInfo(next) {
      info = next;
    },
    project({ afterBlock }) {
      pool.commit(afterBlock ? 1 : 0, commitSteps);
      figures = figuresOf(pool);
      if (synced) sequence++;
      const news: BlockNews[] = [];
      for (const [index, told] of watched) {
        const delta = deltaOf(told, pool, index);
        watched.set(index, toldOf(pool, index));
        if (!synced) continue;
        const item = newsOf(pool, index, delta, afterBlock);
        if (item !== undefined) news.push(item);
      }
      frame = makeFrame(afterBlock, news, replacements.takeChanges());
      options.onFrame(frame);
    },
  };
}

/** The fee band of a rate: the last one whose lower bound it reaches. */
function bandOf(rate: number): number {
  let band = feeBands.length - 1;
  while (band > 0 && rate < feeBands[band]!) band--;
  return band;
}

/** Full after a block that changed more than half of the list; nothing where block and list are gone. (websocket 7.3) */
function newsOf(pool: Pool, index: number, delta: BlockDelta, afterBlock: boolean): BlockNews | undefined {
  const isThere = index < pool.blocks.length;
  if (afterBlock && isThere) {
    const list = listOf(pool, index);
    if (delta.added.length > list.length / 2) return { index, full: list };
  }
  if (!isThere && delta.removed.length === 0) return undefined;
  return { index, delta };
}

const noTxs: ToldBlock = new Map();

const toldOf = (pool: Pool, index: number): ToldBlock => (index < pool.blocks.length ? toldBlock(pool, index) : noTxs);

function deltaOf(told: ToldBlock, pool: Pool, index: number): BlockDelta {
  if (index < pool.blocks.length) return blockDelta(told, pool, index);
  return { added: [], removed: [...told.keys()], changed: [] };
}

function listOf(pool: Pool, index: number): CompressedTx[] {
  return index < pool.blocks.length ? detailedTxs(pool, index).map((tx) => compressed(pool, tx)) : [];
}

function stripped(pool: Pool, tx: PoolTx): StrippedTx {
  const { id, fee, weight, value, firstSeen } = tx;
  return { txid: id, fee, vsize: weight / 4, value, rate: pool.rateOf(tx), time: firstSeen };
}

const maxKin = 100;

const kinOf = (txs: readonly PoolTx[]): Kin[] => txs.map(({ id, fee, weight }) => ({ txid: id, fee, weight }));

function entryOf(pool: Pool, tx: PoolTx): PoolEntry {
  return {
    txid: tx.id,
    raw: tx.tx.raw.slice(),
    prevouts: tx.prevouts.map(({ value, script }) => ({ value, script: script.slice() })),
    fee: tx.fee,
    weight: tx.weight,
    sigops: tx.sigops,
    adjustedWeight: tx.adjustedWeight,
    effectiveRate: pool.rateOf(tx),
    flags: flagsOf(pool, tx),
    firstSeen: tx.firstSeen,
    position: pool.positionOf(tx),
    ancestors: kinOf(pool.ancestorsOf(tx, maxKin)),
    descendants: kinOf(pool.descendantsOf(tx, maxKin)),
  };
}

function scriptOf(txs: readonly PoolTx[], hash: string, limit: number, after: string | undefined): PoolScript {
  const result: PoolScript = {
    txCount: txs.length,
    fundedCount: 0,
    fundedSum: 0,
    spentCount: 0,
    spentSum: 0,
    txids: [],
  };
  for (const tx of txs) {
    for (const { value, script } of tx.tx.outputs()) {
      if (!isSats(value) || toHex(scriptHash(script)) !== hash) continue;
      result.fundedCount++;
      result.fundedSum += value;
    }
    for (const { value, script } of tx.prevouts) {
      if (!isSats(value) || toHex(scriptHash(script)) !== hash) continue;
      result.spentCount++;
      result.spentSum += value;
    }
  }
  const ids = txs.map(({ id }) => id).reverse();
  const from = after === undefined ? 0 : ids.indexOf(after) + 1;
  result.txids = ids.slice(from, from + limit);
  return result;
}

function totalsOf(txs: Iterable<PoolTx>, count: number, weight: number, totalFee: number): PoolTotals {
  const sorted = [...txs].map((tx) => ({ rate: tx.fee / (tx.adjustedWeight / 4), vsize: Math.ceil(tx.weight / 4) }));
  sorted.sort((a, b) => b.rate - a.rate);
  const histogram: [number, number][] = [];
  let bin = 0;
  let lastRate = 0;
  for (const { rate, vsize } of sorted) {
    if (bin > binVsize && lastRate !== rate) {
      histogram.push([lastRate, bin]);
      bin = 0;
    }
    bin += vsize;
    lastRate = rate;
  }
  if (bin > 0) histogram.push([lastRate, bin]);
  return { count, vsize: Math.ceil(weight / 4), totalFee, histogram };
}
