import { createCipheriv } from 'node:crypto';

/**
 * Short stand-ins for hashes, keyed per database so that nobody can prepare two hashes that share one: the first 16
 * bytes of the hash through AES-128 under the database's key, cut to the width of the table.
 */
export interface Prefixer {
  /** Eight bytes for a transaction id. */
  txid(txid: Uint8Array): Uint8Array;
  /** Twelve bytes for a script hash. */
  script(scriptHash: Uint8Array): Uint8Array;
}

/** @param key  16 bytes, made at random when the database is made */
export function createPrefixer(key: Uint8Array): Prefixer {
  const cipher = createCipheriv('aes-128-ecb', key, null);
  cipher.setAutoPadding(false);
  const mapped = (hash: Uint8Array, width: number): Uint8Array => {
    const block = cipher.update(hash.subarray(0, 16));
    return new Uint8Array(block.buffer, block.byteOffset, width);
  };
  return { txid: (txid) => mapped(txid, 8), script: (hash) => mapped(hash, 12) };
}
