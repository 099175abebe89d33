import { displayHash, type Transaction } from '@glassblock/primitives';
import { detailedTxs } from '../blocks/project.ts';
import { type CompressedTx, compressed } from '../deltas.ts';
import { none } from '../graph/tx-graph.ts';
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
  /** It has conflicts that a miner may have known instead; computed only for absent ones. */
  readonly isReplaced: boolean;
  /** Its sigops count for more than its weight. */
  readonly isSigopBound: boolean;
}

/** A transaction behind the projected block, in the order in which it would move up. */
export interface BacklogTx {
  readonly weight: number;
  readonly rate: number;
  readonly firstSeen: number;
  readonly position: number;
}

/** What the mempool knew of a transaction of the block, as a sum of marks. */
export const knownMark = {
  /** In the mempool, or just announced by the node. */
  seen: 1,
  /** It replaced others, was replaced, or displaced mempool transactions by being mined. */
  conflict: 2,
  /** Prioritized by more than its fee. */
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
  readonly waiting: readonly BacklogTx[];
  /** For each transaction of the block except the coinbase: see `knownMark`. */
  readonly known: readonly number[];
}

/** A block on arrival. */
export interface ArrivingBlock {
  /** Internal order. */
  hash: Uint8Array;
  txs: readonly Transaction[];
  /** Ids that the node announced together with the block: it had them before, this mempool had no time to load them. */
  announced: ReadonlySet<string>;
}

/** Maximum size of the backlog that is examined. */
const maxWaiting = 20_000;
const maxDescendants = 1_000;

/** Captures the mempool before the transactions of a block leave it, as of its last commit. */
export function blockArrival(
  { hash, txs, announced }: ArrivingBlock,
  mempool: Mempool,
  replacements: Replacements,
  { time, reservedWeight }: { time: number; reservedWeight: number },
): BlockArrival {
  const positions = new Map<number, number>();
  const ids = new Set<string>();
  const slots: number[] = [];
  for (const [i, { txid }] of txs.slice(1).entries()) {
    const slot = mempool.findBytes(txid);
    if (slot !== none) positions.set(slot, i);
    slots.push(slot);
    ids.add(displayHash(txid));
  }
  const { conflictingTxs, winners } = conflicts(mempool, txs, slots);

  const expected = (slot: number): ExpectedTx => {
    const tx = compressed(mempool, slot);
    const [id] = tx;
    const { weight, adjustedWeight, firstSeen } = mempool.row(slot);
    const rate = mempool.rateOf(slot);
    const position = positions.get(slot) ?? -1;
    const isLifted = rate > mempool.ownRateOf(slot);
    return {
      tx,
      rate,
      since: isLifted ? Math.max(firstSeen, mempool.packageSeen(slot)) : firstSeen,
      position,
      isReplaced: position < 0 && (conflictingTxs.has(slot) || isExcused(replacements.tree(id), id, ids)),
      isSigopBound: adjustedWeight > weight,
    };
  };

  return {
    hash: displayHash(hash),
    time,
    reservedWeight,
    template: mempool.blocks.length === 0 ? [] : detailedTxs(mempool, 0).map(expected),
    waiting: [...waitingTxs(mempool, positions)],
    known: slots.map((slot, i) => {
      const id = displayHash(txs[i + 1]!.txid);
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

/**
 * Slots that can no longer be mined because the block spends their inputs or those of their ancestors, and the
 * positions of the block's transactions that do.
 */
function conflicts(mempool: Mempool, txs: readonly Transaction[], slots: readonly number[]) {
  const conflictingTxs = new Set<number>();
  const winners = new Set<number>();
  if (mempool.size === 0) return { conflictingTxs, winners };
  for (const [i, slot] of slots.entries()) {
    // a transaction in the mempool has no conflict there
    if (slot !== none) continue;
    for (const { prevTxid, prevVout } of txs[i + 1]!.inputs()) {
      const conflicting = mempool.spender(prevTxid, prevVout);
      if (conflicting === undefined) continue;
      winners.add(i);
      conflictingTxs.add(conflicting.slot);
      for (const descendant of mempool.descendantsOf(conflicting.slot, maxDescendants)) conflictingTxs.add(descendant);
    }
  }
  return { conflictingTxs, winners };
}

/**
 * A replacement of it is in the block, or one of its replaced transactions did not signal: the miner may have kept that
 * one.
 */
function isExcused(tree: RbfTree | undefined, id: string, mined: ReadonlySet<string>): boolean {
  if (tree === undefined) return false;
  const isOtherMined = ({ tx, replaces }: RbfTree): boolean =>
    (tx.txid !== id && mined.has(tx.txid)) || replaces.some(isOtherMined);
  return tree.fullRbf || isOtherMined(tree);
}

function* waitingTxs(mempool: Mempool, positions: ReadonlyMap<number, number>): Generator<BacklogTx> {
  let left = maxWaiting;
  for (let index = 1; index < mempool.blocks.length; index++) {
    for (const slot of mempool.blockTxs(index)) {
      if (left-- === 0) return;
      const { weight, firstSeen } = mempool.row(slot);
      yield { weight, rate: mempool.rateOf(slot), firstSeen, position: positions.get(slot) ?? -1 };
    }
  }
}
