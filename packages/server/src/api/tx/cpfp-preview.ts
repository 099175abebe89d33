import type { CpfpInfo } from '@glassblock/contract';
import { BlockOrder } from '@glassblock/mempool';
import { hashFromDisplay } from '@glassblock/primitives';
import type { MempoolContext } from '../../network/mempool-context.ts';
import { isTxid } from './transactions.ts';

/** An unsent transaction, as described by a client. */
export interface UnsentTx {
  txid: string;
  weight: number;
  sigops: number;
  fee: number;
  vin: readonly { txid: string }[];
}

interface Member {
  txid: string;
  fee: number;
  weight: number;
  size: number;
  parents: Set<string>;
}

/** Maximum mempool parents considered. */
const maxParents = 100;

/** Returns the package that a transaction would be mined with if it were in the mempool now. */
export async function previewCpfp(context: MempoolContext, unsent: UnsentTx): Promise<CpfpInfo> {
  const members = new Map<string, Member>();
  const parents = [...new Set(unsent.vin.map(({ txid }) => txid))].filter(isTxid).slice(0, maxParents);
  const entries = await context.mempool.entries(parents);
  for (const entry of entries) {
    if (entry === undefined || members.has(entry.txid)) continue;
    const cluster = await context.mempool.cluster(entry.txid);
    for (const { txid, fee, weight, parents: places } of cluster?.txs ?? [{ ...entry, parents: [] }]) {
      const ids = places.map((place) => cluster!.txs[place]!.txid);
      members.set(txid, { txid, fee, weight, size: weight, parents: new Set(ids) });
    }
  }
  const size = Math.max(unsent.weight, 20 * unsent.sigops);
  const own = { ...unsent, size, parents: new Set(parents.filter((id) => members.has(id))) };
  members.set(unsent.txid, own);
  return {
    ancestors: ancestorsOf(own, members).map(({ txid, fee, weight }) => ({ txid, fee, weight })),
    descendants: [],
    bestDescendant: null,
    effectiveFeePerVsize: rateIn(members, unsent.txid),
    sigops: unsent.sigops,
    fee: unsent.fee,
    adjustedVsize: size / 4,
    acceleration: false,
  };
}

function ancestorsOf(start: Member, members: ReadonlyMap<string, Member>): Member[] {
  const found = new Set([start]);
  for (const { parents } of found) for (const id of parents) found.add(members.get(id)!);
  found.delete(start);
  return [...found];
}

function rateIn(members: ReadonlyMap<string, Member>, txid: string): number {
  const order = new BlockOrder({ seed: 1 });
  const slots = new Map<string, number>();
  for (const { txid: id, fee, weight, size } of members.values()) {
    slots.set(id, order.add(hashFromDisplay(id), { fee, weight, size, sigops: 0 }));
  }
  for (const { txid: id, parents } of members.values()) {
    for (const parent of parents) {
      const slot = slots.get(parent);
      if (slot !== undefined) order.link(slot, slots.get(id)!);
    }
  }
  order.commit();
  const slot = slots.get(txid)!;
  return order.chunkFee(slot) / (order.chunkSize(slot) / 4);
}
