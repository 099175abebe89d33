import type { Fact } from '@glassblock/journal';
import { displayHash, fromHex, hashFromDisplay, isSats, scriptHash, toHex } from '@glassblock/primitives';
import { type BlockArrival, blockArrival } from './audit/block-arrival.ts';
import { createIncomingRate } from './blocks/incoming-rate.ts';
import { detailedTxs, figuresOf, type ProjectedFigures } from './blocks/project.ts';
import { recommendedFees } from './blocks/recommended-fees.ts';
import { flag } from './classify.ts';
import {
  type BlockDelta,
  blockDelta,
  type CompressedTx,
  compressed,
  flagsOf,
  type PublishedBlock,
  publishedBlock,
} from './deltas.ts';
import { createInflowMeter } from './forecast/inflow-meter.ts';
import { bandOfRate, rateBands } from './forecast/rate-bands.ts';
import { none } from './graph/tx-graph.ts';
import { placeAfter, sortedIds } from './memory/id-list.ts';
import { createMempool, type Mempool } from './memory/mempool.ts';
import { histogramOf, totalsOf } from './memory/mempool-totals.ts';
import type { MempoolTx } from './memory/mempool-tx.ts';
import type { BlockUpdate, MempoolEntry, MempoolFrame, MempoolView, Relative, StrippedTx } from './mempool-view.ts';
import { cachedScan } from './mirror/cached-scan.ts';
import {
  createMirror,
  type MempoolChanges,
  type MirroredBlock,
  type Reconciled,
  type RemovedTx,
} from './mirror/mirror.ts';
import type { MempoolSource, NodeMempoolInfo } from './mirror/source.ts';
import { scriptTxSlots } from './queries/script-txs.ts';
import type { ReplacementTx } from './replacements/replacement-tree.ts';
import { createReplacements, type ReplacementChanges } from './replacements/replacements.ts';
import { feeBands } from './samples/sample-bytes.ts';

/** Options of the mempool engine. */
export interface EngineOptions {
  source: MempoolSource;
  /** Seconds since 1970. */
  now(): number;
  onFacts(facts: readonly Fact[]): void;
  onFrame(frame: MempoolFrame): void;
  /** Stores raw bytes of transactions after they leave the mempool. */
  contents?: RawContents;
  /**
   * Called after `restoreReplacements` with ids in trees that left the mempool meanwhile: pass those in the chain to
   * `replacementMined`.
   */
  onUnresolved?(txids: readonly string[]): void;
  /**
   * Called for each block before its transactions leave the mempool. `arrival` is undefined when an audit would not be
   * fair: the mempool was behind, the chain was changing, or the block is old.
   */
  onBlock?(block: { hash: string; arrival: BlockArrival | undefined }): void;
  /** Weight that each block reserves for coinbase and header; default 8,000. */
  reservedWeight?: number;
}

/** A bounded cache of raw transactions: an entry may be absent, never wrong. Ids in internal order. */
export interface RawContents {
  put(txid: Uint8Array, raw: Uint8Array): void;
  get(txid: Uint8Array): Promise<Uint8Array | undefined>;
}

/** The owner of the mempool. It does not schedule: a runner calls it. */
export interface MempoolEngine {
  readonly view: MempoolView;
  readonly size: number;
  apply(news: MempoolChanges): Promise<void>;
  reconcile(): Promise<Reconciled>;
  settle(): void;
  /** Rebuilds the projected blocks and publishes a frame. */
  project(options: { afterBlock: boolean }): void;
  setInfo(info: NodeMempoolInfo): void;
  /** Sets all fee deltas: sats added to the fees of transactions for ordering, by id. */
  setFeeDeltas(sats: ReadonlyMap<string, number>): void;
  /** Sets the polling interval of the node's mempool, where it is polled. */
  setPace(pollSeconds: number | undefined): void;
  /** Orders by virtual sizes rounded up, as nodes before Core 31 do, instead of by weight. */
  setRounding(roundsSizes: boolean): void;
  /** Returns the replacement trees as bytes, for a later run. */
  saveReplacements(): Uint8Array;
  /**
   * Loads the trees of an earlier run.
   * @throws {CodedError} mempool.bad-replacements, and there are none then
   */
  restoreReplacements(bytes: Uint8Array): void;
  replacementMined(txid: string): void;
  /** Marks the mempool as behind the node. */
  lost(): void;
}

