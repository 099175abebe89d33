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

/** A transaction of the mempool that is related to an unsent one. */
export interface PreviewMember {
  txid: string;
  fee: number;
  weight: number;
  /** Weight that fee rates are based on. */
  size: number;
  /** Ids of its unconfirmed parents. */
  parents: ReadonlySet<string>;
}

/** Maximum mempool parents considered. */
const maxParents = 100;

/** Returns the transactions that an unsent one spends outputs of, each once. */
export const parentsOf = ({ vin }: UnsentTx): string[] =>
  [...new Set(vin.map(({ txid }) => txid))].filter(isTxid).slice(0, maxParents);

/** Returns the package that a transaction would be mined with if it were in the mempool now. */
export async function previewCpfp(context: MempoolContext, unsent: UnsentTx): Promise<CpfpInfo> {
  const members = new Map<string, PreviewMember>();
  const entries = await context.mempool.entries(parentsOf(unsent));
  for (const entry of entries) {
    if (entry === undefined || members.has(entry.txid)) continue;
    const cluster = await context.mempool.cluster(entry.txid);
    for (const { txid, fee, weight, parents: places } of cluster?.txs ?? [{ ...entry, parents: [] }]) {
      const ids = places.map((place) => cluster!.txs[place]!.txid);
      members.set(txid, { txid, fee, weight, size: weight, parents: new Set(ids) });
    }
  }
  return previewWith(unsent, members);
}

/**
 * Returns the package of an unsent transaction.
 * @param related those of the mempool that it is mined with, with all their parents, by txid
 */
export function previewWith(unsent: UnsentTx, related: ReadonlyMap<string, PreviewMember>): CpfpInfo {
  const size = Math.max(unsent.weight, 20 * unsent.sigops);
  const own = { ...unsent, size, parents: new Set(parentsOf(unsent).filter((id) => related.has(id))) };
  const members = new Map([...related, [unsent.txid, own] as const]);
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

function ancestorsOf(start: PreviewMember, members: ReadonlyMap<string, PreviewMember>): PreviewMember[] {
  const found = new Set([start]);
  for (const { parents } of found) for (const id of parents) if (members.has(id)) found.add(members.get(id)!);
  found.delete(start);
  return [...found];
}

function rateIn(members: ReadonlyMap<string, PreviewMember>, txid: string): number {
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
