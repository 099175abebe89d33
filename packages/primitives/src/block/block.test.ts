import { RawOldTx, RawTx } from '@scure/btc-signer/script.js';
import * as bitcoinjs from 'bitcoinjs-lib';
import { describe, expect, test } from 'vitest';
import { makeTransaction } from '../../test/support/make-transaction.ts';
import { legacyBlockBytes, segwitBlockBytes } from '../../test/support/real-blocks.ts';
import {
  ByteWriter,
  blockMerkleRoot,
  computeWitnessCommitment,
  concatBytes,
  displayHash,
  fromHex,
  isCoded,
  merkleBranch,
  merkleRoot,
  merkleRootOfBranch,
  readBlock,
  sha256d,
  toHex,
  witnessCommitment,
} from '../index.ts';

describe('mainnet block 413,567, from before segwit', () => {
  const block = readBlock(legacyBlockBytes);

  test('has the header, counts and sizes that explorers show', () => {
    expect(displayHash(block.hash)).toBe('0000000000000000025aff8be8a55df8f89c77296db6198f272d6577325d4069');
    expect(displayHash(block.header.merkleRoot)).toBe(
      '64a50c649fc816baaa2effda230c39cacf1504e4e616a2863685b72aaa7dce05',
    );
    expect([block.txCount, block.size, block.strippedSize, block.weight]).toEqual([1557, 999_887, 999_887, 3_999_548]);
    expect([block.header.time, block.header.nonce, block.header.version]).toEqual([1_464_307_123, 2_120_202_499, 4]);
  });

  test('txids lead to the merkle root and there is no witness commitment', () => {
    expect(blockMerkleRoot(block)).toEqual(block.header.merkleRoot);
    expect(witnessCommitment(block)).toBeUndefined();
    expect(computeWitnessCommitment(block)).toBeUndefined();
  });
});

describe('mainnet block 702,861, with witnesses', () => {
  const block = readBlock(segwitBlockBytes);

  test('has the header, counts and sizes that explorers show', () => {
    expect(displayHash(block.hash)).toBe('000000000000000000000c835b2adcaedc20fdf6ee440009c249452c726dafae');
    expect([block.txCount, block.size, block.strippedSize, block.weight]).toEqual([
      2500, 1_381_836, 870_406, 3_993_054,
    ]);
    expect(block.txs.filter((tx) => tx.hasWitness)).toHaveLength(2065);
  });

  test('txids lead to the merkle root, wtxids to the commitment in the coinbase (BIP 141)', () => {
    expect(blockMerkleRoot(block)).toEqual(block.header.merkleRoot);
    expect(toHex(witnessCommitment(block)!)).toBe('71bfcc287cd6271682f35f5fba3963861571e0f186899eb0a41a5ebc360a3faa');
    expect(computeWitnessCommitment(block)).toEqual(witnessCommitment(block));
  });

  test('transactions are adjacent views of one buffer', () => {
    expect(block.txs[0]!.start).toBe(83);
    expect(block.txs.at(-1)!.end).toBe(block.size);
    block.txs.slice(1).forEach((tx, i) => {
      expect(tx.start).toBe(block.txs[i]!.end);
    });
    expect(block.txs[7]!.output(0).script.buffer).toBe(segwitBlockBytes.buffer);
  });

  test('a branch of any leaf leads to the root, a wrong leaf or index does not', () => {
    const ids = block.txs.map((tx) => tx.txid);
    for (const index of [0, 1, 1234, 2498, 2499]) {
      const branch = merkleBranch(ids, index);
      expect(branch).toHaveLength(12);
      expect(merkleRootOfBranch(ids[index]!, branch, index)).toEqual(block.header.merkleRoot);
      expect(merkleRootOfBranch(ids[index]!, branch, index ^ 2)).not.toEqual(block.header.merkleRoot);
    }
    expect(merkleRootOfBranch(ids[3]!, merkleBranch(ids, 5), 5)).not.toEqual(block.header.merkleRoot);
    expect(() => merkleBranch(ids, 2500)).toThrow(RangeError);
  });
});

describe('agrees with other libraries', () => {
  test.each([
    ['413,567', legacyBlockBytes],
    ['702,861', segwitBlockBytes],
  ])('bitcoinjs-lib reads every transaction of block %s the same', (_, bytes) => {
    const block = readBlock(bytes);
    const theirs = bitcoinjs.Block.fromBuffer(bytes);
    expect(block.txCount).toBe(theirs.transactions!.length);
    expect(block.weight).toBe(theirs.weight());
    const same = block.txs.every((tx, index) => {
      const other = theirs.transactions![index]!;
      const ids = displayHash(tx.txid) === other.getId() && (tx.isCoinbase || same32(tx.wtxid, other.getHash(true)));
      const inputs = tx.inputs().every((input, i) => {
        const mine = [
          toHex(input.prevTxid),
          input.prevVout,
          toHex(input.scriptSig),
          input.sequence,
          ...input.witness.map(toHex),
        ];
        const it = other.ins[i]!;
        const yours = [toHex(it.hash), it.index, toHex(it.script), it.sequence, ...it.witness.map(toHex)];
        return mine.join() === yours.join();
      });
      const outputs = tx.outputs().every((output, i) => {
        const it = other.outs[i]!;
        return output.value === Number(it.value) && toHex(output.script) === toHex(it.script);
      });
      const counts = tx.inputCount === other.ins.length && tx.outputCount === other.outs.length;
      const fields = tx.version === other.version && tx.locktime === other.locktime && tx.weight === other.weight();
      if (!(ids && inputs && outputs && counts && fields)) throw new Error(`transaction ${index} differs`);
      return true;
    });
    expect(same).toBe(true);
  });

  test('@scure/btc-signer reads the same fields and writes the same bytes back', () => {
    const txs = [...readBlock(legacyBlockBytes).txs.slice(0, 300), ...readBlock(segwitBlockBytes).txs.slice(0, 500)];
    for (const tx of txs) {
      const other = RawTx.decode(tx.raw);
      expect(toHex(RawTx.encode(other))).toBe(toHex(tx.raw));
      expect(displayHash(sha256d(RawOldTx.encode(other)))).toBe(displayHash(tx.txid));
      expect(tx.outputs().map((o) => `${o.value} ${toHex(o.script)}`)).toEqual(
        other.outputs.map((o) => `${o.amount} ${toHex(o.script)}`),
      );
      expect(
        tx.inputs().map((i) => `${displayHash(i.prevTxid)} ${i.prevVout} ${toHex(i.scriptSig)} ${i.sequence}`),
      ).toEqual(other.inputs.map((i) => `${toHex(i.txid)} ${i.index} ${toHex(i.finalScriptSig)} ${i.sequence}`));
      if (tx.hasWitness)
        expect(tx.inputs().map((i) => i.witness.map(toHex))).toEqual(other.witnesses!.map((w) => w.map(toHex)));
    }
  });
});