const newestStored = 10;
const defaultReservedWeight = 8_000;
const maxEntries = 500;
const maxOutpoints = 5_000;
/** Maximum transactions of one script whose outputs are read. */
const maxScriptTxs = 10_000;
/** Number of replaced transactions that stay available. */
const maxReplaced = 5_000;
/** Larger clusters are not returned. */
const maxCluster = 500;
const sweepSeconds = 600;
/** Linearization steps per projection, about 20 ns each. */
const commitSteps = 250_000;
/** A mempool that is polled less often is not what a miner chose from. */
const maxPollSeconds = 10;
/** A block with an older header is late at this node: miners are never that far behind. */
const oldBlockSeconds = 7_200;

/** Creates the mempool engine. */
export function createMempoolEngine(options: EngineOptions): MempoolEngine {
  const replacements = createReplacements({ nowSeconds: options.now });
  const reservedWeight = options.reservedWeight ?? defaultReservedWeight;
  const mempool = createMempool({
    isReplacement: (id) => replacements.replaces(id) !== undefined,
    reservedWeight,
  });
  /** True when the mempool changed since the last projection. */
  let isChanged = false;
  /** Replaced transactions, oldest first. */
  const replacedTxs = new Map<string, RemovedTx>();
  /** Restored trees have not been reconciled with the mempool yet. */
  let isRestored = false;
  let sweptAt = options.now();
  const incoming = createIncomingRate();
  const inflow = createInflowMeter();
  let newest: string[] = [];
  const histogram = cachedScan(
    () => mempool.size,
    options.now,
    () => histogramOf(mempool),
  );
  const ids = cachedScan(
    () => mempool.size,
    options.now,
    () => sortedIds(mempool.shownIds()),
  );
  let info: NodeMempoolInfo | undefined;
  let percent = 0;
  let pollSeconds: number | undefined;
  let synced = false;
  let sequence = 0;
  let figures: ProjectedFigures[] = [];
  let watched = new Map<number, PublishedBlock>();
  /** The last projection was not published: no delta can refer to it. */
  let isUnpublished = true;
  let frame = makeFrame(false, [], undefined);

  const mirror = createMirror({
    mempool,
    source: options.source,
    now: options.now,
    onFacts(facts) {
      isChanged = true;
      for (const fact of facts) {
        if (fact.type === 'tx-removed') {
          if (fact.reason === 'mined') replacements.mined(displayHash(fact.txid));
          else replacements.removed(displayHash(fact.txid));
        }
        if (fact.type !== 'tx-added') continue;
        const id = displayHash(fact.txid);
        replacements.returned(id);
        if (synced) incoming.add(options.now(), fact.weight / 4);
        inflow.add(options.now(), fact.fee / (fact.weight / 4), fact.weight);
        newest.push(id);
      }
      newest = newest.slice(-4 * newestStored);
      options.onFacts(facts);
    },
    onReplaced(newTx, oldTxs) {
      replacements.replaced({ newTx: versionOf(newTx), oldTxs: oldTxs.map(versionOf), certain: true });
      for (const { rate, weight } of oldTxs) inflow.add(options.now(), rate, -weight);
      recordReplaced(oldTxs);
    },
    onMinedInstead(newTx, oldTxs) {
      replacements.minedInstead({ newTx: versionOf(newTx), victims: oldTxs.map(versionOf) });
      recordReplaced(oldTxs);
    },
    onLeft({ txid, tx }) {
      options.contents?.put(txid, tx.raw);
    },
    onBlock,
    onProgress(value) {
      percent = value;
      if (value < 100) options.onFrame(makeFrame(false, [], undefined));
    },
  });

  function onBlock(block: MirroredBlock): void {
    const time = options.now();
    const isFair =
      synced && block.isNext && (pollSeconds ?? 0) <= maxPollSeconds && time - block.headerTime <= oldBlockSeconds;
    if (isFair && isChanged) project(false);
    const arrival = isFair ? blockArrival(block, mempool, replacements, { time, reservedWeight }) : undefined;
    options.onBlock?.({ hash: displayHash(block.hash), arrival });
  }

  function resolveRestored(): void {
    if (!isRestored) return;
    isRestored = false;
    const unresolved = replacements.reconcile((txid) => mempool.has(txid));
    if (unresolved.length > 0) options.onUnresolved?.(unresolved);
  }

  function recordReplaced(txs: readonly RemovedTx[]): void {
    for (const tx of txs) replacedTxs.set(tx.id, tx);
    for (const id of replacedTxs.keys()) {
      if (replacedTxs.size <= maxReplaced) break;
      replacedTxs.delete(id);
    }
  }

  function makeFrame(
    afterBlock: boolean,
    news: BlockUpdate[],
    rbfChanges: ReplacementChanges | undefined,
  ): MempoolFrame {
    const minimum = info === undefined ? undefined : Math.round(info.mempoolminfee * 1e8);
    return {
      sequence,
      synced,
      percent: synced ? 100 : Math.min(99, percent),
      count: mempool.size,
      pollSeconds,
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
        .map((id) => mempool.find(id))
        .filter((slot) => slot !== none)
        .slice(-newestStored)
        .reverse()
        .map((slot) => stripped(mempool, slot)),
      afterBlock,
      watched: news,
      rbfSummary: replacements.summary(),
      rbfChanges,
    };
  }

  function project(afterBlock: boolean): void {
    isChanged = false;
    mempool.commit(afterBlock ? 1 : 0, commitSteps);
    figures = figuresOf(mempool);
    if (synced) sequence++;
    const news: BlockUpdate[] = [];
    const wasUnpublished = isUnpublished;
    isUnpublished = !synced;
    for (const [index, published] of watched) {
      const delta = deltaOf(published, mempool, index);
      watched.set(index, publishedOf(mempool, index));
      if (!synced) continue;
      const item = wasUnpublished ? { index, full: listOf(mempool, index) } : newsOf(mempool, index, delta, afterBlock);
      if (item !== undefined) news.push(item);
    }
    frame = makeFrame(afterBlock, news, replacements.takeChanges());
    options.onFrame(frame);
  }

  return {
    view: {
      frame: async () => frame,
      async entries(txids) {
        return txids.slice(0, maxEntries).map((txid) => {
          const slot = mempool.find(txid);
          return slot === none ? undefined : entryOf(mempool, slot);
        });
      },
      async script(hash, { limit, after }) {
        const bytes = fromHex(hash);
        const last = after === undefined ? none : mempool.find(after);
        return {
          ...mempool.scriptTotals(bytes),
          txids: mempool.byScript(bytes, limit, last).map((slot) => mempool.idOf(slot)),
        };
      },
      async scriptTxs(hashes, options) {
        const { slots, holdsCursor } = scriptTxSlots(mempool, hashes, options);
        return { entries: slots.map((slot) => entryOf(mempool, slot)), holdsCursor };
      },
      async scriptOutputs(hash) {
        return outputsOf(mempool, hash);
      },
      addressKeys: async (ranges, limit) => mempool.addressKeys(ranges, limit),
      async spenders(outpoints) {
        return outpoints.slice(0, maxOutpoints).map(({ txid, vout }) => {
          const spender = mempool.spender(hashFromDisplay(txid), vout);
          return spender === undefined ? undefined : { txid: mempool.idOf(spender.slot), vin: spender.vin };
        });
      },
      async txids({ after, limit }) {
        const all = ids();
        const from = after === undefined ? 0 : placeAfter(all, after);
        return all.slice(32 * from, limit === undefined ? undefined : 32 * (from + limit));
      },
      totals: async () => totalsOf(mempool, histogram()),
      async projectedBlock(index) {
        return { sequence, txs: listOf(mempool, index) };
      },
      async sample() {
        if (!synced || info === undefined) return undefined;
        const vsizes = feeBands.map(() => 0);
        for (let index = 0; index < mempool.blocks.length; index++) {
          mempool.blockRates(index, (rate, weight) => {
            vsizes[bandOf(rate)]! += weight / 4;
          });
        }
        return {
          added: Math.floor(options.now()),
          count: mempool.size,
          vBytesPerSecond: incoming.at(options.now()),
          weight: mempool.totalWeight,
          totalFee: mempool.totalFee,
          minFee: info.mempoolminfee * 1e5,
          vsizes,
        };
      },
      async forecastInputs() {
        if (!synced || info === undefined) return undefined;
        const mempoolWeights = new Float64Array(rateBands);
        for (let index = 0; index < mempool.blocks.length; index++) {
          mempool.blockRates(index, (rate, weight) => {
            mempoolWeights[bandOfRate(rate)]! += weight;
          });
        }
        return { mempoolWeights, inflow: inflow.state(options.now()), minFeeRate: info.mempoolminfee * 1e5 };
      },
      async cluster(txid) {
        const slot = mempool.find(txid);
        return slot === none ? undefined : mempool.clusterOf(slot, maxCluster);
      },
      replacement: async (txid) => ({ tree: replacements.tree(txid), replaces: replacements.replaces(txid) }),
      replacements: async ({ after, fullOnly }) => replacements.list({ after, fullOnly }),
      async replacedTx(txid) {
        const tx = replacedTxs.get(txid);
        return tx === undefined ? undefined : entryOfLeft(tx, replacements.replaces(txid) !== undefined);
      },
      async rawOf(txid) {
        const slot = mempool.find(txid);
        return slot === none ? options.contents?.get(hashFromDisplay(txid)) : mempool.read(slot).tx.raw;
      },
      async watchBlocks(indexes) {
        watched = new Map(indexes.map((index) => [index, watched.get(index) ?? publishedOf(mempool, index)]));
      },
    },
    get size() {
      return mempool.size;
    },
    apply: (news) => mirror.apply(news),
    async reconcile() {
      const reconciled = await mirror.reconcile();
      resolveRestored();
      synced = true;
      inflow.resume(options.now());
      return reconciled;
    },
    settle() {
      mirror.settle();
      if (options.now() - sweptAt < sweepSeconds) return;
      sweptAt = options.now();
      replacements.sweep();
    },
    saveReplacements: () => replacements.save(),
    restoreReplacements(bytes) {
      replacements.load(bytes);
      isRestored = true;
      if (synced) resolveRestored();
    },
    replacementMined: (txid) => replacements.mined(txid),
    lost() {
      inflow.pause(options.now());
      synced = false;
      percent = 99;
    },
    setFeeDeltas: (sats) => mempool.setFeeDeltas(sats),
    setRounding: (roundsSizes) => mempool.setRounding(roundsSizes),
    setPace(seconds) {
      pollSeconds = seconds;
    },
    setInfo(next) {
      info = next;
    },
    project: ({ afterBlock }) => project(afterBlock),
  };
}

