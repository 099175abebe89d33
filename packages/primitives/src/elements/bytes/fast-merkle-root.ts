import { _SHA256 } from '@noble/hashes/sha2.js';

/** SHA-256 whose state can be read after whole blocks, before any padding. */
class Midstate extends _SHA256 {
  state(): Uint8Array {
    const out = new Uint8Array(32);
    const view = new DataView(out.buffer);
    this.get().forEach((word, i) => {
      view.setUint32(4 * i, word);
    });
    return out;
  }
}

function parent(left: Uint8Array, right: Uint8Array): Uint8Array {
  const hash = new Midstate();
  hash.update(left);
  hash.update(right);
  return hash.state();
}

/**
 * Returns the root over 32-byte leaves whose inner nodes are SHA-256 states without padding; an odd last node moves up
 * unchanged; 32 zeros for none. Elements derives asset ids and the roots of federation parameters with it.
 * Source: Elements ComputeFastMerkleRoot
 */
export function fastMerkleRoot(leaves: readonly Uint8Array[]): Uint8Array {
  let level = leaves;
  while (level.length > 1) {
    const next: Uint8Array[] = [];
    for (let i = 0; i < level.length; i += 2) {
      const right = level[i + 1];
      next.push(right === undefined ? level[i]! : parent(level[i]!, right));
    }
    level = next;
  }
  return level[0]?.slice() ?? new Uint8Array(32);
}
