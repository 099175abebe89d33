import { OP } from '../script/opcodes.ts';
import { witnessProgram } from '../script/script.ts';
import type { TxOutput } from '../tx/transaction.ts';
import { isSats } from '../units.ts';

const maxScriptSize = 10_000;

/**
 * Returns the minimum value in sats that default policy allows an output: the cost of spending it at 3 sat/vB, with 67
 * bytes for the input of a witness program and 148 for any other. 0 for unspendable outputs. P2PKH 546, P2SH 540,
 * P2WPKH 294, P2WSH and P2TR 330, anchor 240. Source: Core GetDustThreshold at the default dust relay fee
 */
export function dustThreshold(script: Uint8Array): number {
  const { length } = script;
  if (script[0] === OP.RETURN || length > maxScriptSize) return 0;
  const lengthWidth = length < 0xfd ? 1 : 3;
  return 3 * (8 + lengthWidth + length + (witnessProgram(script) === undefined ? 148 : 67));
}

/** Returns true when the output is below the dust threshold. A blinded amount is never dust. */
export function isDust({ value, script }: TxOutput): boolean {
  return isSats(value) && value < dustThreshold(script);
}
