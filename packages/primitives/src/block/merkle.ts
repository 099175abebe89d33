import { concatBytes } from '../bytes/bytes.ts';
import { sha256d } from '../bytes/hashes.ts';
import type { Block } from './block.ts';

/**
 * Returns the root over hashes in internal order; an odd last one is paired with itself; 32 zeros for none. Lists that
 * differ by such a repetition share a root (CVE-2012-2459): the node rejects those blocks.
 */
export function merkleRoot(hashes: readonly Uint8Array[]): Uint8Array {
  let level = hashes;
  while (level.length > 1) level = nextLevel(level);
  return level[0]?.slice() ?? new Uint8Array(32);
}

const pair = new Uint8Array(64);

function nextLevel(level: readonly Uint8Array[]): Uint8Array[] {
  const next: Uint8Array[] = [];
  for (let i = 0; i < level.length; i += 2) next.push(parent(level[i]!, level[i + 1] ?? level[i]!));
  return next;
}

function parent(left: Uint8Array, right: Uint8Array): Uint8Array {
  pair.set(left, 0);
  pair.set(right, 32);
  return sha256d(pair);
}

/** Returns the merkle root computed from the txids. */
export function blockMerkleRoot(block: Pick<Block, 'txs'>): Uint8Array {
  return merkleRoot(block.txs.map((tx) => tx.txid));
}

/**
 * Returns the siblings from the leaf at `index` upwards, internal order: the merkle proof.
 * @throws {RangeError} when there is no such leaf
 */
export function merkleBranch(hashes: readonly Uint8Array[], index: number): Uint8Array[] {
  if (!(index >= 0 && index < hashes.length)) throw new RangeError(`no leaf ${index} of ${hashes.length}`);
  const branch: Uint8Array[] = [];
  let level = hashes;
  for (let at = index; level.length > 1; at >>= 1) {
    branch.push(level[at ^ 1] ?? level[at]!);
    level = nextLevel(level);
  }
  return branch;
}

/** Returns the root that a leaf and its branch lead to. */
export function merkleRootOfBranch(leaf: Uint8Array, branch: readonly Uint8Array[], index: number): Uint8Array {
  let hash = leaf;
  let at = index;
  for (const sibling of branch) {
    hash = at % 2 === 0 ? parent(hash, sibling) : parent(sibling, hash);
    at = Math.floor(at / 2);
  }
  return hash;
}

const commitmentHead = [0x6a, 0x24, 0xaa, 0x21, 0xa9, 0xed];

/**
 * Returns the witness commitment in the coinbase: 32 bytes of the last output that carries one, undefined without.
 * Source: BIP 141
 */
export function witnessCommitment(block: Block): Uint8Array | undefined {
  const coinbase = block.txs[0]!;
  for (let i = coinbase.outputCount - 1; i >= 0; i--) {
    const { script } = coinbase.output(i);
    if (script.length >= 38 && commitmentHead.every((byte, at) => script[at] === byte)) return script.subarray(6, 38);
  }
  return undefined;
}

/**
 * Computes the witness commitment of this block; undefined when the coinbase witness has no reserved value of 32 bytes,
 * as before segwit. Source: BIP 141
 */
export function computeWitnessCommitment(block: Block): Uint8Array | undefined {
  const witness = block.txs[0]!.input(0).witness;
  const reserved = witness[0];
  if (witness.length !== 1 || reserved?.length !== 32) return undefined;
  const ids = block.txs.map((tx, index) => (index === 0 ? new Uint8Array(32) : tx.wtxid));
  return sha256d(concatBytes(merkleRoot(ids), reserved));
}
