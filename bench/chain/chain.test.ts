import { Buffer } from 'node:buffer';
import { startRealNode } from '@glassblock/node/testing';
import {
  blockMerkleRoot,
  computeWitnessCommitment,
  equalBytes,
  networks,
  parseAddress,
  readBlock,
  sha256,
  witnessCommitment,
} from '@glassblock/primitives';
import { describe, expect, test } from 'vitest';
import { ChainMaker, type ChainPlan } from './chain-maker.ts';
import { type BusyReport, reportOf } from './report.ts';

const plan: ChainPlan = { megabytes: 1, txs: 3_000, seed: 1 };

function makeAll(of: ChainPlan): { maker: ChainMaker; blocks: Uint8Array[] } {
  const maker = new ChainMaker(of);
  const blocks: Uint8Array[] = [];
  for (let block = maker.nextBlock(); block !== undefined; block = maker.nextBlock()) blocks.push(block);
  return { maker, blocks };
}

const digestOf = (blocks: readonly Uint8Array[]) => sha256(Buffer.concat(blocks));

/** Counts the history of a script from raw blocks. */
function historyOf(blocks: readonly Uint8Array[], script: Uint8Array): Partial<BusyReport> {
  const values = new Map<string, number>();
  const published = { transactions: 0, fundedOutputs: 0, fundedSats: 0, spentOutputs: 0, spentSats: 0 };
  for (const block of blocks) {
    for (const tx of readBlock(block).txs) {
      let touches = false;
      for (const { prevTxid, prevVout } of tx.inputs()) {
        const value = values.get(`${prevTxid.join()}:${prevVout}`);
        if (value === undefined) continue;
        touches = true;
        published.spentOutputs += 1;
        published.spentSats += value;
      }
      tx.outputs().forEach((output, vout) => {
        if (!equalBytes(output.script, script)) return;
        touches = true;
        values.set(`${tx.txid.join()}:${vout}`, Number(output.value));
        published.fundedOutputs += 1;
        published.fundedSats += Number(output.value);
      });
      if (touches) published.transactions += 1;
    }
  }
  return published;
}

describe('ChainMaker', () => {
  test('returns the same bytes for the same seed, and different bytes for another seed', () => {
    const first = digestOf(makeAll(plan).blocks);
    expect(digestOf(makeAll(plan).blocks)).toEqual(first);
    expect(digestOf(makeAll({ ...plan, seed: 2 }).blocks)).not.toEqual(first);
  });

  test('writes valid Merkle roots and witness commitments, and counts its transactions', () => {
    const { maker, blocks } = makeAll(plan);
    const read = blocks.map((bytes) => readBlock(bytes));
    for (const block of read) {
      expect(blockMerkleRoot(block)).toEqual(block.header.merkleRoot);
      expect(computeWitnessCommitment(block)).toEqual(witnessCommitment(block));
    }
    const txs = read.flatMap((block) => block.txs);
    expect(maker.figures.txs).toBe(txs.length);
    expect(maker.figures.bytes).toBe(blocks.reduce((sum, { length }) => sum + length, 0));
    expect(maker.figures.inputs).toBe(txs.reduce((sum, tx) => sum + (tx.isCoinbase ? 0 : tx.inputCount), 0));
    expect(maker.figures.outputs).toBe(txs.reduce((sum, tx) => sum + tx.outputCount, 0));
  });

  test('reports the history of the busy addresses', () => {
    const { maker, blocks } = makeAll(plan);
    const { big, regulars } = reportOf(maker, plan);
    expect(big.transactions).toBe(600);
    for (const report of [big, ...regulars.slice(0, 4)]) {
      const { script } = parseAddress(report.address, networks.regtest);
      expect(report).toMatchObject(historyOf(blocks, script));
    }
  });

  test('generates blocks that a real node accepts, with signatures of all kinds', async () => {
    const node = await startRealNode({ zmq: false });
    try {
      const { maker, blocks } = makeAll(plan);
      for (const block of blocks) {
        expect(await node.client.rpc('submitblock', Buffer.from(block).toString('hex'))).toBeNull();
      }
      expect(maker.figures.signedInputs).toBeGreaterThan(40);
      const set = (await node.client.rpc('gettxoutsetinfo', 'none')) as { txouts: number; total_amount: number };
      expect(set.txouts).toBe(maker.unspent().count);
      expect(Math.round(set.total_amount * 1e8)).toBe(maker.unspent().sats);
    } finally {
      await node.stop();
    }
  });
});
