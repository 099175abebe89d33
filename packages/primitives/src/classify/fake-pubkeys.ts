import { isOnCurve } from '../bytes/curve.ts';
import { OP } from '../script/opcodes.ts';
import { nextOp, pushData } from '../script/script.ts';
import type { Subject } from './subject.ts';

/**
 * Maximum curve checks per transaction; later keys are not checked. Each takes about ten microseconds, so a block-sized
 * transaction of keys costs a few milliseconds. It cannot be exploited: half of random keys are no points, so data
 * would have to start with this many valid keys.
 */
export const maxCurveChecks = 200;

const burnBytes = [0x22, 0x33, 0x02, 0x03];

/** True for 02 or 03 followed by 32 equal bytes, the keys that data-carrying multisigs use as burn keys. */
function isBurnKey(key: Uint8Array): boolean {
  if (key.length !== 33 || (key[0] !== 2 && key[0] !== 3)) return false;
  const byte = key[1]!;
  return burnBytes.includes(byte) && key.subarray(2).every((other) => other === byte);
}

/** True when the bytes are a point, including the hybrid form (06, 07: old, but valid in scripts). */
function isPoint(key: Uint8Array): boolean {
  const first = key[0];
  if (key.length !== 65 || (first !== 6 && first !== 7)) return isOnCurve(key);
  const isOdd = (key[64]! & 1) === 1;
  if (isOdd !== (first === 7)) return false;
  const plain = key.slice();
  plain[0] = 4;
  return isOnCurve(plain);
}

/**
 * Returns true when an output has an invalid key: a P2PK or bare multisig key that is no point of the curve, or a
 * well-known burn key in a bare multisig. Stops at the first one, and after `maxCurveChecks` points.
 */
export function hasFakePubkey({ outputs, outputTypes }: Subject): boolean {
  let checks = 0;
  for (const [i, { script }] of outputs.entries()) {
    const type = outputTypes[i];
    if (type !== 'p2pk' && type !== 'multisig') continue;
    for (let at = 0; at < script.length && checks < maxCurveChecks; ) {
      const next = nextOp(script, at);
      if (next < 0) break;
      if (script[at]! <= OP.PUSHDATA4) {
        const key = pushData(script, at, next);
        if (type === 'multisig' && isBurnKey(key)) return true;
        checks++;
        if (!isPoint(key)) return true;
      }
      at = next;
    }
    if (checks >= maxCurveChecks) break;
  }
  return false;
}
