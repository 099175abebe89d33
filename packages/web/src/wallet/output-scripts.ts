import { CodedError, compareBytes, concatBytes, hash160, OP, sha256, tapOutputKey } from '@glassblock/primitives';
import type { SingleKind } from './extended-key.ts';

const push = (bytes: Uint8Array) => concatBytes(Uint8Array.of(bytes.length), bytes);

/** Returns the P2SH script of a redeem script. Source: BIP 16 */
export const payToScriptHash = (script: Uint8Array): Uint8Array =>
  concatBytes(Uint8Array.of(OP.HASH160), push(hash160(script)), Uint8Array.of(OP.EQUAL));

/** Returns the P2WSH script of a witness script. Source: BIP 141 */
export const payToWitnessScriptHash = (script: Uint8Array): Uint8Array =>
  concatBytes(Uint8Array.of(0), push(sha256(script)));

/**
 * Returns the output script of one key.
 * @param key 33 or 65 bytes; 32 or 33 for `tr`. Source: BIP 44, 49, 84, 86 and their descriptors, BIP 381, 382, 386
 */
export function singleKeyScript(kind: SingleKind, key: Uint8Array): Uint8Array {
  if (kind === 'pkh')
    return concatBytes(
      Uint8Array.of(OP.DUP, OP.HASH160),
      push(hash160(key)),
      Uint8Array.of(OP.EQUALVERIFY, OP.CHECKSIG),
    );
  if (kind === 'tr') {
    const output = tapOutputKey(key.length === 33 ? key.subarray(1) : key);
    if (output === undefined) throw new CodedError('desk.key', 'not a point on the curve');
    return concatBytes(Uint8Array.of(OP.PUSHNUM_1), push(output.key));
  }
  const program = concatBytes(Uint8Array.of(0), push(hash160(key)));
  return kind === 'wpkh' ? program : payToScriptHash(program);
}

const smallNumber = (number: number) => (number <= 16 ? Uint8Array.of(OP.RESERVED + number) : Uint8Array.of(1, number));

/**
 * Returns a multisig script.
 * @param isSorted keys in byte order. Source: BIP 67, BIP 383
 */
export function multisigScript(threshold: number, keys: readonly Uint8Array[], isSorted: boolean): Uint8Array {
  const ordered = isSorted ? keys.toSorted(compareBytes) : keys;
  return concatBytes(
    smallNumber(threshold),
    ...ordered.map(push),
    smallNumber(keys.length),
    Uint8Array.of(OP.CHECKMULTISIG),
  );
}
