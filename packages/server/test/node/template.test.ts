import { mineOpenUtxos, type OpenUtxo, type RealNode, startRealNode } from '@glassblock/node/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  compareTemplates,
  emptyMempool,
  fillMempool,
  generatedUtxoValue,
  generateMempool,
  generateTies,
  nodeTemplate,
  ownTemplate,
  type TemplateTx,
  templateFlags,
} from '../support/generated-mempool.ts';

// bench/mempool/template.ts does the same over 200 mempools
const blockWeight = 400_000;
const seeds = [1, 2, 3, 4, 5, 6];

let node: RealNode;
let utxos: OpenUtxo[];

beforeAll(async () => {
  node = await startRealNode({ flags: templateFlags(blockWeight) });
  utxos = await mineOpenUtxos(node.client, 2_500 * (seeds.length + 3), generatedUtxoValue);
});
afterAll(() => node?.stop());

describe('our next block and the template of a real node', () => {
  it.each(seeds)('mempool %i: pays as much, and its diagram is nowhere below', async (seed) => {
    const mempool = generateMempool({ seed, txs: 900, padding: 80 }, () => utxos.pop()!);
    await fillMempool(node.client, mempool);
    const theirs = await nodeTemplate(node.client, mempool.deltas);
    const ours = await ownTemplate(node.client, mempool.deltas, blockWeight);
    const { ourFees, theirFees, below } = compareTemplates(ours, theirs);
    expect(theirs.length).toBeGreaterThan(300);
    expect(ourFees).toBeGreaterThanOrEqual(0.999 * theirFees);
    expect(below).toBe(0);
    await emptyMempool(node, mempool);
  });

  it.each([11, 12, 13])('mempool %i of few fee rates: the same transactions in the same order', async (seed) => {
    const mempool = generateTies({ seed, txs: 1_500, padding: 60 }, () => utxos.pop()!);
    await fillMempool(node.client, mempool);
    const theirs = await nodeTemplate(node.client, mempool.deltas);
    const ours = await ownTemplate(node.client, mempool.deltas, blockWeight);
    expect(theirs.length).toBeGreaterThan(500);
    expect(theirs.length).toBeLessThan(mempool.raws.length);
    // at the end of the block the node leaves out whole packages that do not fit
    const compared = theirs.length - 10;
    const ids = (txs: readonly TemplateTx[]) => txs.slice(0, compared).map(({ txid }) => txid);
    expect(ids(ours)).toEqual(ids(theirs));
    await emptyMempool(node, mempool);
  });
});
