import { existsSync, rmSync } from 'node:fs';
import { CodedError, type Height } from '@glassblock/primitives';
import { type Change, rowKey, type Store } from '@glassblock/store';
import { ChainMap } from '../chain-map.ts';
import type { ChainSource, ChainTip } from '../chain-source.ts';
import type { Prefixer } from '../prefixer.ts';
import { firstGroup } from '../rows/script/firsts-row.ts';
import { tables } from '../rows/tables.ts';
import { markerOf } from '../rows/tip-marker.ts';
import { u32Bytes } from '../tx-number.ts';
import { isScriptsDone } from './build-scripts.ts';
import { isSpendsDone, isTxidsDone } from './build-txids.ts';
import { type BulkPlan, openPlan } from './bulk-plan.ts';
import type { BorderTask, BulkTask, BulkTaskRunner } from './bulk-task-runner.ts';
import { windowSize } from './numbered-rows.ts';
import { scriptRuns, txidRuns } from './scan-unit.ts';

/** Progress of the first build. */
export interface BulkProgress {
  /** Completed share, 0 to 1. */
  share: number;
  /** Blocks read from the node, of `blocks`. */
  blocksRead: number;
  blocks: number;
  /** Since this start. */
  megabytesPerSecond: number;
  /** Estimated from the speed since this start; undefined without an estimate. */
  secondsLeft: number | undefined;
  /** Current step, for display. */
  step: 'reading' | 'sorting';
}

/** Options of the bulk build. */
export interface BulkOptions {
  store: Store;
  prefixer: Prefixer;
  source: ChainSource;
  /** Task runners: threads, or this thread several times. */
  workers: readonly BulkTaskRunner[];
  /** Directory of temporary files; survives a stop and is removed at the end. */
  directory: string;
  /** Height of the last block to build. */
  target: number;
  /** Maximum memory for sorting, of all workers together. */
  memoryBytes: number;
  onProgress(progress: BulkProgress): void;
  nowMs(): number;
  /** Reports the duration of each step and the time workers waited for the node. */
  onStep?(step: { name: string; seconds: number; waitedSeconds: number; bytes: number }): void;
}

/** Measured shares of the total time: reading blocks, sorting scripts, txids, spends. */
const readingShare = 0.6;

/**
 * Builds the tables of a new index from genesis to a block below the tip. Workers read blocks in parallel and write
 * records,
 * which are sorted by key range in memory; rows are written in key order, and no row is read. Finished tasks are files
 * on
 * disk: a stopped or killed build resumes with the next call.
 */
export async function bulkBuild(options: BulkOptions, signal?: AbortSignal): Promise<ChainTip | undefined> {
  const { store, prefixer, directory, nowMs } = options;
  const plan = await openPlan({
    directory,
    identity: prefixer.identity,
    source: options.source,
    target: options.target,
    memoryBytes: options.memoryBytes / options.workers.length,
  });
  const progress = progressOf(plan, options);
  const { units, firsts, scriptPartitions, txidPartitions, rangeSize, ranges } = plan;
  const unitFirsts = units.map(({ from }) => firsts[from]!);
  const list = (count: number) => Array.from({ length: count }, (_, i) => i);

  const isTxidsStepDone = list(txidPartitions).every((partition) => isTxidsDone(directory, partition));
  const isScriptsStepDone = list(scriptPartitions).every((partition) => isScriptsDone(directory, partition));
  const isScanDone = ({ index }: { index: number }) =>
    (isScriptsStepDone || existsSync(scriptRuns(directory, index))) &&
    (isTxidsStepDone || existsSync(txidRuns(directory, index)));
  const steps: { name: string; tasks: BulkTask[]; after?(): void }[] = [
    {
      name: 'scan',
      tasks: units.filter((unit) => !isScanDone(unit)).map((unit) => scanTask(plan, unit)),
    },
    { name: 'seams', tasks: seamsOf(plan) },
    {
      name: 'txids',
      tasks: list(txidPartitions)
        .filter((partition) => !isTxidsDone(directory, partition))
        .map((partition) => ({
          kind: 'txids' as const,
          partition,
          partitions: txidPartitions,
          unitFirsts,
          rangeSize,
          ranges,
        })),
      after: () => remove(units.map(({ index }) => txidRuns(directory, index))),
    },
    {
      name: 'scripts',
      tasks: list(scriptPartitions)
        .filter((partition) => !isScriptsDone(directory, partition))
        .map((partition) => ({ kind: 'scripts' as const, partition, partitions: scriptPartitions, unitFirsts })),
      after: () => remove(units.map(({ index }) => scriptRuns(directory, index))),
    },
    {
      name: 'spends',
      tasks: list(ranges)
        .filter((range) => !isSpendsDone(directory, range))
        .map((range) => ({ kind: 'spends' as const, range, rangeSize, partitions: txidPartitions })),
    },
  ];
  for (const { name, tasks, after } of steps) {
    const began = nowMs();
    const totals = await runTasks(tasks, options, progress, signal);
    if (signal?.aborted) return undefined;
    after?.();
    options.onStep?.({ name, seconds: (nowMs() - began) / 1000, ...totals });
  }
  const tip = await commitTip(plan, store);
  rmSync(directory, { recursive: true, force: true });
  return tip;
}

function remove(paths: readonly string[]): void {
  for (const path of paths) rmSync(path, { force: true });
}

