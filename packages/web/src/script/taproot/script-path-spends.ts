import type { Tx } from '@glassblock/contract';
import type { Owns } from '../../live/reducers/net-change.ts';

/** An input that spends an output of Taproot by showing one of its scripts. */
export interface ScriptPathSpend {
  txid: string;
  vin: number;
  /** Hex, with control block and annex. */
  witness: string[];
  /** The script in words. */
  asm: string;
}

/** Spends that one tree is drawn of. */
const maxSpends = 500;

/** Spends that show a script of the address, each control block once; none: there is nothing to draw, and what draws need
 *  not be loaded. */
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
