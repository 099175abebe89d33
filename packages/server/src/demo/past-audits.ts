import type { TxClassified } from '@glassblock/contract';
import { type BlockArrival, backlog, knownMark } from '@glassblock/mempool/audit';
import { displayHash, seededRandom } from '@glassblock/primitives';
import { blockSummary } from '../api/block/block-summary.ts';
import type { ChainContext } from '../network/chain/chain-context.ts';
import type { NetworkInfo } from '../network/network-info.ts';
import { auditSourceOf } from '../recording/audit-source.ts';
import type { Auditing } from '../recording/audits.ts';
import type { PastBlock } from './past-forecasts.ts';

/** Weight that projected blocks reserve for header and coinbase. */
const reservedWeight = 8_000;
/** The node receives a block some seconds after its header time. */
const arrivalSeconds = 3;
const expectedSince = 1_200;
const freshSince = 20;

/** Differences between a block and the template that the mempool had for it. */
interface Differences {
  /** Transactions of the template that the block lacks without a reason. */
  missing: number;
  /** The same, too recent for the miner to have them. */
  fresh: number;
  /** Transactions of the block that the mempool never had. */
  unseen: number;
}

/**
 * Returns the differences of one block, as seen on mainnet: half of the blocks have none; one of fourteen lacks up to
 * 2.5 % of the template.
 * @param random 0 to 1
 * @param count transactions of the block
 */
export function differencesOf(random: () => number, count: number): Differences {
  const kind = random();
  const size = random();
  if (kind < 0.5 || count < 20) return { missing: 0, fresh: 0, unseen: 0 };
  if (kind < 0.93) return { missing: 0, fresh: Math.floor(4 * size), unseen: 1 + Math.floor(3 * size) };
  return { missing: Math.floor(count * (0.005 + 0.02 * size)), fresh: 1, unseen: 1 };
}

/**
 * Returns a simulated state of the mempool at the arrival of a past block.
 * @param txs of the block, without the coinbase
 * @param later transactions of the following block, which were in the mempool too
 * @param time of the block, Unix seconds
 */
export function pastArrival(
  hash: string,
  txs: readonly TxClassified[],
  later: readonly TxClassified[],
  time: number,
  { missing, fresh, unseen }: Differences,
): BlockArrival {
  const expected = (tx: TxClassified, ageSeconds: number, position: number): BlockArrival['template'][number] => ({
    tx: [tx.txid, tx.fee, tx.vsize, tx.value, Math.round(tx.rate * 100) / 100, tx.flags, time - ageSeconds],
    rate: tx.rate,
    since: time - ageSeconds,
    position,
    isReplaced: false,
    isSigopBound: false,
  });
  const seenCount = txs.length - unseen;
  const template = txs.slice(0, seenCount).map((tx, position) => expected(tx, expectedSince, position));
  const absent = later.slice(0, missing + fresh);
  const added = absent.map((tx, i) => expected(tx, i < missing ? expectedSince : freshSince, -1));
  return {
    hash,
    time: time + arrivalSeconds,
    reservedWeight,
    template: [...added, ...template].sort((a, b) => b.rate - a.rate),
    waiting: backlog([]),
    known: txs.map((_, position) => (position < seenCount ? knownMark.seen : 0)),
  };
}

/** Resolves once the index has all blocks of the node, or when `signal` aborts. */
export function indexed(context: Pick<ChainContext, 'progress' | 'onState'>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!signal.aborted && !context.progress().synced) return;
      leave();
      signal.removeEventListener('abort', check);
      resolve();
    };
    const leave = context.onState(check);
    signal.addEventListener('abort', check);
    check();
  });
}

/**
 * Audits past blocks of the simulated node as if the mempool had been there when they arrived. Ends when `signal` aborts.
 * @param blocks oldest first, consecutive
 * @throws of the index and of the node
 */
export async function auditPastBlocks(
  context: NetworkInfo & ChainContext,
  audits: Pick<Auditing, 'arrived' | 'settled'>,
  blocks: readonly PastBlock[],
  seed: number,
  signal: AbortSignal,
): Promise<void> {
  const random = seededRandom(seed);
  const source = auditSourceOf(context);
  await indexed(context, signal);
  for (const [i, { hash, time }] of blocks.entries()) {
    if (signal.aborted) return;
    const id = displayHash(hash);
    const next = blocks[i + 1];
    const [txs, later] = await Promise.all([
      blockSummary(context, id),
      next === undefined ? [] : blockSummary(context, displayHash(next.hash)),
    ]);
    const differences = differencesOf(random, txs.length - 1);
    const arrival = pastArrival(id, txs.slice(1), later.slice(1), time, differences);
    audits.arrived({ hash: id, arrival }, source);
    await audits.settled(id);
  }
}
