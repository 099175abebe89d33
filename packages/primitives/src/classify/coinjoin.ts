import { toHex } from '../bytes/bytes.ts';
import type { TxOutput } from '../tx/transaction.ts';
import { isSats } from '../units.ts';
import type { Subject } from './subject.ts';

const min = 5;

/**
 * Returns true for a transaction with the structure of a CoinJoin of equal amounts: five or more inputs and outputs,
 * less than five times as many of one as of the other, at most half as many different amounts as inputs and outputs
 * (counted on each side), no OP_RETURN, and no script used twice. False while a prevout is unknown. An inscription also
 * rules it out: the caller checks that.
 */
export function looksLikeCoinjoin({ inputs, outputs, outputTypes, spent }: Subject): boolean {
  const ins = inputs.length;
  const outs = outputs.length;
  if (ins < min || outs < min || ins >= 5 * outs || outs >= 5 * ins) return false;
  if (outputTypes.includes('op_return')) return false;
  const known = spent.filter((output): output is TxOutput => output !== undefined);
  if (known.length < ins) return false;
  const different = countDifferentValues(known) + countDifferentValues(outputs);
  if (different > (ins + outs) / 2) return false;
  const scripts = new Set([...known, ...outputs].map(({ script }) => toHex(script)));
  return scripts.size === ins + outs;
}

function countDifferentValues(outputs: readonly TxOutput[]): number {
  // a blinded amount differs from every other
  return new Set(outputs.map(({ value }) => (isSats(value) ? value : {}))).size;
}