function scanTask(plan: BulkPlan, { index, from, to }: { index: number; from: number; to: number }): BulkTask {
  const { headers, firsts, scriptPartitions, txidPartitions } = plan;
  const heights = Array.from({ length: to - from }, (_, i) => from + i);
  return {
    kind: 'scan',
    unit: index,
    from,
    hashes: heights.map((height) => headers[height]!.hash),
    medianTimes: heights.map((height) => medianTimeAt(plan, height)),
    first: firsts[from]!,
    next: firsts[to]!,
    scriptPartitions,
    txidPartitions,
  };
}

function medianTimeAt({ headers }: BulkPlan, height: number): number {
  const times = headers.slice(Math.max(0, height - 10), height + 1).map(({ time }) => time);
  times.sort((a, b) => a - b);
  return times[Math.floor(times.length / 2)]!;
}

/** Windows that no unit contains completely. */
function seamsOf({ units, firsts, headers }: BulkPlan): BorderTask[] {
  const next = firsts[headers.length]!;
  const windows = new Set(units.map(({ from }) => Math.floor(firsts[from]! / windowSize)));
  windows.add(Math.floor(next / windowSize));
  const seams: BorderTask[] = [];
  for (const window of windows) {
    const from = window * windowSize;
    const to = Math.min(from + windowSize, next);
    const crosses = units.every((unit) => firsts[unit.from]! > from || firsts[unit.to]! < to || to - from < windowSize);
    if (!crosses || from >= to) continue;
    const blocks: BorderTask['blocks'] = [];
    for (let height = heightOf(firsts, from); height < headers.length && firsts[height]! < to; height++) {
      blocks.push({ hash: headers[height]!.hash, height, first: firsts[height]! });
    }
    seams.push({ kind: 'seam', from, to, isEnd: to - from < windowSize, blocks });
  }
  return seams;
}

function heightOf(firsts: Uint32Array, number: number): number {
  let low = 0;
  let high = firsts.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (firsts[middle]! <= number) low = middle;
    else high = middle;
  }
  return low;
}

async function runTasks(
  tasks: readonly BulkTask[],
  { workers }: BulkOptions,
  progress: ReturnType<typeof progressOf>,
  signal: AbortSignal | undefined,
): Promise<{ waitedSeconds: number; bytes: number }> {
  const totals = { waitedSeconds: 0, bytes: 0 };
  let next = 0;
  let failed = false;
  const work = async (runTask: BulkTaskRunner) => {
    while (next < tasks.length && !signal?.aborted && !failed) {
      const task = tasks[next++]!;
      try {
        const result = await runTask(task);
        totals.waitedSeconds += (result?.waitedMs ?? 0) / 1000;
        totals.bytes += result?.bytes ?? 0;
        progress.done(task, result?.bytes ?? 0);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  // all workers stop before a failure is reported: a retry must not run concurrently
  const ends = await Promise.allSettled(workers.map(work));
  const failure = ends.find((end) => end.status === 'rejected');
  if (failure !== undefined) throw failure.reason;
  return totals;
}

function progressOf(plan: BulkPlan, { onProgress, nowMs, directory }: BulkOptions) {
  const began = nowMs();
  const blocks = plan.headers.length;
  const sortTasks = plan.scriptPartitions * 3 + plan.txidPartitions * 2 + plan.ranges;
  const isRead = ({ index }: { index: number }) => existsSync(scriptRuns(directory, index));
  let blocksRead = plan.units.filter(isRead).reduce((sum, { from, to }) => sum + to - from, 0);
  let txsRead = plan.units.filter(isRead).reduce((sum, { from, to }) => sum + plan.firsts[to]! - plan.firsts[from]!, 0);
  let sorted = 0;
  let bytes = 0;
  const txs = Math.max(1, plan.firsts[blocks]!);
  const share = () => readingShare * (txsRead / txs) + (1 - readingShare) * Math.min(1, sorted / sortTasks);
  const startShare = share();
  const report = (step: BulkProgress['step']) => {
    const seconds = (nowMs() - began) / 1000;
    const gained = share() - startShare;
    onProgress({
      share: share(),
      blocksRead,
      blocks,
      megabytesPerSecond: seconds > 0 ? bytes / 1e6 / seconds : 0,
      secondsLeft: gained > 0.01 ? (seconds / gained) * (1 - share()) : undefined,
      step,
    });
  };
  report('reading');
  return {
    done(task: BulkTask, more: number): void {
      bytes += more;
      if (task.kind === 'scan') {
        blocksRead += task.hashes.length;
        txsRead += task.next - task.first;
      } else sorted += task.kind === 'scripts' ? 3 : task.kind === 'txids' ? 2 : task.kind === 'spends' ? 1 : 0;
      report(task.kind === 'scan' || task.kind === 'seam' ? 'reading' : 'sorting');
    },
  };
}

async function commitTip(plan: BulkPlan, store: Store): Promise<ChainTip> {
  const { headers, firsts } = plan;
  const next = firsts[headers.length]!;
  const map = ChainMap.of(firsts.subarray(0, headers.length), next);
  const changes: Change[] = [];
  for (let height = 0; height < headers.length; height += firstGroup) {
    const key = rowKey(tables.firsts, u32Bytes(height / firstGroup));
    changes.push({ table: tables.firsts, key, value: map.groupRow(height) });
  }
  const last = headers.at(-1);
  if (last === undefined) throw new CodedError('index.inconsistent-node', 'the node has no block to build from');
  const tip: ChainTip = { height: (headers.length - 1) as Height, hash: last.hash };
  await store.commit(changes, markerOf(tip, next));
  return tip;
}
