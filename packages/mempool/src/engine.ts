import type { Fact } from '@glassblock/journal';
import { displayHash } from '@glassblock/primitives';
import { Arrivals } from './arrivals.ts';
import { type BlockArrival, blockArrival } from './audit/block-arrival.ts';
import type { Presence } from './columns/presence.ts';
import { FramePublisher } from './frames/frame-publisher.ts';
import type { MempoolStatus } from './frames/mempool-frame.ts';
import { none } from './graph/tx-graph.ts';
import { Mempool } from './memory/mempool.ts';
import type { MempoolEntry, MempoolFrame, MempoolView } from './mempool-view.ts';
import {
  type LaterNews,
  type MempoolChanges,
  Mirror,
  type MirroredBlock,
  type MirrorOptions,
  type Reconciled,
} from './mirror/mirror.ts';
import type { MempoolSource, NodeMempoolInfo } from './mirror/source.ts';
import { createMempoolView } from './queries/create-mempool-view.ts';
import { mempoolEntry } from './queries/mempool-entry.ts';
import type { RawContents } from './raw-contents.ts';
import { ReplacedTxs } from './replacements/replaced-txs.ts';
import { replacementTx } from './replacements/replacement-tx.ts';
import { createReplacements, type Replacements } from './replacements/replacements.ts';

/** Options of the mempool engine. */
export interface EngineOptions {
  source: MempoolSource;
  /** Seconds since 1970. */
  now(): number;
  /**
   * @param entries of the added transactions, once `MempoolView.attachEntries` was called, for at most 500 of them while
   * in sync; else empty
   */
  onFacts(facts: readonly Fact[], entries: readonly MempoolEntry[]): void;
  onFrame(frame: MempoolFrame): void;
  /** Stores raw bytes of transactions after they leave the mempool. */
  contents?: RawContents;
  /**
   * Called after `restoreReplacements` with ids in trees that left the mempool meanwhile: pass those in the chain to
   * `replacementMined`.
   */
  onUnresolved?(txids: readonly string[]): void;
  /**
   * Called for each block before its transactions leave the mempool. `arrival` is undefined when an audit would be
   * misleading: the mempool was behind, the chain was changing, or the block is old.
   */
  onBlock?(block: { hash: string; arrival: BlockArrival | undefined }): void;
  /** Weight that each block reserves for coinbase and header; default 8,000. */
  reservedWeight?: number;
  /** Counts scripts and spent outpoints for other threads. */
  presence?: Presence;
}

