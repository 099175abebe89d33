import type { BlockRow } from '../rows/block/block-row.ts';
import { saveSealed } from './fact-files.ts';
import { type FactSync, heightsFrom, rowsPerBatch } from './fact-loader.ts';

/**
 * Attributes the blocks of segments that follow other rules to mining pools again, one segment after another.
 * @param readRows returns the rows of the active chain at these heights; undefined while there is no index
 */
export async function attributeSegments(
  sync: FactSync,
  readRows: (heights: readonly number[]) => Promise<(BlockRow | undefined)[] | undefined>,
): Promise<void> {
  const { columns, files, rules, onError } = sync;
  for (;;) {
    const number = columns.otherRules(rules);
    if (number === undefined || sync.signal.aborted) return;
    const result = await attributeSegment(sync, number, readRows);
    if (result === 'ended') return;
    if (result === 'reorganized') continue;
    columns.setRules(number, rules);
    await saveSealed(columns, files, number, onError);
  }
}

async function attributeSegment(
  { columns, miningPoolOf, signal }: FactSync,
  number: number,
  readRows: (heights: readonly number[]) => Promise<(BlockRow | undefined)[] | undefined>,
): Promise<'attributed' | 'reorganized' | 'ended'> {
  const first = number * columns.segmentBlocks;
  for (let done = 0; done < columns.segmentBlocks; ) {
    const { revision } = columns;
    const rows = await readRows(heightsFrom(first + done, Math.min(rowsPerBatch, columns.segmentBlocks - done)));
    if (signal.aborted || rows === undefined) return 'ended';
    // after a reorg the current blocks are processed again
    if (columns.revision !== revision) return 'reorganized';
    for (const row of rows) {
      if (row === undefined) return 'ended';
      const { facts, i } = columns.at(row.height);
      facts.miningPool[i] = miningPoolOf(row);
    }
    done += rows.length;
  }
  return 'attributed';
}
