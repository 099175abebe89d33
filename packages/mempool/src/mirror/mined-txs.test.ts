import { displayHash, hashFromDisplay, readBlock } from '@glassblock/primitives';
import { expect, it } from 'vitest';
import { legacyBlockBytes, segwitBlockBytes } from '../../../primitives/test/support/real-blocks.ts';
import { MinedTxs } from './mined-txs.ts';

const [older, newer] = [legacyBlockBytes, segwitBlockBytes].map((bytes) => readBlock(bytes).txs);
const unknown = hashFromDisplay(`${'00'.repeat(31)}01`);

it('finds the transactions of all added blocks, by id and by each output that they spend', () => {
  const mined = new MinedTxs();
  expect(mined.has(older![1]!.txid)).toBe(false);
  expect(mined.spenderOf(older![1]!.txid, 0)).toBe(undefined);
  for (const txs of [older!, newer!]) {
    mined.addBlock(txs);
    for (const tx of txs) {
      expect(mined.has(tx.txid)).toBe(true);
      if (tx.isCoinbase) continue;
      for (const { prevTxid, prevVout } of tx.inputs()) {
        expect(displayHash(mined.spenderOf(prevTxid, prevVout)!.txid)).toBe(displayHash(tx.txid));
      }
    }
  }
  expect(mined.has(older![0]!.txid)).toBe(true);
  expect(mined.has(unknown)).toBe(false);
  const { prevTxid, prevVout } = older![1]!.inputs()[0]!;
  expect(mined.spenderOf(prevTxid, prevVout + 1_000_000)).toBe(undefined);
  expect(mined.spenderOf(unknown, 0)).toBe(undefined);
});