/** The fee band of a fee rate: the last one whose lower bound it reaches. */
function bandOf(rate: number): number {
  let band = feeBands.length - 1;
  while (band > 0 && rate < feeBands[band]!) band--;
  return band;
}

/** Full after a block that changed more than half of the list; undefined where block and list are gone. */
function newsOf(mempool: Mempool, index: number, delta: BlockDelta, afterBlock: boolean): BlockUpdate | undefined {
  const isThere = index < mempool.blocks.length;
  if (afterBlock && isThere) {
    const list = listOf(mempool, index);
    if (delta.added.length > list.length / 2) return { index, full: list };
  }
  if (!isThere && delta.removed.length === 0) return undefined;
  return { index, delta };
}

const noTxs: PublishedBlock = new Map();

const publishedOf = (mempool: Mempool, index: number): PublishedBlock =>
  index < mempool.blocks.length ? publishedBlock(mempool, index) : noTxs;

function deltaOf(published: PublishedBlock, mempool: Mempool, index: number): BlockDelta {
  if (index < mempool.blocks.length) return blockDelta(published, mempool, index);
  return { added: [], removed: [...published.keys()].map((slot) => mempool.idOf(slot)), changed: [] };
}

function listOf(mempool: Mempool, index: number): CompressedTx[] {
  return index < mempool.blocks.length ? detailedTxs(mempool, index).map((tx) => compressed(mempool, tx)) : [];
}

