import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CpfpInfo } from '@glassblock/contract';
import type { BlockRow } from '@glassblock/index';
import { BlockOrder, type MempoolEntry } from '@glassblock/mempool';
import { displayHash, hashFromDisplay, sumOfValues } from '@glassblock/primitives';
import { LRUCache } from 'lru-cache';
import { bodyOfBlock } from '../../network/block-body.ts';
import type { Body } from '../../network/bodies.ts';
import type { ChainContext } from '../../network/chain-context.ts';
import { withChain } from '../../network/chain-reader.ts';
import type { MempoolContext } from '../../network/mempool-context.ts';
import type { AccelerationContext } from '../../sources/accelerations/acceleration-context.ts';
import { paidFor } from '../presenters/paid-for.ts';

type Relative = CpfpInfo['ancestors'][number];

/** Returns the relatives of a transaction, in the mempool or in its block. */
export async function cpfpOf(
  context: ChainContext & MempoolContext & AccelerationContext,
  id: string,
): Promise<CpfpInfo> {
  const [entry] = await context.mempool.entries([id]);
  if (entry !== undefined) return inMempool(context, entry);
  const mined = await withChain(context, async (chain) => {
    const number = await chain.numberOf(hashFromDisplay(id));
    if (number === undefined) return undefined;
    const row = (await chain.rowsAt([number.height])).get(number.height)!;
    const body = await bodyOfBlock(context.bodies, chain.view, row, false);
    return inBlock(await familiesOf(row, body), number.position);
  });
  return mined ?? { ancestors: [] };
}

async function inMempool(context: MempoolContext & AccelerationContext, entry: MempoolEntry): Promise<CpfpInfo> {
  const cluster = await context.mempool.cluster(entry.txid);
  return {
    ancestors: entry.ancestors,
    descendants: entry.descendants,
    bestDescendant: null,
    effectiveFeePerVsize: entry.effectiveRate,
    sigops: entry.sigops,
    fee: entry.fee,
    adjustedVsize: entry.adjustedWeight / 4,
    acceleration: entry.accelerated,
    ...paidFor(context, entry),
    ...(cluster === undefined ? {} : { cluster }),
  };
}

/** Spends inside one block, and package fee rates. By position, without the coinbase. */
interface Families {
  txs: { relative: Relative; parents: number[]; children: number[]; rate: number }[];
}

const stored = new LRUCache<string, Promise<Families>>({ max: 8 });
const maxRelatives = 100;
/** A whole block takes tens of milliseconds: yields after this many transactions. */
const txsPerBatch = 200;

/** Returns the packages of a mined block, computed from its transactions alone. */
export function familiesOf({ header }: BlockRow, body: Body): Promise<Families> {
  const id = displayHash(header.hash);
  let families = stored.get(id);
  if (families === undefined) {
    families = findFamilies(body);
    stored.set(id, families);
    families.catch(() => stored.delete(id));
  }
  return families;
}

async function findFamilies(body: Body): Promise<Families> {
  const order = new BlockOrder({ seed: 1 });
  const positions = new Map<string, number>();
  const txs: Families['txs'] = [];
  const slots: number[] = [];
  for (let position = 0; position < body.txCount; position++) {
    if (position % txsPerBatch === txsPerBatch - 1) await nextTurn();
    const tx = body.tx(position);
    const paid = sumOfValues(tx.outputs().map(({ value }) => value)) ?? 0;
    const spent = sumOfValues(body.prevouts(position).map(({ value }) => value)) ?? 0;
    const fee = position === 0 ? 0 : spent - paid;
    const { weight } = tx;
    const txid = displayHash(tx.txid);
    txs.push({ relative: { txid, fee, weight }, parents: [], children: [], rate: fee / (weight / 4) });
    if (position === 0) {
      slots.push(-1);
      continue;
    }
    slots.push(order.add(tx.txid, { fee, size: weight, weight, sigops: 0 }));
    for (const { prevTxid } of tx.inputs()) {
      const parent = positions.get(displayHash(prevTxid));
      if (parent === undefined || txs[position]!.parents.includes(parent)) continue;
      order.link(slots[parent]!, slots[position]!);
      txs[position]!.parents.push(parent);
      txs[parent]!.children.push(position);
    }
    positions.set(txid, position);
  }
  order.commit();
  for (let position = 1; position < txs.length; position++) {
    const slot = slots[position]!;
    txs[position]!.rate = order.chunkFee(slot) / (order.chunkSize(slot) / 4);
  }
  return { txs };
}

function inBlock({ txs }: Families, position: number): CpfpInfo {
  const walk = (next: (at: number) => number[]): Relative[] => {
    const found = new Set([position]);
    for (const at of found) {
      if (found.size > maxRelatives) break;
      for (const other of next(at)) found.add(other);
    }
    found.delete(position);
    return [...found].slice(0, maxRelatives).map((at) => txs[at]!.relative);
  };
  return {
    ancestors: walk((at) => txs[at]!.parents),
    descendants: walk((at) => txs[at]!.children),
    bestDescendant: null,
    effectiveFeePerVsize: txs[position]!.rate,
  };
}
