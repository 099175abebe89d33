import type { LiquidAddressInfo, LiquidAddressValidation, LiquidUtxo } from '@glassblock/contract/liquid';
import type { Api } from '../../../data/answer.ts';
import { api } from '../../../url.ts';
import { type Balance, balanceOf } from '../tx/address-balance.ts';

/** An address of a group. */
export type GroupEntry =
  | {
      kind: 'address';
      /** As it was given. */
      address: string;
      /** The unconfidential form of a confidential address, which identifies it; else the address. */
      plain: string;
      unspent: number;
      txs: number;
      /** Undefined where there are too many unspent outputs. */
      balance: Balance | undefined;
    }
  | { kind: 'invalid' | 'failed'; address: string };

/** Addresses of one group: each takes up to three requests. */
export const maxGroup = 50;
/** Unspent outputs up to which the balance is summed: each comes with its proofs. */
const maxUtxos = 100;
/** Addresses that are loaded at once. */
const atOnce = 5;

/** Loads the addresses of a group, in order. */
export async function loadGroup(ask: Api, prefix: string, addresses: readonly string[]): Promise<GroupEntry[]> {
  const entries: GroupEntry[] = [];
  for (let start = 0; start < addresses.length; start += atOnce) {
    const some = addresses.slice(start, start + atOnce);
    entries.push(...(await Promise.all(some.map((address) => loadEntry(ask, prefix, address)))));
  }
  return entries;
}

async function loadEntry(ask: Api, prefix: string, address: string): Promise<GroupEntry> {
  const script = { kind: 'address', id: address } as const;
  const [info, validation] = await Promise.all([
    ask.get<LiquidAddressInfo>(api.script(prefix, script)),
    ask.get<LiquidAddressValidation>(api.validateAddress(prefix, address)),
  ]);
  if (!info.ok) return { kind: [400, 404].includes(info.status) ? 'invalid' : 'failed', address };
  const { chain_stats: chain, mempool_stats: mempool } = info.body;
  const unspent = chain.funded_txo_count + mempool.funded_txo_count - chain.spent_txo_count - mempool.spent_txo_count;
  const utxos = unspent > maxUtxos ? undefined : await ask.get<LiquidUtxo[]>(api.scriptUtxos(prefix, script), 'once');
  return {
    kind: 'address',
    address,
    plain: (validation.ok ? validation.body.unconfidential : undefined) ?? address,
    unspent,
    txs: chain.tx_count + mempool.tx_count,
    balance: utxos?.ok ? balanceOf(utxos.body) : undefined,
  };
}

/** Sums the known balances by asset; two forms of one address count once. */
export function groupTotals(entries: readonly GroupEntry[]): Balance {
  const sums = new Map<string, number>();
  const counted = new Set<string>();
  let hasConfidential = false;
  for (const entry of entries) {
    if (entry.kind !== 'address' || counted.has(entry.plain)) continue;
    counted.add(entry.plain);
    if (entry.balance === undefined || entry.balance.hasConfidential) hasConfidential = true;
    for (const { asset, value } of entry.balance?.amounts ?? []) sums.set(asset, (sums.get(asset) ?? 0) + value);
  }
  return { amounts: [...sums].map(([asset, value]) => ({ asset, value })), hasConfidential };
}
