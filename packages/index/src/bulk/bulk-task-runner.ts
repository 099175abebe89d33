import { writeSpentOutputs } from '@glassblock/primitives';
import { readBlockColumns } from '@glassblock/primitives/columns';
import { buildScripts, type ScriptsTask } from './build-scripts.ts';
import { buildSpends, buildTxids, type SpendsTask, type TxidsTask } from './build-txids.ts';
import type { BulkTaskRunnerOptions } from './bulk-task-runner-options.ts';
import { NumberedRows } from './numbered-rows.ts';
import { RowLoader } from './row-loader.ts';
import { type ScanResult, type ScanTask, scanUnit } from './scan-unit.ts';

/** Rows by number of a window across the boundary of two units, or at the end of the chain. */
export interface BorderTask {
  kind: 'seam';
  from: number;
  /** Excluded. */
  to: number;
  isEnd: boolean;
  blocks: { hash: Uint8Array; height: number; first: number }[];
}

/** A task of the bulk build. */
export type BulkTask = ScanTask | ScriptsTask | TxidsTask | SpendsTask | BorderTask;

/** Executes tasks sequentially, in this thread or another one. */
export type BulkTaskRunner = (task: BulkTask) => Promise<ScanResult | undefined>;

/** Creates a task runner for this thread. */
export function createBulkTaskRunner(options: BulkTaskRunnerOptions): BulkTaskRunner {
  return async (task) => {
    switch (task.kind) {
      case 'scan':
        return scanUnit(task, options);
      case 'scripts':
        await buildScripts(task, options);
        return undefined;
      case 'txids':
        await buildTxids(task, options);
        return undefined;
      case 'spends':
        await buildSpends(task, options);
        return undefined;
      case 'seam':
        await buildSeam(task, options);
        return undefined;
    }
  };
}

async function buildSeam(task: BorderTask, { store, prefixer, source }: BulkTaskRunnerOptions): Promise<void> {
  const loader = new RowLoader(store);
  const end = task.isEnd ? Number.MAX_SAFE_INTEGER - 64 : task.to;
  const rows = new NumberedRows(prefixer.identity, task.from, end, loader);
  for (const { hash, height, first } of task.blocks) {
    const { block, spent } = await source.blockWithSpent(hash);
    rows.add(readBlockColumns(block, height === 0 ? writeSpentOutputs([[]]) : spent), first);
  }
  if (task.isEnd) rows.finish(task.to);
  await loader.flush({ durable: false });
}
