/**
 * Our first projected block compared with a real node's block template, over generated mempools of many shapes.
 *
 *     node bench/mempool/template.ts [mempools=200] [seed=1] [block weight=4000000]
 */
import { mineOpenUtxos, startRealNode } from '@glassblock/node/testing';
import {
  compareTemplates,
  emptyMempool,
  fillMempool,
  generatedUtxoValue,
  generateMempool,
  nodeTemplate,
  ownTemplate,
  templateFlags,
} from '../../packages/server/test/support/generated-mempool.ts';

const mempools = Number(process.argv[2] ?? 200);
const firstSeed = Number(process.argv[3] ?? 1);
const blockWeight = Number(process.argv[4] ?? 4_000_000);
/** One and a half blocks. */
const txs = Math.round(blockWeight / 440);
const utxosEach = Math.round(2.8 * txs);
/** Mempools per node: regtest's subsidy does not suffice for all. */
const mempoolsEach = Math.max(1, Math.floor(50_000 / utxosEach));

let ours = 0;
let theirs = 0;
let min = Number.POSITIVE_INFINITY;
let below = 0;
let diagramsBelow = 0;
for (let seed = firstSeed; seed < firstSeed + mempools; ) {
  const node = await startRealNode({ flags: templateFlags(blockWeight) });
  try {
    const utxos = await mineOpenUtxos(node.client, mempoolsEach * utxosEach, generatedUtxoValue);
    for (let i = 0; i < mempoolsEach && seed < firstSeed + mempools; i++, seed++) {
      const mempool = generateMempool({ seed, txs, padding: 80 }, () => utxos.pop()!);
      await fillMempool(node.client, mempool);
      const template = await nodeTemplate(node.client, mempool.deltas);
      const own = await ownTemplate(node.client, mempool.deltas, blockWeight);
      const result = compareTemplates(own, template);
      ours += result.ourFees;
      theirs += result.theirFees;
      const share = result.ourFees / result.theirFees;
      min = Math.min(min, share);
      if (share < 1) below++;
      if (result.below > 0) diagramsBelow++;
      if (share < 1 || result.below > 0)
        console.log(`seed ${seed}: ${share.toFixed(6)}, diagram ${result.below} sat below`);
      await emptyMempool(node, mempool);
    }
  } finally {
    await node.stop();
  }
}
console.log(`${mempools} mempools of ${txs}: total fees ${(100 * (ours / theirs)).toFixed(4)} % of the node's,`);
console.log(
  `${(100 * min).toFixed(4)} % in the worst mempool; ${below} mempools below 100 %; ${diagramsBelow} diagrams below`,
);