function stripped(mempool: Mempool, slot: number): StrippedTx {
  const { id, fee, weight, value, firstSeen } = mempool.row(slot);
  return { txid: id, fee, vsize: weight / 4, value, rate: mempool.rateOf(slot), time: firstSeen };
}

function versionOf(tx: MempoolTx | RemovedTx): ReplacementTx {
  const rate = 'rate' in tx ? tx.rate : tx.fee / (tx.adjustedWeight / 4);
  return {
    txid: tx.id,
    fee: tx.fee,
    vsize: tx.weight / 4,
    value: tx.value,
    rate,
    time: tx.firstSeen,
    rbf: tx.tx.inputs().some(({ sequence }) => sequence < 0xfffffffe),
  };
}

const maxKin = 100;

function relativesOf(mempool: Mempool, slots: readonly number[]): Relative[] {
  return slots.map((slot) => ({ txid: mempool.idOf(slot), fee: mempool.feeOf(slot), weight: mempool.weightOf(slot) }));
}

function entryOf(mempool: Mempool, slot: number): MempoolEntry {
  const tx = mempool.read(slot);
  return {
    ...ownPartOf(tx),
    effectiveRate: mempool.rateOf(slot),
    flags: flagsOf(mempool, slot, tx.ownFlags),
    position: mempool.positionOf(slot),
    accelerated: mempool.isAccelerated(slot),
    ancestors: relativesOf(mempool, mempool.ancestorsOf(slot, maxKin)),
    descendants: relativesOf(mempool, mempool.descendantsOf(slot, maxKin)),
  };
}

