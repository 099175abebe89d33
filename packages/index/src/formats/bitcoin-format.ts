import { readBlock, writeSpentOutputs } from '@glassblock/primitives';
import { readBlockColumns } from '@glassblock/primitives/columns';
import { blockRowOf } from '../planning/describe-block.ts';
import { decodeBlockRow, encodeBlockRow } from '../rows/block/block-row.ts';
import { indexFormat } from '../rows/tables.ts';
import type { ChainFormat } from './chain-format.ts';

/** Bitcoin and its test networks. */
export const bitcoinFormat: ChainFormat = {
  name: 'bitcoin',
  version: indexFormat,
  rebuildHint: 'run "glassblock index rebuild"',
  hasCells: true,
  readColumns: readBlockColumns,
  readScripts(bytes) {
    const { header, txs } = readBlock(bytes);
    return { prevHash: header.prevHash, scripts: txs.flatMap((tx) => tx.outputs().map(({ script }) => script)) };
  },
  genesisSpent: (block) => writeSpentOutputs(readBlock(block).txs.map(() => [])),
  txidAt: (block, position) => readBlock(block).txs[position]?.txid,
  blockRow: blockRowOf,
  encodeBlockRow,
  decodeBlockRow,
};
