import {
  ByteWriter,
  concatBytes,
  hash160,
  isOnCurve,
  OP,
  sha256,
  taggedHash,
  tapBranchHash,
  tapLeafHash,
  tapOutputKey,
} from '@glassblock/primitives';
import type { RandomSource } from './random-source.ts';

/** Output types that the simulation can spend. */
export type LockKind =
  | 'p2pk'
  | 'p2pkh'
  | 'p2sh'
  | 'p2sh-p2wpkh'
  | 'p2wpkh'
  | 'p2wsh'
  | 'p2tr'
  | 'p2tr-script'
  | 'multisig'
  | 'inscription'
  | 'anchor';

/** The scriptSig and witness that spend an output. */
export interface Unlocking {
  scriptSig: Uint8Array;
  witness: Uint8Array[];
}

/** An output script and how to spend it. Signatures have the right form and size but are not valid. */
export interface Lock {
  readonly kind: LockKind;
  readonly script: Uint8Array;
  unlock(random: RandomSource): Unlocking;
}

/** Keys and the scripts made with them. Public keys are points of the curve, so that they do not look fake. */
export interface Keyring {
  /**
   * Returns the same lock for the same arguments.
   * @param index number of the key, from 0
   */
  lock(kind: Exclude<LockKind, 'inscription' | 'anchor'>, index: number): Lock;
  /** Returns a Taproot output whose only leaf carries `content`. */
  inscription(index: number, mime: string, content: Uint8Array): Lock;
  /** Returns a public key of 33 bytes. */
  key(index: number): Uint8Array;
  /** Returns a lock that `lockOf` does not return, so that the traffic never spends its outputs. @param kind p2wpkh */
  separateLock(index: number, kind?: 'p2wpkh' | 'p2pk' | 'multisig'): Lock;
  readonly anchor: Lock;
  /** Returns the lock of an output script of this keyring; undefined for all others. */
  lockOf(script: Uint8Array): Lock | undefined;
}

/** Inscriptions that can be spent; most are in the same minute. */
const maxInscriptions = 5_000;
const none = new Uint8Array(0);
/** Faster than hex as a map key. */
const nameOf = (script: Uint8Array) => Buffer.from(script.buffer, script.byteOffset, script.length).toString('latin1');
const text = (words: string) => new TextEncoder().encode(words);

/** Creates a keyring from a seed. */
export function createKeyring(seed: number): Keyring {
  const keys: Uint8Array[] = [];
  const made: Partial<Record<LockKind, Lock[]>> = {};
  /** As `made`, of `separateLock`. */
  const separate: Partial<Record<LockKind, Lock[]>> = {};
  const byScript = new Map<string, Lock>();
  /** Scripts of the newest inscriptions, which contain their content. */
  const inscriptions: string[] = [];

  /** 33 bytes that are a point of the curve: every second hash is a valid x. Its private key is unknown. */
  function key(index: number): Uint8Array {
    return (keys[index] ??= (() => {
      for (let tries = 0; ; tries++) {
        const hash = sha256(text(`devnode key ${seed} ${index} ${tries}`));
        const candidate = concatBytes(Uint8Array.of(2 + (hash[31]! & 1)), hash);
        if (isOnCurve(candidate)) return candidate;
      }
    })());
  }

  function remember(lock: Lock): Lock {
    byScript.set(nameOf(lock.script), lock);
    return lock;
  }

  const anchor = remember({
    kind: 'anchor',
    script: Uint8Array.of(0x51, 2, 0x4e, 0x73),
    unlock: () => ({ scriptSig: none, witness: [] }),
  });

  return {
    anchor,
    key,
    separateLock: (index, kind = 'p2wpkh') =>
      ((separate[kind] ??= [])[index] ??= makeLock(kind, [key(index), key(index + 1)])),
    lock: (kind, index) =>
      ((made[kind] ??= [])[index] ??= remember(makeLock(kind, [key(index), key(index + 1), key(index + 2)]))),
    inscription(index, mime, content) {
      const lock = remember(inscriptionLock(key(index), mime, content));
      inscriptions.push(nameOf(lock.script));
      if (inscriptions.length > maxInscriptions) byScript.delete(inscriptions.shift()!);
      return lock;
    },
    lockOf: (script) => byScript.get(nameOf(script)),
  };
}

