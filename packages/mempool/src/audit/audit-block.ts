import type { CompressedTx } from '../deltas.ts';
import { type BlockArrival, type ExpectedTx, knownMark } from './block-arrival.ts';
import { outOfOrder } from './out-of-order.ts';

/** The audit of a block. Ids in display hex, in the order of template or block. */
export interface BlockAudit {
  hash: string;
  /** Arrival of the block, Unix seconds. */
  time: number;
  /** The projected block at that time. */
  template: CompressedTx[];
  /** In the block, never seen in the mempool. */
  unseen: string[];
  /** In the template, not in the block, unexplained. */
  missing: string[];
  /**
   * In the block, not in the template: filled free space, or unseen with a higher fee rate than the last expected one.
   */
  added: string[];
  prioritized: string[];
  deprioritized: string[];
  /** In the template, not in the block, and so recent that the miner may not have received it. */
  fresh: string[];
  /** In the template, not in the block, and limited by sigops, which miners count in different ways. */
  sigop: string[];
  /** In the template or the block, where the other one has a conflicting transaction. */
  replaced: string[];
  /** In the block, and prioritized for another reason than their fees. */
  accelerated: string[];
  /** Percent, two decimals: mined expected transactions among all that were mined or are missing. */
  matchRate: number;
  /** Share of the template's weight that was mined, 0 to 1. */
  similarity: number;
  /** Of the template, sats. */
  expectedFees: number;
  /** Of the template, WU, without header and coinbase. */
  expectedWeight: number;
}

/** A mined block as input of an audit. */
export interface AuditedBlock {
  /** WU. */
  weight: number;
  coinbaseWeight: number;
  /** In block order without the coinbase; package fee rates in sat/vB. */
  txs: readonly { txid: string; weight: number; rate: number }[];
}

/** Newer transactions may not have reached the miner, seconds. */
const propagationSeconds = 180;
const slackWeight = 4_000;
const slackRate = 0.005;
const maxMisses = 500;
/**
 * Miners may reject transactions below this fee rate; those that include some are expected to include all at that rate.
 */
const defaultFloor = 1;
const blockWeight = 4_000_000;

/**
 * Compares a block with the mempool at its arrival. Pure.
 * @throws Error when the two do not belong to the same block
 */
export function auditBlock(arrival: BlockArrival, block: AuditedBlock): BlockAudit {
  const { template, known, time } = arrival;
  const { txs } = block;
  if (known.length !== txs.length) throw new Error(`an audit of ${txs.length} transactions by ${known.length} marks`);
  const order = outOfOrder(txs.map(({ rate }) => rate));
  const absent = template.filter(({ position }) => position < 0);
  const expectedAt = new Set(template.map(({ position }) => position));

  const { replaced, fresh, sigop, suspects } = explainAbsent(absent, time, floorOf(order.minRate));
  const displaced = displacedAt(arrival, block, absent);
  const mined = explainUnexpected(arrival, block, expectedAt, displaced);

  const spare = blockWeight - block.weight;
  const missing = toleratingEnd(template, suspects, mined.unexpectedWeight - spare);
  const matches = txs.filter((_, i) => expectedAt.has(i)).length;
  const weightOf = (expected: readonly ExpectedTx[]) => expected.reduce((sum, { tx }) => sum + weightOfTx(tx), 0);
  const expectedWeight = weightOf(template);
  const minedWeight = expectedWeight - weightOf(absent);
  return {
    hash: arrival.hash,
    time,
    template: template.map(({ tx }) => tx),
    unseen: mined.unseen,
    missing: idsOf(template.filter((tx) => missing.has(tx))),
    added: mined.added,
    prioritized: order.prioritized.map((i) => txs[i]!.txid),
    deprioritized: order.deprioritized.map((i) => txs[i]!.txid),
    fresh: idsOf(fresh),
    sigop: idsOf(sigop),
    replaced: [...idsOf(replaced), ...mined.conflicts],
    accelerated: txs.filter((_, i) => (known[i]! & knownMark.accelerated) !== 0).map(({ txid }) => txid),
    matchRate: Math.round(10_000 * scoreOf(matches, missing.size)) / 100,
    similarity: (block.coinbaseWeight + minedWeight) / (block.coinbaseWeight + expectedWeight),
    expectedFees: template.reduce((sum, { tx: [, fee] }) => sum + fee, 0),
    expectedWeight,
  };
}

