import { type ScriptType, scriptType } from '../script/script-type.ts';
import type { Transaction, TxInput, TxOutput } from '../tx/transaction.ts';
import { isSats } from '../units.ts';

/** A transaction parsed once for all rules. */
export interface Subject {
  readonly tx: Transaction;
  readonly isCoinbase: boolean;
  readonly inputs: readonly TxInput[];
  readonly outputs: readonly TxOutput[];
  readonly outputTypes: readonly ScriptType[];
  /** Prevouts in input order; undefined where unknown, and for a coinbase. */
  readonly spent: readonly (TxOutput | undefined)[];
  readonly spentTypes: readonly (ScriptType | undefined)[];
}

/**
 * Parses a transaction for the rules.
 * @param prevouts in input order; a shorter list leaves the rest unknown
 */
export function subjectOf(tx: Transaction, prevouts: readonly (TxOutput | undefined)[]): Subject {
  const inputs = tx.inputs();
  const outputs = tx.outputs();
  const { isCoinbase } = tx;
  const spent = inputs.map((_, i) => (isCoinbase ? undefined : prevouts[i]));
  return {
    tx,
    isCoinbase,
    inputs,
    outputs,
    outputTypes: outputs.map(({ script }) => scriptType(script)),
    spent,
    spentTypes: spent.map((output) => output && scriptType(output.script)),
  };
}

/** Returns the fee in sats; undefined when an amount is blinded or a prevout unknown, as for a coinbase. */
export function feeOf({ spent, outputs }: Subject): number | undefined {
  let fee = 0;
  for (const output of spent) {
    if (output === undefined || !isSats(output.value)) return undefined;
    fee += output.value;
  }
  for (const { value } of outputs) {
    if (!isSats(value)) return undefined;
    fee -= value;
  }
  return fee;
}
