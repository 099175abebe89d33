import type { LiquidTx, UnmatchedPegIn } from '@glassblock/contract/liquid';
import { createContext } from 'react';
import type { LoadKit } from '../../../data/load.ts';
import { askAudit } from '../audit/ask-reserves.ts';
import { liquidApi } from '../liquid-url.ts';

/** Outpoints that peg-ins claim and that are not in the parent chain, as `txid:vout`. */
export const MissingDepositsContext = createContext<readonly string[]>([]);

/** Returns the outpoints that peg-ins of transactions claim and that the parent chain does not have. */
export async function loadMissingDeposits(
  kit: Pick<LoadKit, 'api' | 'site' | 'apiPrefix'>,
  txs: readonly LiquidTx[],
): Promise<string[]> {
  const pegIns = new Set(txs.filter(({ vin }) => vin.some((input) => input.is_pegin)).map(({ txid }) => txid));
  if (pegIns.size === 0) return [];
  const unmatched = await askAudit<UnmatchedPegIn[]>(kit, liquidApi.unmatchedPegIns(kit.apiPrefix));
  if (!unmatched.ok) return [];
  const own = unmatched.body.filter(({ txid }) => pegIns.has(txid));
  return own.map(({ bitcointxid, bitcoinindex }) => `${bitcointxid}:${bitcoinindex}`);
}