const same32 = (a: Uint8Array, b: Uint8Array): boolean => toHex(a) === toHex(b);

describe('merkle trees', () => {
  const leaves = Array.from({ length: 9 }, (_, i) => new Uint8Array(32).fill(i + 1));

  test('one leaf is its own root, the root of no leaves is zeros', () => {
    expect(merkleRoot([leaves[0]!])).toEqual(leaves[0]);
    expect(merkleRoot([])).toEqual(new Uint8Array(32));
    expect(merkleBranch([leaves[0]!], 0)).toEqual([]);
  });

  test('an odd last leaf is paired with itself', () => {
    const [a, b, c] = leaves as [Uint8Array, Uint8Array, Uint8Array];
    const join = (x: Uint8Array, y: Uint8Array): Uint8Array => sha256d(concatBytes(x, y));
    expect(merkleRoot([a, b, c])).toEqual(join(join(a, b), join(c, c)));
  });

  test('every leaf of trees of 1 to 9 leaves verifies by its branch', () => {
    for (let count = 1; count <= 9; count++) {
      const some = leaves.slice(0, count);
      some.forEach((leaf, index) => {
        expect(merkleRootOfBranch(leaf, merkleBranch(some, index), index)).toEqual(merkleRoot(some));
      });
    }
  });
});

describe('commitments and rejections', () => {
  const reserved = new Uint8Array(32);
  const commitment = (fill: number, tail = ''): Uint8Array =>
    fromHex(`6a24aa21a9ed${fill.toString(16).padStart(2, '0').repeat(32)}${tail}`);
  const coinbase = (scripts: Uint8Array[], stack: Uint8Array[]): Uint8Array =>
    makeTransaction({
      inputs: [{ prevTxid: new Uint8Array(32), prevVout: 0xffffffff }],
      outputs: scripts.map((script) => ({ script })),
      witness: [stack],
    });
  const blockOf = (count: number, ...txs: Uint8Array[]): Uint8Array =>
    concatBytes(new Uint8Array(80), new ByteWriter().compactSize(count).finish(), ...txs);
  const codeOf = (bytes: Uint8Array): string => {
    try {
      readBlock(bytes);
    } catch (error) {
      if (isCoded(error)) return error.code;
      throw error;
    }
    return 'no error';
  };

  test('uses the last of several commitments, also with trailing bytes, and ignores a shorter one (BIP 141)', () => {
    const scripts = [commitment(1), commitment(2, 'ff'), commitment(3).subarray(0, 37)];
    const block = readBlock(blockOf(1, coinbase(scripts, [reserved])));
    expect(witnessCommitment(block)).toEqual(new Uint8Array(32).fill(2));
  });

  test('returns undefined without a reserved value of 32 bytes', () => {
    for (const stack of [[new Uint8Array(31)], [reserved, reserved]]) {
      expect(computeWitnessCommitment(readBlock(blockOf(1, coinbase([], stack))))).toBeUndefined();
    }
    expect(computeWitnessCommitment(readBlock(blockOf(1, coinbase([], [reserved]))))).toEqual(
      sha256d(new Uint8Array(64)),
    );
  });

  test.each([
    ['no transactions', blockOf(0), 'primitives.no-transactions'],
    ['a header cut off', new Uint8Array(79), 'primitives.truncated'],
    ['a header alone', new Uint8Array(80), 'primitives.truncated'],
    [
      'bytes behind the last transaction',
      blockOf(1, makeTransaction({}), Uint8Array.of(0)),
      'primitives.trailing-bytes',
    ],
    ['fewer transactions than announced', blockOf(2, makeTransaction({})), 'primitives.truncated'],
    ['a count that cannot fit', blockOf(0x02000000, makeTransaction({})), 'primitives.truncated'],
    ['one transaction', blockOf(1, makeTransaction({})), 'no error'],
  ])('%s', (_, bytes, code) => {
    expect(codeOf(bytes)).toBe(code);
  });

  test('rejects the Elements format as unsupported', () => {
    expect(() => readBlock(legacyBlockBytes, 'elements')).toThrow(
      expect.objectContaining({ code: 'primitives.unsupported-format' }),
    );
  });
});
