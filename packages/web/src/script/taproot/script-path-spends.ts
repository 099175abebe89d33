import type { Tx } from '@glassblock/contract';
import type { Owns } from '../../live/reducers/net-change.ts';

/** An input that spends a Taproot output by script path. */
export interface ScriptPathSpend {
  txid: string;
  vin: number;
  /** Hex, with control block and annex. */
  witness: string[];
  /** The script as asm. */
  asm: string;
}

/** Maximum number of spends per tree. */
const maxSpends = 500;

/**
 * Returns the script path spends of an address, one per control block; empty when there are none, and the code that
 * draws trees is not loaded.
 */
export function scriptPathSpends(txs: readonly Pick<Tx, 'txid' | 'vin'>[], owns: Owns): ScriptPathSpend[] {
  const found = new Map<string, ScriptPathSpend>();
  for (const { txid, vin } of txs)
    for (const [place, { prevout, witness = [], inner_witnessscript_asm: asm = '' }] of vin.entries()) {
      if (prevout?.scriptpubkey_type !== 'v1_p2tr' || !owns(prevout)) continue;
      const hasAnnex = witness.length > 1 && witness.at(-1)?.startsWith('50') === true;
      const control = witness.length > (hasAnnex ? 2 : 1) ? witness.at(hasAnnex ? -2 : -1) : undefined;
      if (control === undefined || found.has(control)) continue;
      found.set(control, { txid, vin: place, witness, asm });
      if (found.size === maxSpends) return [...found.values()];
    }
  return [...found.values()];
}