const weightOfTx = ([, , vsize]: CompressedTx): number => 4 * vsize;
const idsOf = (expected: readonly ExpectedTx[]): string[] => expected.map(({ tx: [id] }) => id);

/** Returns the share of expected transactions that were mined; 1 for an empty block only when none is missing. */
function scoreOf(matches: number, missing: number): number {
  if (matches === 0) return missing === 0 ? 1 : 0;
  return matches / (matches + missing);
}

/** A miner that includes transactions below the default floor is expected to include all at those fee rates. */
const floorOf = (minRate: number | undefined): number => Math.min(defaultFloor, minRate ?? defaultFloor);

/** Why expected transactions are not in the block; `suspects`: unexplained. */
function explainAbsent(absent: readonly ExpectedTx[], time: number, floor: number) {
  const replaced: ExpectedTx[] = [];
  const fresh: ExpectedTx[] = [];
  const sigop: ExpectedTx[] = [];
  const suspects = new Set<ExpectedTx>();
  for (const tx of absent) {
    if (tx.isReplaced) replaced.push(tx);
    else if (time - tx.since <= propagationSeconds) fresh.push(tx);
    else if (tx.isSigopBound) sigop.push(tx);
    else if (tx.rate >= floor) suspects.add(tx);
  }
  return { replaced, fresh, sigop, suspects };
}

/** Positions in the block of backlog transactions that may have moved up into the space of the absent ones. */
function displacedAt(arrival: BlockArrival, block: AuditedBlock, absent: readonly ExpectedTx[]): Set<number> {
  const places = new Set<number>();
  const paying = block.txs.reduce((sum, { weight }) => sum + weight, 0);
  const overhead = block.weight - paying;
  const freed = absent.reduce((sum, { tx }) => sum + weightOfTx(tx), 0) + arrival.reservedWeight - overhead;
  let remaining = freed + slackWeight;
  let lastRate = Number.POSITIVE_INFINITY;
  let misses = 0;
  const { weights, rates, firstSeen, positions } = arrival.waiting;
  for (const [i, weight] of weights.entries()) {
    const rate = rates[i]!;
    const position = positions[i]!;
    const fits = weight - remaining < slackWeight;
    if (!fits && rate < lastRate - slackRate) {
      if (++misses >= maxMisses) break;
      continue;
    }
    misses = 0;
    if (position >= 0) places.add(position);
    // nodes that round sizes up see a slightly lower rate
    if (fits) lastRate = Math.min(lastRate, (rate * (weight / 4)) / Math.ceil(weight / 4));
    if (arrival.time - firstSeen[i]! > propagationSeconds) remaining -= weight;
  }
  return places;
}

/** Classifies transactions of the block that are not in the template. */
function explainUnexpected(
  { known }: BlockArrival,
  { txs }: AuditedBlock,
  expectedAt: ReadonlySet<number>,
  displaced: ReadonlySet<number>,
) {
  const conflicts: string[] = [];
  const unseen: string[] = [];
  const added: string[] = [];
  let unexpectedWeight = 0;
  const lastSeen = known.findLastIndex((marks) => (marks & knownMark.seen) !== 0);
  for (const [i, { txid, weight }] of txs.entries()) {
    if (expectedAt.has(i)) continue;
    unexpectedWeight += weight;
    const isSeen = (known[i]! & knownMark.seen) !== 0;
    const isConflicting = (known[i]! & knownMark.conflict) !== 0;
    if (isConflicting) conflicts.push(txid);
    if (!isSeen) unseen.push(txid);
    // unseen transactions after the last seen one only fill the block
    if (!isConflicting && (isSeen ? displaced.has(i) : i < lastSeen)) added.push(txid);
  }
  return { conflicts, unseen, added, unexpectedWeight };
}

/**
 * Suspects without those at the end of the template, which other transactions of the miner displaced.
 * @param overflow WU in the block beyond the expected and the free weight
 */
function toleratingEnd(
  template: readonly ExpectedTx[],
  suspects: ReadonlySet<ExpectedTx>,
  overflow: number,
): Set<ExpectedTx> {
  const missing = new Set(suspects);
  let left = overflow;
  let highest = 0;
  for (let i = template.length - 1; i >= 0; i--) {
    const expected = template[i]!;
    if (left > 0) {
      missing.delete(expected);
      highest = Math.max(highest, expected.rate);
    } else if (expected.rate <= Math.ceil(100 * highest) / 100 + slackRate && highest > 0) missing.delete(expected);
    left -= weightOfTx(expected.tx);
  }
  return missing;
}