/** @param keys up to three of 33 bytes; most types use the first only */
function makeLock(kind: Exclude<LockKind, 'inscription' | 'anchor'>, keys: readonly Uint8Array[]): Lock {
  const key = keys[0]!;
  switch (kind) {
    case 'p2pk':
      return plain(kind, concatBytes(push(key), Uint8Array.of(OP.CHECKSIG)), (random) => push(derSignature(random)));
    case 'p2pkh':
      return plain(
        kind,
        concatBytes(Uint8Array.of(OP.DUP, OP.HASH160), push(hash160(key)), Uint8Array.of(OP.EQUALVERIFY, OP.CHECKSIG)),
        (random) => concatBytes(push(derSignature(random)), push(key)),
      );
    case 'multisig':
      return plain(kind, multisigScript(1, keys.slice(0, 2)), (random) =>
        concatBytes(Uint8Array.of(0), push(derSignature(random))),
      );
    case 'p2sh': {
      const redeem = multisigScript(2, keys);
      return plain(kind, scriptHashLock(redeem), (random) =>
        concatBytes(Uint8Array.of(0), push(derSignature(random)), push(derSignature(random)), push(redeem)),
      );
    }
    case 'p2sh-p2wpkh': {
      const program = concatBytes(Uint8Array.of(0), push(hash160(key)));
      return {
        kind,
        script: scriptHashLock(program),
        unlock: (random) => ({ scriptSig: push(program), witness: [derSignature(random), key] }),
      };
    }
    case 'p2wpkh':
      return segwit(kind, concatBytes(Uint8Array.of(0), push(hash160(key))), (random) => [derSignature(random), key]);
    case 'p2wsh': {
      const script = multisigScript(2, keys);
      return segwit(kind, concatBytes(Uint8Array.of(0), push(sha256(script))), (random) => [
        none,
        derSignature(random),
        derSignature(random),
        script,
      ]);
    }
    case 'p2tr':
      return segwit(kind, concatBytes(Uint8Array.of(OP.PUSHNUM_1), push(key.subarray(1))), (random) => [
        random.bytes(64),
      ]);
    case 'p2tr-script': {
      const leaf = concatBytes(push(keys[1]!.subarray(1)), Uint8Array.of(OP.CHECKSIG));
      const sibling = taggedHash('TapLeaf', text('the other leaf'), key);
      return taprootLeaf(kind, key.subarray(1), leaf, [sibling]);
    }
  }
}

function plain(kind: LockKind, script: Uint8Array, scriptSig: (random: RandomSource) => Uint8Array): Lock {
  return { kind, script, unlock: (random) => ({ scriptSig: scriptSig(random), witness: [] }) };
}

function segwit(kind: LockKind, script: Uint8Array, witness: (random: RandomSource) => Uint8Array[]): Lock {
  return { kind, script, unlock: (random) => ({ scriptSig: none, witness: witness(random) }) };
}

/** Spent by its leaf: signature, leaf, control block. Source: BIP 341 */
function taprootLeaf(kind: LockKind, internalKey: Uint8Array, leaf: Uint8Array, path: readonly Uint8Array[]): Lock {
  const output = tapOutputKey(internalKey, path.reduce(tapBranchHash, tapLeafHash(0xc0, leaf)));
  if (output === undefined) throw new Error('a tweak out of range');
  const control = concatBytes(Uint8Array.of(0xc0 | output.parity), internalKey, ...path);
  const script = concatBytes(Uint8Array.of(OP.PUSHNUM_1), push(output.key));
  return segwit(kind, script, (random) => [random.bytes(64), leaf, control]);
}

/** The envelope `OP_FALSE OP_IF "ord" 1 <mime> 0 <content> OP_ENDIF` after a signature check. */
function inscriptionLock(key: Uint8Array, mime: string, content: Uint8Array): Lock {
  const writer = new ByteWriter(Math.ceil(content.length * 1.01) + 300)
    .bytes(push(key.subarray(1)))
    .u8(OP.CHECKSIG)
    .u8(0)
    .u8(0x63)
    .bytes(push(text('ord')))
    .bytes(push(Uint8Array.of(1)))
    .bytes(push(text(mime)))
    .u8(0);
  for (let at = 0; at < content.length; at += 520) writer.bytes(push(content.subarray(at, at + 520)));
  return taprootLeaf('inscription', key.subarray(1), writer.u8(0x68).finish(), []);
}

function multisigScript(needed: number, keys: readonly Uint8Array[]): Uint8Array {
  const count = Uint8Array.of(OP.RESERVED + keys.length, OP.CHECKMULTISIG);
  return concatBytes(Uint8Array.of(OP.RESERVED + needed), ...keys.map(push), count);
}

function scriptHashLock(redeem: Uint8Array): Uint8Array {
  return concatBytes(Uint8Array.of(OP.HASH160), push(hash160(redeem)), Uint8Array.of(OP.EQUAL));
}

/** Returns the data with the shortest push opcode for its length (numbers are not shortened to OP_1 and so on). */
export function push(data: Uint8Array): Uint8Array {
  const { length } = data;
  const head = length <= 75 ? [length] : length <= 255 ? [0x4c, length] : [0x4d, length & 0xff, length >>> 8];
  const bytes = new Uint8Array(head.length + length);
  bytes.set(head);
  bytes.set(data, head.length);
  return bytes;
}

/** Returns `OP_RETURN <data>`. */
export function dataScript(data: Uint8Array): Uint8Array {
  return concatBytes(Uint8Array.of(OP.RETURN), push(data));
}

/** Returns 71 or 72 bytes: DER of two numbers, low s, and SIGHASH_ALL. */
export function derSignature(random: RandomSource): Uint8Array {
  const numbers = random.bytes(64);
  const high = (numbers[0]! & 0x80) !== 0;
  if (numbers[0] === 0) numbers[0] = 1;
  numbers[32] = (numbers[32]! & 0x7f) | 1;
  const length = high ? 33 : 32;
  const signature = new Uint8Array(39 + length);
  signature.set([0x30, 36 + length, 2, length]);
  signature.set(numbers.subarray(0, 32), 4 + length - 32);
  signature.set([2, 32], 4 + length);
  signature.set(numbers.subarray(32), 6 + length);
  signature[38 + length] = 1;
  return signature;
}
