import { isPushOnly, lastPush } from '../script.ts';
import { scriptSigops } from '../sigops.ts';
import type { Subject } from './subject.ts';

/** The script that a scriptSig reveals for a P2SH output; undefined when it does more than push, or pushes none. */
export function redeemScript(scriptSig: Uint8Array): Uint8Array | undefined {
  return isPushOnly(scriptSig) ? lastPush(scriptSig) : undefined;
}

/** Legacy signature operations that may be executed, counted accurately: those of each scriptSig, of the script it spends, or
 *  of the redeem script where that is P2SH. Witness scripts do not count. An unknown spent script adds nothing.
 *  @returns the count, or some number above `limit` as soon as it is passed      Source: BIP 54; Core CheckSigopsBIP54 */
export function executedLegacySigops({ inputs, spent, spentTypes, isCoinbase }: Subject, limit: number): number {
  let count = 0;
  if (isCoinbase) return count;
  for (const [i, { scriptSig }] of inputs.entries()) {
    count += scriptSigops(scriptSig, true);
    const script = spentTypes[i] === 'p2sh' ? redeemScript(scriptSig) : spent[i]?.script;
    if (script !== undefined) count += scriptSigops(script, true);
    if (count > limit) break;
  }
  return count;
}
