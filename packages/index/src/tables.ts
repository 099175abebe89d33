import type { Table } from '@glassblock/store';

/** Rows of the chain index; `docs/schema.md` explains each. Ids never change meaning within a format. */
export const tables = {
  meta: { name: 'meta', id: 1, partitionBytes: 1, sortBytes: 0 },
  blocks: { name: 'blocks', id: 2, partitionBytes: 4, sortBytes: 0 },
  blockIds: { name: 'block-ids', id: 3, partitionBytes: 32, sortBytes: 0 },
  txids: { name: 'txids', id: 4, partitionBytes: 8, sortBytes: 5 },
  history: { name: 'history', id: 5, partitionBytes: 12, sortBytes: 5 },
  unspent: { name: 'unspent', id: 6, partitionBytes: 12, sortBytes: 12 },
  spends: { name: 'spends', id: 7, partitionBytes: 8, sortBytes: 9 },
  undo: { name: 'undo', id: 8, partitionBytes: 4, sortBytes: 0 },
  stale: { name: 'stale', id: 9, partitionBytes: 32, sortBytes: 0 },
} as const satisfies Record<string, Table>;

/** Tables whose rows are a pure function of the active chain (and of the database's key for prefixes). */
export const chainTables: readonly Table[] = [
  tables.blocks,
  tables.blockIds,
  tables.txids,
  tables.history,
  tables.unspent,
  tables.spends,
];

/** Blocks for which undo rows are kept. Deeper disconnects derive theirs from the node's block. */
export const keptUndo = 1_000;

/** Number of the row format. A store of another one is refused with a clear sentence. */
export const indexFormat = 1;
