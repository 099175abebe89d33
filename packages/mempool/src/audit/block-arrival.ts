import { displayHash, type Transaction } from '@glassblock/primitives';
import { type CompressedTx, compressed } from '../deltas.ts';
import { none } from '../graph/tx-graph.ts';
import type { BlockMatch } from '../memory/block-match.ts';
import type { Mempool } from '../memory/mempool.ts';
import type { RbfTree } from '../replacements/replacement-tree.ts';
import type { Replacements } from '../replacements/replacements.ts';

/** A transaction of the projected block that an arriving block is compared with. */
export interface ExpectedTx {
  readonly tx: CompressedTx;
  /** sat/vB, of its package. */
  readonly rate: number;
  /**
   * Time since which it has this fee rate, Unix seconds: its own first-seen time, or that of the newest descendant that
   * raises it.
   */
  readonly since: number;
  /** Position in the block; -1 when absent. */
  readonly position: number;
  /** It conflicts with transactions that the miner may have received instead; computed only for absent ones. */
  readonly isReplaced: boolean;
  /** Its sigops count for more than its weight. */
  readonly isSigopBound: boolean;
}

/** Transactions behind the projected block, in the order in which they would move up, as columns. */
export interface Backlog {
  /** WU. */
  readonly weights: Uint32Array;
  /** sat/vB. */
  readonly rates: Float64Array;
  /** Unix seconds. */
  readonly firstSeen: Float64Array;
  /** Positions in the block; -1 when absent. */
  readonly positions: Int32Array;
}

/** Returns the backlog of transactions given as rows, in order. */
export function backlog(
  txs: readonly { weight: number; rate: number; firstSeen: number; position: number }[],
): Backlog {
  return {
    weights: Uint32Array.from(txs, ({ weight }) => weight),
    rates: Float64Array.from(txs, ({ rate }) => rate),
    firstSeen: Float64Array.from(txs, ({ firstSeen }) => firstSeen),
    positions: Int32Array.from(txs, ({ position }) => position),
  };
}

/** State of a transaction of the block in the mempool, as a sum of marks. */
export const knownMark = {
  /** In the mempool, or just announced by the node. */
  seen: 1,
  /** It replaced others, was replaced, or displaced mempool transactions by being mined. */
  conflict: 2,
  /** Prioritized for another reason than its fee. */
  accelerated: 4,
} as const;

/** State of the mempool when a block arrived, as input of an audit. Plain data: it crosses threads. */
export interface BlockArrival {
  /** Display hex. */
  readonly hash: string;
  /** Seconds since 1970. */
  readonly time: number;
  /** Weight reserved for header and coinbase. */
  readonly reservedWeight: number;
  /** The projected block, in order. */
  readonly template: readonly ExpectedTx[];
  readonly waiting: Backlog;
  /** For each transaction of the block except the coinbase: see `knownMark`. */
  readonly known: readonly number[];
}

/** A block on arrival. */
export interface ArrivingBlock {
  /** Internal order. */
  hash: Uint8Array;
  txs: readonly Transaction[];
  /**
   * Ids that the node announced together with the block: its mempool contained them, this one had not loaded them yet.
   */
  announced: ReadonlySet<string>;
  /** The transactions of the block that are in the mempool, and its conflicts. */
  match: BlockMatch;
}

/** Maximum size of the backlog that is examined. */
const maxWaiting = 20_000;
const maxDescendants = 1_000;

/** Captures the mempool before the transactions of a block leave it, as of its last commit. */
export function blockArrival(
  { hash, txs, announced, match }: ArrivingBlock,
  mempool: Mempool,
  replacements: Replacements,
  { time, reservedWeight }: { time: number; reservedWeight: number },
): BlockArrival {
  const positions = new Map<number, number>();
  const ids = txs.slice(1).map(({ txid }) => displayHash(txid));
  const slots = match.slots.subarray(1);
  for (const [i, slot] of slots.entries()) if (slot !== none) positions.set(slot, i);
  let minedIds: ReadonlySet<string> | undefined;
  const mined = () => (minedIds ??= new Set(ids));
  const conflictingTxs = conflictingSlots(mempool, match);
  const winners = new Set(match.conflicts.map(({ position }) => position - 1));

  const expected = (slot: number): ExpectedTx => {
    const row = mempool.row(slot);
    const { id, weight, adjustedWeight, firstSeen } = row;
    const rate = mempool.rateOf(slot);
    const position = positions.get(slot) ?? -1;
    const isLifted = rate > mempool.ownRateOf(slot);
    return {
      tx: compressed(mempool, slot, row),
      rate,
      since: isLifted ? Math.max(firstSeen, mempool.packageSeen(slot)) : firstSeen,
      position,
      isReplaced: position < 0 && (conflictingTxs.has(slot) || isExcused(replacements.tree(id), id, mined)),
      isSigopBound: adjustedWeight > weight,
    };
  };

  return {
    hash: displayHash(hash),
    time,
    reservedWeight,
    template: mempool.blocks.length === 0 ? [] : Array.from(mempool.listOf(0).slots, expected),
    waiting: backlogOf(mempool, positions),
    known: ids.map((id, i) => {
      const slot = slots[i]!;
      const wasReplaced = replacements.replacedBy(id) !== undefined;
      const isSeen = slot !== none || wasReplaced || announced.has(id);
      const isConflicting = winners.has(i) || replacements.has(id);
      const isAccelerated = slot !== none && mempool.isAccelerated(slot);
      return (
        (isSeen ? knownMark.seen : 0) +
        (isConflicting ? knownMark.conflict : 0) +
        (isAccelerated ? knownMark.accelerated : 0)
      );
    }),
  };
}

/** Slots that can no longer be mined because the block spends their inputs or those of their ancestors. */
function conflictingSlots(mempool: Mempool, { conflicts }: BlockMatch): ReadonlySet<number> {
  const slots = new Set<number>();
  for (const { slot } of conflicts) {
    slots.add(slot);
    for (const descendant of mempool.descendantsOf(slot, maxDescendants)) slots.add(descendant);
  }
  return slots;
}

/**
 * A replacement of it is in the block, or one of its replaced transactions did not signal: the mempool of the miner may
 * still contain that one.
 */
function isExcused(tree: RbfTree | undefined, id: string, mined: () => ReadonlySet<string>): boolean {
  if (tree === undefined) return false;
  const isOtherMined = ({ tx, replaces }: RbfTree): boolean =>
    (tx.txid !== id && mined().has(tx.txid)) || replaces.some(isOtherMined);
  return tree.fullRbf || isOtherMined(tree);
}

function backlogOf(mempool: Mempool, positions: ReadonlyMap<number, number>): Backlog {
  const weights = new Uint32Array(maxWaiting);
  const rates = new Float64Array(maxWaiting);
  const firstSeen = new Float64Array(maxWaiting);
  const places = new Int32Array(maxWaiting);
  let count = 0;
  for (let index = 1; index < mempool.blocks.length; index++) {
    let lastChunk = none;
    let rate = 0;
    mempool.eachBlockTx(index, (slot, chunk) => {
      if (count === maxWaiting) return false;
      if (chunk !== lastChunk) rate = mempool.rateOf(slot);
      lastChunk = chunk;
      weights[count] = mempool.weightOf(slot);
      rates[count] = rate;
      firstSeen[count] = mempool.firstSeenOf(slot);
      places[count] = positions.get(slot) ?? -1;
      count++;
      return true;
    });
  }
  return {
    weights: weights.slice(0, count),
    rates: rates.slice(0, count),
    firstSeen: firstSeen.slice(0, count),
    positions: places.slice(0, count),
  };
}
