import type { Table } from '@glassblock/store';

/** Tables of the Lightning history. Ids never change their meaning within a format. */
export const tables = {
  channels: { name: 'channels', id: 1, partitionBytes: 8, sortBytes: 0 },
  nodes: { name: 'nodes', id: 2, partitionBytes: 33, sortBytes: 0 },
  hours: { name: 'hours', id: 3, partitionBytes: 1, sortBytes: 4 },
  days: { name: 'days', id: 4, partitionBytes: 1, sortBytes: 4 },
  nodeDays: { name: 'node-days', id: 5, partitionBytes: 33, sortBytes: 4 },
  policies: { name: 'policies', id: 6, partitionBytes: 8, sortBytes: 5 },
  nodeReach: { name: 'node-reach', id: 7, partitionBytes: 33, sortBytes: 4 },
} as const satisfies Record<string, Table>;
