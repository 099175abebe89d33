import { OP } from '../script/opcodes.ts';
import { nextOp, pushData } from '../script/script.ts';
import type { TaprootWitness } from '../script/taproot.ts';
import type { TxInput } from '../tx/transaction.ts';
import { checksSignatures, isSchnorrSized, tapscript } from './taproot-spend.ts';

/**
 * Returns true for a DER signature followed by a hash type byte: 30, length, 02, r, 02, s, exactly filled. The shortest
 * encoding is not required, because nodes did not require it before height 363,725. Source: BIP 66
 */
export function isDerSignature(item: Uint8Array): boolean {
  const { length } = item;
  if (length < 9 || item[0] !== 0x30 || item[1] !== length - 3 || item[2] !== 2) return false;
  const rLength = item[3]!;
  if (rLength === 0 || rLength + 7 >= length || item[4 + rLength] !== 2) return false;
  const sLength = item[5 + rLength]!;
  return sLength > 0 && rLength + sLength + 7 === length;
}

/**
 * Calls `report` with the hash type of each signature found in an input: 0 for Taproot's default, else the byte,
 * defined or not. Scripts are not executed, so anything in the form of a signature counts.
 * @param taproot its witness, when it spends or appears to spend a Taproot output
 */
export function eachHashType(
  input: TxInput,
  taproot: TaprootWitness | undefined,
  report: (hashType: number) => void,
): void {
  // scriptSig also when there is a witness: one without signatures costs nothing
  eachPush(input.scriptSig, (data) => {
    if (isDerSignature(data)) report(data[data.length - 1]!);
  });
  if (taproot === undefined) {
    for (const item of input.witness) if (isDerSignature(item)) report(item[item.length - 1]!);
    return;
  }
  const { keyPath, stack, script, controlBlock } = taproot;
  const isSigned =
    keyPath || (controlBlock?.leafVersion === tapscript && script !== undefined && checksSignatures(script));
  if (!isSigned) return;
  for (const item of stack) if (isSchnorrSized(item)) report(item.length === 64 ? 0 : item[64]!);
}

function eachPush(script: Uint8Array, visit: (data: Uint8Array) => void): void {
  for (let at = 0; at < script.length; ) {
    const next = nextOp(script, at);
    if (next < 0) return;
    if (script[at]! <= OP.PUSHDATA4) visit(pushData(script, at, next));
    at = next;
  }
}
