import { failsImmediately, OP } from './opcodes.ts';

/**
 * Output type names as the API prints them. `fee` belongs to Elements outputs and `nonstandard` to nodes without an
 * index: `scriptType` returns neither.
 */
export type ScriptType =
  | 'p2pk'
  | 'p2pkh'
  | 'p2sh'
  | 'v0_p2wpkh'
  | 'v0_p2wsh'
  | 'v1_p2tr'
  | 'anchor'
  | 'multisig'
  | 'op_return'
  | 'provably_unspendable'
  | 'empty'
  | 'fee'
  | 'nonstandard'
  | 'unknown';

/** Longer scripts cannot be executed.   Source: Core script.h MAX_SCRIPT_SIZE */
const maxScriptSize = 10_000;

/** Returns true for a push of 33 or 65 bytes and CHECKSIG. The key need not be a point. */
export function isP2pk(script: Uint8Array): boolean {
  const length = script.length;
  return (length === 35 || length === 67) && script[0] === length - 2 && script[length - 1] === OP.CHECKSIG;
}

/** Returns true for `76a914{20}88ac`. */
export function isP2pkh(script: Uint8Array): boolean {
  return (
    script.length === 25 &&
    script[0] === OP.DUP &&
    script[1] === OP.HASH160 &&
    script[2] === 20 &&
    script[23] === OP.EQUALVERIFY &&
    script[24] === OP.CHECKSIG
  );
}

/** Returns true for `a914{20}87`. Source: BIP 16 */
export function isP2sh(script: Uint8Array): boolean {
  return script.length === 23 && script[0] === OP.HASH160 && script[1] === 20 && script[22] === OP.EQUAL;
}

/** Returns true for `0014{20}`. Source: BIP 141 */
export function isP2wpkh(script: Uint8Array): boolean {
  return script.length === 22 && script[0] === 0 && script[1] === 20;
}

/** Returns true for `0020{32}`. Source: BIP 141 */
export function isP2wsh(script: Uint8Array): boolean {
  return script.length === 34 && script[0] === 0 && script[1] === 32;
}

/** Returns true for `5120{32}`. Source: BIP 341 */
export function isP2tr(script: Uint8Array): boolean {
  return script.length === 34 && script[0] === OP.PUSHNUM_1 && script[1] === 32;
}

/** Returns true for `51024e73`, the keyless output that anyone may spend to bump a fee. Source: BIP 433 */
export function isAnchor(script: Uint8Array): boolean {
  return script.length === 4 && script[0] === 0x51 && script[1] === 2 && script[2] === 0x4e && script[3] === 0x73;
}

/**
 * Returns true for bare multisig by Esplora's rule: m first, n before a closing CHECKMULTISIG, 1 <= m <= n <= 15, 37
 * bytes or more. Values in between are not checked.
 */
export function isBareMultisig(script: Uint8Array): boolean {
  const length = script.length;
  if (length < 37 || script[length - 1] !== OP.CHECKMULTISIG) return false;
  const m = script[0]!;
  const n = script[length - 2]!;
  return m >= OP.PUSHNUM_1 && m <= n && n <= OP.PUSHNUM_15;
}

/** Returns the type of an output script by Esplora's rules, tested in its order. */
export function scriptType(script: Uint8Array): ScriptType {
  if (isP2pk(script)) return 'p2pk';
  if (isP2pkh(script)) return 'p2pkh';
  if (isP2sh(script)) return 'p2sh';
  if (isP2wpkh(script)) return 'v0_p2wpkh';
  if (isP2wsh(script)) return 'v0_p2wsh';
  if (isP2tr(script)) return 'v1_p2tr';
  if (isAnchor(script)) return 'anchor';
  if (isBareMultisig(script)) return 'multisig';
  const first = script[0];
  if (first === undefined) return 'empty';
  if (first === OP.RETURN) return 'op_return';
  if (script.length > maxScriptSize || failsImmediately(first)) return 'provably_unspendable';
  return 'unknown';
}
