import { OP } from '../script/opcodes.ts';
import { nextOp } from '../script/script.ts';
import type { ScriptType } from '../script/script-type.ts';
import { parseTaproot, type TaprootWitness } from '../script/taproot.ts';
import type { TxInput } from '../tx/transaction.ts';

/** Leaf version of BIP 342. */
export const tapscript = 0xc0;

/**
 * Returns the parsed witness of an input that spends a Taproot output; undefined for any other input. When the prevout
 * is unknown the shape decides: BIP 341 chose control blocks so that no witness script or key can start like one.
 */
export function taprootSpend(input: TxInput, spentType: ScriptType | undefined): TaprootWitness | undefined {
  const { witness } = input;
  if (witness.length === 0 || (spentType !== undefined && spentType !== 'v1_p2tr')) return undefined;
  if (spentType === undefined && input.scriptSig.length > 0) return undefined;
  const parts = parseTaproot(witness);
  return spentType === undefined && !looksLikeTaproot(parts) ? undefined : parts;
}

function looksLikeTaproot({ keyPath, stack, controlBlock }: TaprootWitness): boolean {
  if (keyPath) return isSchnorrSized(stack[0]!);
  return controlBlock !== undefined && controlBlock.leafVersion >= tapscript;
}

/** Returns true for 64 bytes, or 65 with a hash type. Source: BIP 341 */
export function isSchnorrSized(item: Uint8Array): boolean {
  return item.length === 64 || item.length === 65;
}

const opIf = 0x63;

/** Returns true when an empty push is directly followed by IF: its content is never executed, only carried. */
export function hasEnvelope(script: Uint8Array): boolean {
  let emptyPush = false;
  for (let at = 0; at < script.length; ) {
    const opcode = script[at]!;
    if (emptyPush && opcode === opIf) return true;
    emptyPush = opcode === 0;
    at = nextOp(script, at);
    if (at < 0) break;
  }
  return false;
}

/** Returns true when a tapscript contains an opcode that checks a signature. */
export function checksSignatures(script: Uint8Array): boolean {
  for (let at = 0; at < script.length; ) {
    const opcode = script[at]!;
    if (opcode === OP.CHECKSIG || opcode === OP.CHECKSIGVERIFY || opcode === OP.CHECKSIGADD) return true;
    at = nextOp(script, at);
    if (at < 0) break;
  }
  return false;
}
