import { type Height, type Weight, writeSpentOutputs } from '@glassblock/primitives';
import { elementsFee, readElementsBlock } from '@glassblock/primitives/elements';
import type { PegContext } from '../assets/asset-changes.ts';
import { planAssets, planAssetsRemoval } from '../assets/asset-plan.ts';
import { planFederation, planFederationRemoval } from '../assets/federation-plan.ts';
import type { BlockFigures, BlockRow } from '../rows/block/block-row.ts';
import { elementsBlockRow } from '../rows/block/elements-block-row.ts';
import { elementsIndexFormat } from '../rows/tables.ts';
import type { ChainFormat } from './chain-format.ts';
import { headerWithoutWork, readElementsColumns } from './elements-columns.ts';

/** Statistics that need amounts are unknown on Elements chains: they are 0. */
const figuresOf = (totalFees: number): BlockFigures => ({
  totalFees,
  reward: totalFees,
  medianFee: 0,
  feeRange: [0, 0, 0, 0, 0, 0, 0],
  feePercentiles: [0, 0, 0, 0, 0, 0, 0],
  inputs: 0,
  outputs: 0,
  totalOut: 0,
  txSize: 0,
  txWeight: 0,
  segwitTxs: 0,
  segwitSize: 0,
  segwitWeight: 0,
  coinbaseScript: new Uint8Array(0),
  payoutScripts: [],
});

function decodeBlockRow(bytes: Uint8Array): BlockRow {
  const { height, size, weight, txCount, medianTime, totalFees, ...header } = elementsBlockRow.decode(bytes);
  return {
    header: headerWithoutWork(header as Parameters<typeof headerWithoutWork>[0]),
    height: height as Height,
    size,
    weight: weight as Weight,
    txCount,
    medianTime,
    figures: figuresOf(totalFees),
  };
}

function encodeBlockRow({ header, height, size, weight, txCount, medianTime, figures }: BlockRow): Uint8Array {
  const { hash, version, prevHash, merkleRoot, time } = header;
  const { totalFees } = figures;
  return elementsBlockRow.encode({
    hash,
    version,
    prevHash,
    merkleRoot,
    time,
    height,
    size,
    weight,
    txCount,
    medianTime,
    totalFees,
  });
}

/**
 * Returns the format of an Elements chain: its block rows have no proof of work, and rows of assets are added.
 * @param context the pegged asset as reported by the node
 */
export function elementsFormat(context: PegContext): ChainFormat {
  return {
    name: 'elements',
    version: elementsIndexFormat,
    rebuildHint: 'remove its directory',
    hasCells: false,
    readColumns: readElementsColumns,
    readScripts(bytes) {
      const { header, txs } = readElementsBlock(bytes);
      return { prevHash: header.prevHash, scripts: txs.flatMap((tx) => tx.outputs().map(({ script }) => script)) };
    },
    genesisSpent: (block) => writeSpentOutputs(readElementsBlock(block).txs.map(() => [])),
    txidAt: (block, position) => readElementsBlock(block).txs[position]?.txid,
    blockRow({ elements, header, bytes, weight, txCount }, height, medianTime) {
      let totalFees = 0;
      for (const tx of elements!.block.txs) if (!tx.isCoinbase) totalFees += elementsFee(tx, context.nativeAsset);
      return {
        header,
        height,
        size: bytes.length,
        weight: weight as Weight,
        txCount,
        medianTime,
        figures: figuresOf(totalFees),
      };
    },
    encodeBlockRow,
    decodeBlockRow,
    async connect({ view, columns, height, first }, rows) {
      const { block } = columns.elements!;
      await planAssets({ view, block, height, first, context }, rows);
      await planFederation(view, block.header, height, rows);
    },
    async disconnect({ view, height, first }, rows) {
      await planAssetsRemoval({ view, height, first }, rows);
      await planFederationRemoval(view, height, rows);
    },
  };
}