/** The owner of the mempool. It does not schedule: a runner calls it. */
export interface MempoolEngine {
  readonly view: MempoolView;
  readonly size: number;
  /** See `Mirror.apply`. */
  apply(news: MempoolChanges, later?: LaterNews): Promise<void>;
  reconcile(): Promise<Reconciled>;
  settle(): void;
  /** Rebuilds the projected blocks and publishes a frame. */
  project(options: { afterBlock: boolean }): void;
  setInfo(info: NodeMempoolInfo): void;
  /** Sets all fee deltas: sats added to the fees of transactions for ordering, by id. */
  setFeeDeltas(sats: ReadonlyMap<string, number>): void;
  /** Sets the polling interval of the node's mempool, where it is polled. */
  setPace(pollSeconds: number | undefined): void;
  /** Orders as nodes before Core 31 do: by virtual sizes rounded up instead of weight, and equal fee rates by id. */
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

const defaultReservedWeight = 8_000;
const sweepSeconds = 600;
/** A mempool that is polled less often differs too much from a miner's. */
const maxPollSeconds = 10;
/** A block with an older header reached this node late: miners are never that far behind. */
const oldBlockSeconds = 7_200;

/** Creates the mempool engine. */
export function createMempoolEngine(options: EngineOptions): MempoolEngine {
  const { source, now, onFrame, contents, presence, reservedWeight = defaultReservedWeight } = options;
  /** Header time of the newest block. */
  let tipTime: number | undefined;
  const replacements = createReplacements({ nowSeconds: now, tipSeconds: () => tipTime });
  const isReplacement = (id: string) => replacements.replaces(id) !== undefined;
  const mempool = new Mempool({ isReplacement, reservedWeight, presence });
  const status: MempoolStatus = { synced: false, percent: 0, pollSeconds: undefined, info: undefined };
  const arrivals = new Arrivals();
  const replacedTxs = new ReplacedTxs();
  const publisher = new FramePublisher({ mempool, status, arrivals, replacements, now, onFrame });

  const mirror = new Mirror({
    mempool,
    source,
    now,
    onFacts(facts) {
      publisher.invalidate();
      recordFacts(facts, { replacements, arrivals, isSynced: status.synced }, now());
      options.onFacts(facts, areEntriesAttached && status.synced ? addedEntries(facts, mempool) : []);
    },
    ...replacementHandlers({ replacements, replacedTxs, arrivals, now }),
    onLeft: ({ txid, tx }) => contents?.put(txid, tx.raw),
    onBlock(block) {
      const time = now();
      tipTime = block.headerTime;
      const isFair = isFairToAudit(block, status, time);
      if (isFair && publisher.isOutdated) publisher.project({ afterBlock: false });
      const arrival = isFair ? blockArrival(block, mempool, replacements, { time, reservedWeight }) : undefined;
      options.onBlock?.({ hash: displayHash(block.hash), arrival });
    },
    onProgress(percent) {
      status.percent = percent;
      if (percent < 100) publisher.publishStatus();
    },
  });

  let areEntriesAttached = false;
  /** Restored trees have not been reconciled with the mempool yet. */
  let isRestored = false;
  let sweptAt = now();

  function resolveRestored(): void {
    if (!isRestored) return;
    isRestored = false;
    const unresolved = replacements.reconcile((txid) => mempool.has(txid));
    if (unresolved.length > 0) options.onUnresolved?.(unresolved);
  }

  return {
    view: createMempoolView({
      mempool,
      status,
      arrivals,
      replacements,
      replacedTxs,
      publisher,
      contents,
      attachEntries(isOn) {
        areEntriesAttached = isOn;
      },
      now,
    }),
    get size() {
      return mempool.size;
    },
    apply: (news, later) => mirror.apply(news, later),
    async reconcile() {
      const reconciled = await mirror.reconcile();
      resolveRestored();
      status.synced = true;
      arrivals.resume(now());
      return reconciled;
    },
    settle() {
      mirror.settle();
      // the clock may be set back
      if (Math.abs(now() - sweptAt) < sweepSeconds) return;
      sweptAt = now();
      replacements.sweep();
    },
    saveReplacements: () => replacements.save(),
    restoreReplacements(bytes) {
      replacements.load(bytes);
      isRestored = true;
      if (status.synced) resolveRestored();
    },
    replacementMined: (txid) => replacements.mined(txid),
    lost() {
      arrivals.pause(now());
      status.synced = false;
      status.percent = 99;
    },
    setFeeDeltas: (sats) => mempool.setFeeDeltas(sats),
    setRounding: (roundsSizes) => mempool.setRounding(roundsSizes),
    setPace(pollSeconds) {
      status.pollSeconds = pollSeconds;
    },
    setInfo(info) {
      status.info = info;
    },
    project: (projection) => publisher.project(projection),
  };
}

/** Maximum entries reported with facts: more would delay the mempool thread, and are requested in batches. */
const maxAttachedEntries = 500;

/** Returns the entries of added transactions that are still in the mempool; empty when there are too many. */
function addedEntries(facts: readonly Fact[], mempool: Mempool): MempoolEntry[] {
  const added = facts.filter((fact) => fact.type === 'tx-added');
  if (added.length > maxAttachedEntries) return [];
  const slots = added.map(({ txid }) => mempool.find(displayHash(txid)));
  return slots.filter((slot) => slot !== none).map((slot) => mempoolEntry(mempool, slot));
}

/** Updates the replacement trees and the measurements with transactions that left the mempool or entered it. */
function recordFacts(
  facts: readonly Fact[],
  { replacements, arrivals, isSynced }: { replacements: Replacements; arrivals: Arrivals; isSynced: boolean },
  time: number,
): void {
  for (const fact of facts) {
    if (fact.type === 'tx-removed') {
      if (fact.reason === 'mined') replacements.mined(displayHash(fact.txid));
      else replacements.removed(displayHash(fact.txid));
    } else if (fact.type === 'tx-added') {
      const id = displayHash(fact.txid);
      replacements.returned(id);
      arrivals.add(id, fact, time, isSynced);
    }
  }
  arrivals.trim();
}

interface ReplacementRecords {
  replacements: Replacements;
  replacedTxs: ReplacedTxs;
  arrivals: Arrivals;
  now(): number;
}

/** The mirror's handlers of replacements, in the mempool and by a block. */
function replacementHandlers({
  replacements,
  replacedTxs,
  arrivals,
  now,
}: ReplacementRecords): Pick<MirrorOptions, 'onReplaced' | 'onMinedInstead'> {
  return {
    onReplaced(newTx, oldTxs) {
      replacements.replaced({ newTx: replacementTx(newTx), oldTxs: oldTxs.map(replacementTx), certain: true });
      const time = now();
      for (const oldTx of oldTxs) arrivals.subtract(oldTx, time);
      replacedTxs.add(oldTxs);
    },
    onMinedInstead(newTx, oldTxs) {
      replacements.minedInstead({ newTx: replacementTx(newTx), victims: oldTxs.map(replacementTx) });
      replacedTxs.add(oldTxs);
    },
  };
}

/**
 * Returns true when the miner probably had the same mempool: this one is in sync, and the block is recent and its next
 * one.
 */
function isFairToAudit(block: MirroredBlock, { synced, pollSeconds }: MempoolStatus, time: number): boolean {
  return synced && block.isNext && (pollSeconds ?? 0) <= maxPollSeconds && time - block.headerTime <= oldBlockSeconds;
}