function entryOfLeft(tx: RemovedTx, isReplacement: boolean): MempoolEntry {
  return {
    ...ownPartOf(tx),
    effectiveRate: tx.rate,
    flags: tx.ownFlags + (isReplacement ? flag.replacement : 0),
    position: undefined,
    accelerated: false,
    ancestors: [],
    descendants: [],
  };
}

function ownPartOf({ id, tx, prevouts, fee, weight, sigops, adjustedWeight, firstSeen }: MempoolTx) {
  return { txid: id, raw: tx.raw, prevouts: [...prevouts], fee, weight, sigops, adjustedWeight, firstSeen };
}

/**
 * For the newest transactions that touch a script, oldest first: unspent outputs to it, and its outpoints that they
 * spend.
 */
function outputsOf(mempool: Mempool, hash: string) {
  const unspent: { txid: string; vout: number; value: number }[] = [];
  const spent: { txid: string; vout: number }[] = [];
  const isOurs = (script: Uint8Array) => toHex(scriptHash(script)) === hash;
  for (const slot of mempool.byScript(fromHex(hash), maxScriptTxs, none).reverse()) {
    const { id, txid, tx, prevouts } = mempool.read(slot);
    for (const [vout, { value, script }] of tx.outputs().entries()) {
      if (!isSats(value) || !isOurs(script)) continue;
      if (mempool.spender(txid, vout) === undefined) unspent.push({ txid: id, vout, value });
    }
    for (const [i, { script }] of prevouts.entries()) {
      if (!isOurs(script)) continue;
      const { prevTxid, prevVout } = tx.input(i);
      spent.push({ txid: displayHash(prevTxid), vout: prevVout });
    }
  }
  return { unspent, spent };
}
