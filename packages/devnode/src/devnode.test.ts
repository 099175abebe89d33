import {
  blockMerkleRoot,
  computeWitnessCommitment,
  displayHash,
  equalBytes,
  networks,
  readBlock,
  readSpentOutputs,
  scriptType,
  subsidyAt,
  targetOf,
  witnessCommitment,
} from '@glassblock/primitives';
import { Block as OtherBlock } from 'bitcoinjs-lib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDevnode, type Devnode } from './index.ts';

const clock = () => 1_800_000_000_000;
const small = { profile: 'core31', live: false, blocks: 30, mempoolSize: 300, clock } as const;

let devnode: Devnode;
beforeAll(async () => {
  devnode = await createDevnode({ ...small, seed: 1 });
});
afterAll(() => devnode.stop());

describe('the chain', () => {
  test('has valid merkle roots, commitments, targets, rewards and parents', () => {
    const { chain } = devnode.state;
    expect(chain.at(0)!.hash).toBe(networks.demo.genesisHash);
    expect(chain.height).toBe(30);
    for (let height = 1; height <= chain.height; height++) {
      const stored = chain.at(height)!;
      const block = readBlock(stored.bytes!);
      expect(equalBytes(blockMerkleRoot(block), block.header.merkleRoot)).toBe(true);
      expect(witnessCommitment(block)).toEqual(computeWitnessCommitment(block));
      expect(BigInt(`0x${stored.hash}`) <= targetOf(block.header.bits)).toBe(true);
      expect(displayHash(block.header.prevHash)).toBe(chain.at(height - 1)!.hash);
      expect(block.header.time).toBeGreaterThan(chain.at(height - 1)!.medianTime);
      expect(block.weight).toBeLessThanOrEqual(4_000_000);

      const spent = readSpentOutputs(stored.undo!.bytes);
      let fees = 0;
      block.txs.forEach((tx, index) => {
        if (index === 0) return;
        for (const utxo of spent.of(index)) fees += Number(utxo.value);
        for (const output of tx.outputs()) fees -= Number(output.value);
      });
      const paid = block.txs[0]!.outputs().reduce((sum, output) => sum + Number(output.value), 0);
      expect(paid).toBe(subsidyAt(height, networks.demo) + fees);
    }
  });

  test('reads the same in bitcoinjs-lib', () => {
    const { chain } = devnode.state;
    for (let height = 1; height <= chain.height; height++) {
      const bytes = chain.at(height)!.bytes!;
      const ours = readBlock(bytes);
      const other = OtherBlock.fromBuffer(Buffer.from(bytes));
      expect(other.getId()).toBe(displayHash(ours.hash));
      expect(other.weight()).toBe(ours.weight);
      expect(other.checkTxRoots()).toBe(true);
      other.transactions?.forEach((tx, index) => {
        expect(tx.getId()).toBe(displayHash(ours.txs[index]!.txid));
        expect(tx.weight()).toBe(ours.txs[index]!.weight);
      });
    }
  });

  test('has all common script types', () => {
    const found = new Set<string>();
    const { chain, mempool } = devnode.state;
    for (let height = 1; height <= chain.height; height++) {
      for (const tx of readBlock(chain.at(height)!.bytes!).txs)
        for (const { script } of tx.outputs()) found.add(scriptType(script));
    }
    for (const { tx } of mempool.entries.values()) for (const { script } of tx.outputs()) found.add(scriptType(script));
    for (const type of [
      'p2pk',
      'p2pkh',
      'p2sh',
      'v0_p2wpkh',
      'v0_p2wsh',
      'v1_p2tr',
      'multisig',
      'op_return',
      'anchor',
    ]) {
      expect(found).toContain(type);
    }
  });
});

describe('the seed', () => {
  test('determines chain, mempool and later events; another seed changes them', async () => {
    const future = async (seed: number) => {
      const one = await createDevnode({ ...small, blocks: 12, mempoolSize: 60, seed });
      one.commands.emitTraffic(20);
      one.commands.mine(2, { hidden: 1 });
      const result = { tip: one.state.chain.tip.hash, mempool: [...one.state.mempool.entries.keys()] };
      await one.stop();
      return result;
    };
    const first = await future(5);
    expect(await future(5)).toEqual(first);
    expect((await future(6)).tip).not.toBe(first.tip);
  });
});

describe('the mempool', () => {
  test('has the requested size, with packages and consistent fees', () => {
    const { mempool } = devnode.state;
    expect(mempool.entries.size).toBeGreaterThanOrEqual(300);
    expect([...mempool.entries.values()].some((entry) => entry.parents.size > 0)).toBe(true);
    for (const entry of mempool.entries.values()) {
      expect(entry.fee / entry.vsize).toBeGreaterThanOrEqual(0.1);
      for (const parent of entry.parents) expect(mempool.entries.get(parent)!.children.has(entry.txid)).toBe(true);
    }
  });
});
