import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BlockRow } from '@glassblock/index';
import { BlockOrder, type Relative } from '@glassblock/mempool';
import { displayHash, sumOfValues } from '@glassblock/primitives';
import { LRUCache } from 'lru-cache';
import type { Body } from './bodies.ts';

/** Spends inside one block, and package fee rates. By position, without the coinbase. */
export interface Families {
  txs: { relative: Relative; parents: number[]; children: number[]; rate: number }[];
}

const stored = new LRUCache<string, Promise<Families>>({ max: 8 });
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
