import { expect, it } from 'vitest';
import { elementsIndexFormat, indexFormat, tables } from './tables.ts';

it('lists the id and key widths of every table', () => {
  expect(indexFormat).toBe(2);
  expect(elementsIndexFormat).toBe(3);
  const rows = Object.values(tables).map(({ name, id, partitionBytes, sortBytes }) => [
    id,
    name,
    partitionBytes,
    sortBytes,
  ]);
  expect(rows).toEqual([
    [1, 'meta', 1, 0],
    [2, 'blocks', 4, 0],
    [3, 'block-ids', 32, 0],
    [4, 'firsts', 4, 0],
    [5, 'txids', 4, 0],
    [6, 'scripts', 4, 0],
    [7, 'chunks', 9, 4],
    [8, 'unspent', 9, 7],
    [9, 'spends', 4, 0],
    [10, 'cells', 4, 0],
    [11, 'ids', 4, 0],
    [12, 'bodies', 4, 0],
    [13, 'undo', 4, 0],
    [14, 'stale', 32, 0],
    [15, 'stale-bodies', 32, 0],
    [16, 'assets', 32, 0],
    [17, 'asset-txs', 32, 4],
    [18, 'asset-blocks', 4, 0],
    [19, 'pegs', 1, 4],
    [20, 'federations', 1, 4],
  ]);
});
