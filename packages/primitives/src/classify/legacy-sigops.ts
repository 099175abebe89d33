import { isPushOnly, lastPush } from '../script/script.ts';
import { scriptSigops } from '../script/sigops.ts';
import type { Subject } from './subject.ts';

/**
 * Returns the redeem script that a scriptSig reveals for a P2SH output; undefined when it is not push-only or empty.
 */
export function redeemScript(scriptSig: Uint8Array): Uint8Array | undefined {
  return isPushOnly(scriptSig) ? lastPush(scriptSig) : undefined;
}

/**
 * Returns the legacy signature operations that may be executed, counted accurately: those of each scriptSig, of the
 * script it spends, or of the redeem script for P2SH. Witness scripts do not count. An unknown prevout adds nothing.
 * @returns the count, or some number above `limit` once it is exceeded. Source: BIP 54; Core CheckSigopsBIP54
 */
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
