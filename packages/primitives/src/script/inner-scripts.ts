import type { TxInput } from '../tx/transaction.ts';
import { lastPush } from './script.ts';
import { isP2sh, isP2tr, isP2wsh } from './script-type.ts';

/** Scripts that a spend reveals, as views; absent when there is none. */
export interface InnerScripts {
  readonly redeem?: Uint8Array;
  readonly witness?: Uint8Array;
}

/** Scripts revealed by an input that spends `prevScript`: the last push of scriptSig for P2SH; the last witness item for
 *  P2WSH, bare or wrapped in P2SH; the leaf script for a Taproot script path. Nothing when the spent script is unknown.
 *  Source: Esplora's electrs */
export function innerScripts(
  input: Pick<TxInput, 'scriptSig' | 'witness'>,
  prevScript: Uint8Array | undefined,
): InnerScripts {
  if (prevScript === undefined) return {};
  if (isP2tr(prevScript)) return withWitness({}, leafScript(input.witness));
  if (isP2wsh(prevScript)) return withWitness({}, input.witness.at(-1));
  if (!isP2sh(prevScript)) return {};
  const redeem = lastPush(input.scriptSig);
  if (redeem === undefined) return {};
  return isP2wsh(redeem) ? withWitness({ redeem }, input.witness.at(-1)) : { redeem };
}

function withWitness(scripts: InnerScripts, witness: Uint8Array | undefined): InnerScripts {
  return witness === undefined ? scripts : { ...scripts, witness };
}

/** Returns the script of a Taproot script path, undefined for a key path. */
function leafScript(witness: readonly Uint8Array[]): Uint8Array | undefined {
  const items = witness.length - (hasAnnex(witness) ? 1 : 0);
  return items >= 2 ? witness[items - 2] : undefined;
}

/** Returns true when the last of two or more witness items starts with 0x50. Source: BIP 341 */
export function hasAnnex(witness: readonly Uint8Array[]): boolean {
  return witness.length >= 2 && witness.at(-1)![0] === 0x50;
}
