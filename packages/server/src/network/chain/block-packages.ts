import { sumOfValues } from '@glassblock/primitives';
import { LRUCache } from 'lru-cache';
import { eachInSlices } from '../../concurrency/slices.ts';
import { createFamilyBuilder, type Families } from './block-families.ts';
import type { Body } from './bodies.ts';

const stored = new LRUCache<string, Promise<Families>>({ max: 8 });

/**
 * Returns the packages of a mined block, computed from its transactions alone.
 * @param id hash of the block, display hex
 */
export function familiesOf(id: string, body: Body): Promise<Families> {
  let families = stored.get(id);
  if (families === undefined) {
    families = findFamilies(body);
    stored.set(id, families);
    families.catch(() => stored.delete(id));
  }
  return families;
}

async function findFamilies(body: Body): Promise<Families> {
  const builder = createFamilyBuilder();
  // a whole block takes tens of milliseconds, and with thousands of sockets each turn of the event loop takes long too
  await eachInSlices(Array(body.txCount).keys(), (position) => {
    const tx = body.tx(position);
    const paid = sumOfValues(tx.outputs().map(({ value }) => value)) ?? 0;
    const spent = sumOfValues(body.prevouts(position).map(({ value }) => value)) ?? 0;
    builder.add({
      txid: tx.txid,
      fee: position === 0 ? 0 : spent - paid,
      weight: tx.weight,
      spends: tx.inputs().map(({ prevTxid }) => prevTxid),
    });
  });
  return builder.finish();
}
