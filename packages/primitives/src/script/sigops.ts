import type { Transaction } from '../tx/transaction.ts';
import { OP } from './opcodes.ts';
import { isPushOnly, lastPush, nextOp, pushData, witnessProgram } from './script.ts';
import { isP2sh } from './script-type.ts';

const witnessScale = 4;
const maxKeysPerMultisig = 20;

/**
 * Returns the signature operations of one script.
 * @param accurate count a CHECKMULTISIG as the small number in front of it instead of 20. Source: Core
 * CScript::GetSigOpCount
 */
export function scriptSigops(script: Uint8Array, accurate: boolean): number {
  let count = 0;
  let before = 0xff;
  for (let at = 0; at < script.length; ) {
    const opcode = script[at]!;
    const next = nextOp(script, at);
    if (next < 0) break;
    if (opcode === OP.CHECKSIG || opcode === OP.CHECKSIGVERIFY) {
      count += 1;
    } else if (opcode === OP.CHECKMULTISIG || opcode === OP.CHECKMULTISIGVERIFY) {
      const isSmall = before >= OP.PUSHNUM_1 && before <= OP.PUSHNUM_16;
      count += accurate && isSmall ? before - OP.RESERVED : maxKeysPerMultisig;
    }
    before = opcode;
    at = next;
  }
  return count;
}

/**
 * Returns the signature operation cost of a transaction: operations of its own scripts and of redeem scripts count
 * four, those of witness scripts one; tapscript has a budget of its own and adds nothing.
 * @param prevouts in input order; an unknown one adds nothing. Ignored for a coinbase. Source: BIP 141; Core
 * GetTransactionSigOpCost with P2SH and witness active
 */
export function transactionSigopCost(
  tx: Transaction,
  prevouts: readonly ({ readonly script: Uint8Array } | undefined)[],
): number {
  const isCoinbase = tx.isCoinbase;
  let legacy = 0;
  let witness = 0;
  for (let i = 0; i < tx.outputCount; i++) legacy += scriptSigops(tx.output(i).script, false);
  for (let i = 0; i < tx.inputCount; i++) {
    const input = tx.input(i);
    legacy += scriptSigops(input.scriptSig, false);
    const spent = prevouts[i]?.script;
    if (isCoinbase || spent === undefined) continue;
    if (!isP2sh(spent)) {
      witness += witnessSigops(spent, () => input.witness);
      continue;
    }
    legacy += redeemSigops(input.scriptSig);
    if (isPushOnly(input.scriptSig)) {
      const redeem = lastPush(input.scriptSig);
      if (redeem !== undefined) witness += witnessSigops(redeem, () => input.witness);
    }
  }
  return legacy * witnessScale + witness;
}

/** Accurate count of the redeem script in a scriptSig; 0 when that is not push-only. */
function redeemSigops(scriptSig: Uint8Array): number {
  let redeem: Uint8Array = new Uint8Array(0);
  for (let at = 0; at < scriptSig.length; ) {
    const opcode = scriptSig[at]!;
    const next = nextOp(scriptSig, at);
    if (next < 0 || opcode > OP.PUSHNUM_16) return 0;
    redeem = opcode <= OP.PUSHDATA4 ? pushData(scriptSig, at, next) : new Uint8Array(0);
    at = next;
  }
  return scriptSigops(redeem, true);
}

function witnessSigops(script: Uint8Array, witness: () => Uint8Array[]): number {
  const found = witnessProgram(script);
  if (found === undefined || found.version !== 0) return 0;
  if (found.program.length === 20) return 1;
  const last = found.program.length === 32 ? witness().at(-1) : undefined;
  return last === undefined ? 0 : scriptSigops(last, true);
}
