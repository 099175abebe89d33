import {
  CodedError,
  concatBytes,
  equalBytes,
  hash160,
  isOnCurve,
  OP,
  readScript,
  sha256,
  toHex,
} from '@glassblock/primitives';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 as sha256Hash } from '@noble/hashes/sha2.js';

/** Output scripts on the parent chain of a deposit: one address of each kind. */
export interface DepositScripts {
  /** Since dynamic federations. */
  readonly p2wsh: Uint8Array;
  /** Before them. */
  readonly p2shP2wsh: Uint8Array;
}

/** Opcodes beside those of `OP`. */
const opElse = 0x67;
const opDepth = 0x74;
const opCheckSequenceVerify = 0xb2;

const keySize = 33;
const maxLocktimeBytes = 5;

/**
 * Returns the number of blocks after which the emergency keys can spend: the number that is pushed just before
 * CHECKSEQUENCEVERIFY. Undefined when the script has none.
 */
export function timelockOf(federationScript: Uint8Array): number | undefined {
  const ops = readScript(federationScript);
  const at = ops.findIndex(({ opcode }) => opcode === opCheckSequenceVerify);
  const push = ops[at - 1];
  if (push === undefined) return undefined;
  if (push.opcode >= OP.PUSHNUM_1 && push.opcode <= OP.PUSHNUM_16) return push.opcode - OP.RESERVED;
  const { data } = push;
  if (data === undefined || data.length === 0 || data.length > maxLocktimeBytes || data.at(-1)! >= 0x80)
    return undefined;
  return data.reduceRight((value, byte) => value * 256 + byte, 0);
}

/**
 * Returns the script of a deposit: each public key of the federation tweaked by the script that may claim. In a script
 * with an emergency branch (DEPTH first, the branch after ELSE) the emergency keys stay. Source: Elements pegins.cpp
 * calculate_contract
 * @throws {CodedError} liquid.bad-tweak
 */
export function tweakFederationScript(federationScript: Uint8Array, claimScript: Uint8Array): Uint8Array {
  // a copy: `slice` of a Buffer would share its memory
  const tweaked = new Uint8Array(federationScript);
  const ops = readScript(federationScript);
  const hasEmergencyBranch = ops[0]?.opcode === opDepth;
  for (const { opcode, data, offset } of ops) {
    if (hasEmergencyBranch && opcode === opElse) break;
    if (data?.length !== keySize || !isOnCurve(data)) continue;
    tweaked.set(tweakKey(data, claimScript), offset + 1);
  }
  return tweaked;
}

function tweakKey(key: Uint8Array, claimScript: Uint8Array): Uint8Array {
  const { Point } = secp256k1;
  const tweak = BigInt(`0x${toHex(hmac(sha256Hash, key, claimScript))}`);
  if (tweak === 0n || tweak >= Point.Fn.ORDER) throw badTweak(key);
  const sum = Point.fromBytes(key).add(Point.BASE.multiply(tweak));
  if (sum.is0()) throw badTweak(key);
  return sum.toBytes(true);
}

const badTweak = (key: Uint8Array): CodedError =>
  new CodedError('liquid.bad-tweak', 'a federation key cannot be tweaked', { datum: toHex(key) });

/**
 * Returns the output scripts that deposits for a claim script pay to. Without a claim script: those of the federation
 * itself, which its change pays to.
 * @throws {CodedError} liquid.bad-tweak
 */
export function depositScripts(federationScript: Uint8Array, claimScript?: Uint8Array): DepositScripts {
  const script = claimScript === undefined ? federationScript : tweakFederationScript(federationScript, claimScript);
  const p2wsh = concatBytes(Uint8Array.of(0, 32), sha256(script));
  return { p2wsh, p2shP2wsh: concatBytes(Uint8Array.of(OP.HASH160, 20), hash160(p2wsh), Uint8Array.of(OP.EQUAL)) };
}

/**
 * Returns the federation script that a deposit was made to, of those given, newest first; undefined when it is none of
 * them. Its time lock is that of the deposit.
 * @throws {CodedError} liquid.bad-tweak
 */
export function federationScriptOf(
  outputScript: Uint8Array,
  claimScript: Uint8Array | undefined,
  federationScripts: readonly Uint8Array[],
): Uint8Array | undefined {
  return federationScripts.find((federationScript) => {
    const { p2wsh, p2shP2wsh } = depositScripts(federationScript, claimScript);
    return equalBytes(p2wsh, outputScript) || equalBytes(p2shP2wsh, outputScript);
  });
}
