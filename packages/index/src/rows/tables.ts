import type { Table } from '@glassblock/store';

/** Tables of the chain index; `docs/schema.md` describes each. Ids never change their meaning within a format. */
export const tables = {
  meta: { name: 'meta', id: 1, partitionBytes: 1, sortBytes: 0 },
  blocks: { name: 'blocks', id: 2, partitionBytes: 4, sortBytes: 0 },
  blockIds: { name: 'block-ids', id: 3, partitionBytes: 32, sortBytes: 0 },
  firsts: { name: 'firsts', id: 4, partitionBytes: 4, sortBytes: 0 },
  txids: { name: 'txids', id: 5, partitionBytes: 4, sortBytes: 0 },
  scripts: { name: 'scripts', id: 6, partitionBytes: 4, sortBytes: 0 },
  chunks: { name: 'chunks', id: 7, partitionBytes: 9, sortBytes: 4 },
  unspent: { name: 'unspent', id: 8, partitionBytes: 9, sortBytes: 7 },
  spends: { name: 'spends', id: 9, partitionBytes: 4, sortBytes: 0 },
  cells: { name: 'cells', id: 10, partitionBytes: 4, sortBytes: 0 },
  ids: { name: 'ids', id: 11, partitionBytes: 4, sortBytes: 0 },
  bodies: { name: 'bodies', id: 12, partitionBytes: 4, sortBytes: 0 },
  undo: { name: 'undo', id: 13, partitionBytes: 4, sortBytes: 0 },
  stale: { name: 'stale', id: 14, partitionBytes: 32, sortBytes: 0 },
  staleBodies: { name: 'stale-bodies', id: 15, partitionBytes: 32, sortBytes: 0 },
  assets: { name: 'assets', id: 16, partitionBytes: 32, sortBytes: 0 },
  assetTxs: { name: 'asset-txs', id: 17, partitionBytes: 32, sortBytes: 4 },
  assetBlocks: { name: 'asset-blocks', id: 18, partitionBytes: 4, sortBytes: 0 },
  pegs: { name: 'pegs', id: 19, partitionBytes: 1, sortBytes: 4 },
  federations: { name: 'federations', id: 20, partitionBytes: 1, sortBytes: 4 },
} as const satisfies Record<string, Table>;

/** Tables whose rows are a pure function of the active chain and of the database's identity (key and widths). */
export const chainTables: readonly Table[] = [
  tables.blocks,
  tables.blockIds,
  tables.firsts,
  tables.txids,
  tables.scripts,
  tables.chunks,
  tables.unspent,
  tables.spends,
  tables.cells,
  tables.ids,
  tables.bodies,
  tables.assets,
  tables.assetTxs,
  tables.assetBlocks,
  tables.pegs,
  tables.federations,
];

/** Tables with numbers as keys whose rows are read to connect a block, and changed by it: worth a cache. */
export const updatedTables: readonly Table[] = [tables.txids, tables.scripts, tables.spends];

/** Number of blocks with undo rows. Deeper disconnects compute them from the node's block. */
export const undoDepth = 1_000;

/** Version of the row format. A store of another format is rejected with an error. */
export const indexFormat = 2;

/** Version of the row format of Elements chains: 3 has rows of pegs and of federations. */
export const elementsIndexFormat = 3;
