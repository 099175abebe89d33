import { OP } from '../opcodes.ts';
import { witnessProgram } from '../script.ts';
import type { TxOutput } from '../transaction.ts';
import { isSats } from '../units.ts';

const maxScriptSize = 10_000;

/** Least value in sats that default policy lets an output have: what spending it would cost at 3 sat/vB, reckoned with 67
 *  bytes for the input of a witness program and 148 for any other. 0 for what nobody can spend. P2PKH 546, P2SH 540,
 *  P2WPKH 294, P2WSH and P2TR 330, anchor 240.   Source: Core GetDustThreshold at the default dust relay fee */
export function dustThreshold(script: Uint8Array): number {
  const { length } = script;
  if (script[0] === OP.RETURN || length > maxScriptSize) return 0;
  const lengthWidth = length < 0xfd ? 1 : 3;
  return 3 * (8 + lengthWidth + length + (witnessProgram(script) === undefined ? 148 : 67));
}

/** True when the output holds less than that. A blinded amount is never dust. */
export function isDust({ value, script }: TxOutput): boolean {
  return isSats(value) && value < dustThreshold(script);
}
