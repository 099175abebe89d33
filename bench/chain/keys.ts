import { Buffer } from 'node:buffer';
import { concatBytes, fromHex, hash160, OP, taggedHash, toHex } from '@glassblock/primitives';
import { secp256k1 } from '@noble/curves/secp256k1.js';

interface Key {
  readonly secret: bigint;
  /** Secret key of the point with an even y, as Taproot requires. */
  readonly evenSecret: bigint;
  readonly compressed: Uint8Array;
  readonly xOnly: Uint8Array;
  readonly hash: Uint8Array;
  readonly p2pkhScript: Uint8Array;
}

interface Nonce {
  /** For ECDSA: k^-1 and x(kG) mod n. */
  readonly inverse: bigint;
  readonly r: bigint;
  /** For Schnorr: k of the point with an even y, and its x coordinate. */
  readonly evenK: bigint;
  readonly x: Uint8Array;
}

const order = secp256k1.Point.Fn.ORDER;
const mod = (a: bigint): bigint => ((a % order) + order) % order;
const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x${toHex(bytes)}`);
const bytes32 = (n: bigint): Uint8Array => fromHex(n.toString(16).padStart(64, '0'));

const nonceCount = 64;

/**
 * Keys with fast signing. A signature takes microseconds instead of a millisecond, because the points of 64 nonces are
 * precomputed and reused. This reveals the private keys, which is acceptable only because all keys derive from a public
 * seed.
 *
 * Taproot outputs commit to the bare key without the tweak that BIP 341 recommends (but does not require).
 */
export class Keys {
  private readonly keys: Key[];
  private readonly nonces: Nonce[];
  private used = 0;

  constructor(count: number, random: () => number) {
    this.keys = Array.from({ length: count }, () => makeKey(randomScalar(random)));
    this.nonces = Array.from({ length: nonceCount }, () => makeNonce(randomScalar(random)));
  }

  compressed(index: number): Uint8Array {
    return this.keys[index]!.compressed;
  }

  xOnly(index: number): Uint8Array {
    return this.keys[index]!.xOnly;
  }

  keyHash(index: number): Uint8Array {
    return this.keys[index]!.hash;
  }

  p2pkhScript(index: number): Uint8Array {
    return this.keys[index]!.p2pkhScript;
  }

  /** Returns an ECDSA signature in DER with a low s, followed by SIGHASH_ALL. */
  ecdsa(index: number, digest: Uint8Array): Uint8Array {
    const { inverse, r } = this.nextNonce();
    const s = mod(inverse * (numberOf(digest) + r * this.keys[index]!.secret));
    const parts = concatBytes(derInteger(r), derInteger(s > order / 2n ? order - s : s));
    return concatBytes(Uint8Array.of(0x30, parts.length), parts, Uint8Array.of(1));
  }

  /** Returns a BIP 340 Schnorr signature of 64 bytes; SIGHASH_DEFAULT needs no suffix. */
  schnorr(index: number, digest: Uint8Array): Uint8Array {
    const { evenK, x } = this.nextNonce();
    const { xOnly, evenSecret } = this.keys[index]!;
    const challenge = numberOf(taggedHash('BIP0340/challenge', x, xOnly, digest));
    return concatBytes(x, bytes32(mod(evenK + challenge * evenSecret)));
  }

  private nextNonce(): Nonce {
    return this.nonces[this.used++ % nonceCount]!;
  }
}

function makeKey(secret: bigint): Key {
  const compressed = secp256k1.Point.BASE.multiply(secret).toBytes(true);
  const hash = hash160(compressed);
  return {
    secret,
    evenSecret: compressed[0] === 2 ? secret : order - secret,
    compressed,
    xOnly: compressed.slice(1),
    hash,
    p2pkhScript: concatBytes(Uint8Array.of(OP.DUP, OP.HASH160, 20), hash, Uint8Array.of(OP.EQUALVERIFY, OP.CHECKSIG)),
  };
}

function makeNonce(k: bigint): Nonce {
  const point = secp256k1.Point.BASE.multiply(k).toBytes(true);
  const x = point.slice(1);
  return {
    inverse: secp256k1.Point.Fn.inv(k),
    r: mod(numberOf(x)),
    evenK: point[0] === 2 ? k : order - k,
    x,
  };
}

function randomScalar(random: () => number): bigint {
  const bytes = Buffer.alloc(32);
  for (let i = 0; i < 32; i += 4) bytes.writeUInt32LE(Math.floor(random() * 2 ** 32), i);
  return mod(numberOf(bytes)) || 1n;
}

/** Encodes a positive integer in DER: minimal length, with a zero byte in front of a high bit. */
function derInteger(n: bigint): Uint8Array {
  const hex = n.toString(16);
  const bytes = fromHex(hex.length % 2 === 0 ? hex : `0${hex}`);
  const body = bytes[0]! >= 0x80 ? concatBytes(Uint8Array.of(0), bytes) : bytes;
  return concatBytes(Uint8Array.of(2, body.length), body);
}
