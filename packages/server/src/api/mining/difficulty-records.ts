import type { DifficultyRecord } from '@glassblock/contract';
import type { FactColumns } from '@glassblock/index';
import { difficultyOf, type NetworkRow } from '@glassblock/primitives';
import { headerColumns } from './network-hashrate.ts';
import type { MiningWindow } from './series/windows.ts';

/**
 * Returns the difficulty changes, newest first, and genesis. Only first blocks of epochs count: on test networks any
 * late block has the minimum difficulty.
 */
export function difficultyRecords(
  columns: FactColumns,
  network: NetworkRow,
  { from, to }: MiningWindow,
): DifficultyRecord[] {
  const { count, bitsAt, timeAt } = headerColumns(columns);
  const records: DifficultyRecord[] = [];
  const add = (height: number, adjustment: number) => {
    const time = timeAt(height);
    if (time >= from && time <= to) records.push([time, height, difficultyOf(bitsAt(height)), adjustment]);
  };
  if (count > 0) add(0, 0);
  const epoch = network.retargetInterval;
  for (let height = epoch; network.retargets && height < count; height += epoch) {
    // the demo's genesis block is regtest's; elsewhere the next block has the same difficulty
    const before = difficultyOf(bitsAt(Math.max(1, height - epoch)));
    const after = difficultyOf(bitsAt(height));
    if (after !== before && before > 0) add(height, Math.round((after / before) * 1e6) / 1e6);
  }
  return records.reverse();
}
