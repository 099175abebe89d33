import * as bitcoinjs from 'bitcoinjs-lib';
import { describe, expect, test } from 'vitest';
import { coreVectors } from '../test/support/core-vectors.ts';
import { blockMerkleRoot } from './block/merkle.ts';
import {
  displayHash,
  fromHex,
  isCoded,
  readBlock,
  readWholeTransaction,
  type Transaction,
  toHex,
  transactionSigopCost,
} from './index.ts';

const hexesOf = (name: string): string[] =>
  (coreVectors(name) as unknown[][]).filter((row) => row.length === 3).map((row) => row[1] as string);

function expectAgreement(tx: Transaction, hex: string): void {
  const theirs = bitcoinjs.Transaction.fromHex(hex);
  expect(displayHash(tx.txid)).toBe(theirs.getId());
  if (!tx.isCoinbase) expect(toHex(tx.wtxid)).toBe(toHex(theirs.getHash(true)));
  expect(tx.weight).toBe(theirs.weight());
  expect(tx.isCoinbase).toBe(theirs.isCoinbase());
  expect(tx.hasWitness).toBe(theirs.hasWitnesses());
  expect(toHex(theirs.toBuffer())).toBe(toHex(tx.raw));
  expect(transactionSigopCost(tx, [])).toBeGreaterThanOrEqual(0);
}

describe("Core's transaction vectors", () => {
  test('reads all valid ones as bitcoinjs-lib does', () => {
    const hexes = hexesOf('tx_valid');
    expect(hexes).toHaveLength(50);
    for (const hex of hexes) expectAgreement(readWholeTransaction(fromHex(hex)), hex);
  });

  test('the invalid ones break rules, not the format: all are read, except one with a negative amount', () => {
    const refused: string[] = [];
    for (const hex of hexesOf('tx_invalid')) {
      try {
        expectAgreement(readWholeTransaction(fromHex(hex)), hex);
      } catch (error) {
        if (!isCoded(error)) throw error;
        refused.push(error.code);
      }
    }
    expect(refused).toEqual(['primitives.value-out-of-range']);
  });

  test('reads all of script_assets_test as bitcoinjs-lib does', () => {
    const cases = coreVectors('script_assets_test') as { tx: string }[];
    expect(cases).toHaveLength(2243);
    for (const { tx } of cases) {
      const parsed = readWholeTransaction(fromHex(tx));
      const theirs = bitcoinjs.Transaction.fromHex(tx);
      expect(displayHash(parsed.txid)).toBe(theirs.getId());
      expect(parsed.weight).toBe(theirs.weight());
    }
  });

  test('the blocks lead to their merkle roots, except for the one made to fail', () => {
    type Row = { comment: string; transactions: number; data: string };
    for (const { comment, transactions, data } of coreVectors('blocks') as Row[]) {
      const block = readBlock(fromHex(data));
      expect(block.txCount).toBe(transactions);
      const theirs = bitcoinjs.Block.fromHex(data);
      expect(displayHash(block.hash), comment).toBe(theirs.getId());
      expect(toHex(blockMerkleRoot(block)) === toHex(block.header.merkleRoot), comment).toBe(theirs.checkTxRoots());
    }
  });
});
