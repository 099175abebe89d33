import { type Cipheriv, createCipheriv } from 'node:crypto';
import type { ChainFormat } from './formats/chain-format.ts';
import { type BucketKey, scriptRest } from './rows/row-keys.ts';

export type { BucketKey } from './rows/row-keys.ts';

/** Properties fixed at creation: key, number of buckets, optional tables. */
export interface IndexIdentity {
  network: string;
  /** 16 random bytes. */
  key: Uint8Array;
  /** Leading bits of a script's key that select its bucket. */
  scriptBits: number;
  /** Leading bits of a txid's key that select its bucket. */
  txidBits: number;
  /** Txids by number are stored (a third of the index), so that lists need no bodies. */
  keepIds: boolean;
  /** Transactions and their prevouts are stored, compressed. */
  keepBodies: boolean;
}

/**
 * Keyed replacements of hashes, so that no one can precompute collisions: the first 16 bytes of a hash through AES-128
 * under the database's key. The leading bits of the result are the bucket, bytes 4 and on the rest.
 */
export class Prefixer {
  readonly identity: IndexIdentity;
  /** How the blocks of this index are read. */
  readonly format: ChainFormat;
  /** Bytes of an id's key behind its bucket number: with stored ids, one byte leaves few candidates. */
  readonly txidWidth: number;
  private readonly cipher: Cipheriv;
  private readonly one = new Uint8Array(16);

  constructor(identity: IndexIdentity, format: ChainFormat) {
    this.identity = identity;
    this.format = format;
    this.txidWidth = identity.keepIds ? 1 : 2;
    this.cipher = createCipheriv('aes-128-ecb', identity.key, null).setAutoPadding(false);
  }

  /** Maps several 16-byte blocks in one call. */
  mapped(pieces: Uint8Array): Uint8Array {
    return pieces.length === 0 ? pieces : this.cipher.update(pieces);
  }

  private mappedOne(hash: Uint8Array): Uint8Array {
    this.one.set(hash.subarray(0, 16));
    return this.cipher.update(this.one);
  }

  script(scriptHash: Uint8Array): BucketKey {
    return this.scriptAt(this.mappedOne(scriptHash), 0);
  }

  txid(txid: Uint8Array): BucketKey {
    return this.txidAt(this.mappedOne(txid), 0);
  }

  /** Key of a script whose mapped block is at an offset. */
  scriptAt(mapped: Uint8Array, offset: number): BucketKey {
    return { bucket: this.scriptBucketAt(mapped, offset), rest: this.scriptRestAt(mapped, offset) };
  }

  /** Bucket of a script whose mapped block is at an offset. */
  scriptBucketAt(mapped: Uint8Array, offset: number): number {
    return leading(bigAt(mapped, offset, 4), this.identity.scriptBits);
  }

  /** Rest of the key of a script whose mapped block is at an offset. */
  scriptRestAt(mapped: Uint8Array, offset: number): number {
    return bigAt(mapped, offset + 4, scriptRest.minBytes);
  }

  txidAt(mapped: Uint8Array, offset: number): BucketKey {
    return { bucket: this.txidBucketAt(mapped, offset), rest: this.txidRestAt(mapped, offset) };
  }

  /** Bucket of a transaction whose mapped block is at an offset. */
  txidBucketAt(mapped: Uint8Array, offset: number): number {
    return leading(bigAt(mapped, offset, 4), this.identity.txidBits);
  }

  /** Rest of the key of a transaction whose mapped block is at an offset. */
  txidRestAt(mapped: Uint8Array, offset: number): number {
    return bigAt(mapped, offset + 4, this.txidWidth);
  }
}

/** Reads a big-endian number of some bytes. */
function bigAt(bytes: Uint8Array, offset: number, width: number): number {
  let value = 0;
  for (let i = offset; i < offset + width; i++) value = value * 256 + bytes[i]!;
  return value;
}

const leading = (value: number, bits: number): number => (bits === 0 ? 0 : value >>> (32 - bits));

/** Bits for buckets of some eleven scripts and nineteen ids at a size of the chain. @param blockBytes bytes of all blocks,
 *  now or as expected */
export function bucketBits(blockBytes: number): { scriptBits: number; txidBits: number } {
  const scripts = blockBytes / 600;
  const scriptBits = Math.min(27, Math.max(8, Math.ceil(Math.log2(scripts / 11 + 1))));
  return { scriptBits, txidBits: Math.max(7, scriptBits - 1) };
}
