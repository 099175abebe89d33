import { CodedError, displayHash, equalBytes, isCoded, writeSpentOutputs } from '@glassblock/primitives';
import { rowKey, type Store, type View } from '@glassblock/store';
import type { ChainSource } from '../chain-source.ts';
import { keyedColumns } from '../planning/block-effects.ts';
import type { Prefixer } from '../prefixer.ts';
import { firstGroup, firstIn } from '../rows/script/firsts-row.ts';
import { tables } from '../rows/tables.ts';
import { tipOfMarker } from '../rows/tip-marker.ts';
import { u32Bytes } from '../tx-number.ts';
import { type BlockSums, checkBlock } from './check-block.ts';
import { type ChainSums, checkNothingAbove, type TablesInput, tableChecks } from './check-tables.ts';
import { type Finding, Findings } from './findings.ts';

/** Options of a check. */
export interface CheckOptions {
  store: Store;
  prefixer: Prefixer;
  source: ChainSource;
  /** Number of random blocks to check; undefined: the whole chain and every row of every table. */
  sample: number | undefined;
  /** Numbers in [0, 1). */
  random(): number;
  /** Maximum number of findings. */
  max?: number;
  onFinding(finding: Finding): void;
  onProgress(done: number, all: number, what: string): void;
}

/** Result of a check. */
export interface CheckResult {
  findings: number;
  /** False if it stopped early because of too many findings. */
  isWhole: boolean;
  blocks: number;
  transactions: number;
}

const maxFindings = 1_000;
const headersPerBatch = 2_000;
const blocksAhead = 4;
/** For scripts with more entries, a sample checks only those of its blocks. */
const longestSampled = 20_000;

/** A block to check, with the times for its median. */
interface Wanted {
  height: number;
  hash: Uint8Array;
  times: number[];
}

/**
 * Compares the tables with the node's blocks and with each other. Requires that nothing is written meanwhile.
 * @throws {CodedError} of the source; index.nothing if the index is empty; index.other-chain if the node's chain
 * differs.
 * Unreadable files are findings.
 */
export async function checkIndex(options: CheckOptions): Promise<CheckResult> {
  const { store, source, sample } = options;
  const findings = new Findings(options.onFinding, options.max ?? maxFindings);
  const looked = { blocks: 0, transactions: 0 };
  const view = await store.view();
  try {
    const tip = tipOfMarker(view.tip);
    if (tip === undefined)
      throw new CodedError('index.nothing', 'the index has no blocks yet: there is nothing to check');
    const active = await source.hashAt(tip.height);
    if (active === undefined || !equalBytes(active, tip.hash)) {
      const why =
        active === undefined ? 'the node is behind the index' : 'the node has left the block at the tip of the index';
      throw new CodedError('index.other-chain', `${why}: let the server follow it first, then check`, {
        datum: displayHash(tip.hash),
      });
    }
    const input: TablesInput = { ...options, view, findings, count: tip.height + 1, next: tip.next };
    const heights = sample === undefined ? undefined : someHeights(sample, input.count, options.random);
    const wanted = heights === undefined ? everyBlock(source, input.count) : someBlocks(source, heights);
    const sums = await checkBlocks(wanted, heights?.length ?? input.count, input, options, looked);
    if (sample === undefined) {
      const checks = tableChecks(input, sums);
      for (const [i, { name, run }] of checks.entries()) {
        options.onProgress(i, checks.length, name);
        await reporting(findings, run);
      }
    } else await reporting(findings, () => checkNothingAbove(input));
    return { findings: findings.count, isWhole: true, ...looked };
  } catch (error) {
    if (!isCoded(error, 'index.too-much')) throw error;
    return { findings: findings.count, isWhole: false, ...looked };
  } finally {
    await view.close();
  }
}

/** Reports a read error of the disk as a finding. */
async function reporting(findings: Findings, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isCoded(error, 'store.damaged') && !isCoded(error, 'store.read-failed')) throw error;
    findings.add('store', undefined, error.message);
  }
}

function someHeights(sample: number, count: number, random: () => number): number[] {
  const heights = new Set([count - 1]);
  const wanted = Math.min(sample, count);
  while (heights.size < wanted) heights.add(Math.floor(random() * count));
  return [...heights].sort((a, b) => a - b);
}

async function* someBlocks(source: ChainSource, heights: readonly number[]): AsyncIterable<Wanted> {
  for (const height of heights) {
    const from = Math.max(0, height - 10);
    const headers = await source.headersFrom(from, height - from + 1);
    const own = headers.at(-1);
    if (own === undefined || headers.length !== height - from + 1) throw moved(height);
    yield { height, hash: own.hash, times: headers.map(({ time }) => time) };
  }
}

async function* everyBlock(source: ChainSource, count: number): AsyncIterable<Wanted> {
  let times: number[] = [];
  for (let height = 0; height < count; ) {
    const headers = await source.headersFrom(height, Math.min(headersPerBatch, count - height));
    if (headers.length === 0) throw moved(height);
    for (const { hash, time } of headers) {
      times = [...times.slice(-10), time];
      yield { height: height++, hash, times };
    }
  }
}

const moved = (height: number) =>
  new CodedError('index.other-chain', `the node has no block ${height} any more: check again`, { datum: height });

/** Checks blocks one after another while fetching the next ones. */
async function checkBlocks(
  wanted: AsyncIterable<Wanted>,
  all: number,
  input: TablesInput,
  { source, prefixer, sample, onProgress }: CheckOptions,
  looked: { blocks: number; transactions: number },
): Promise<ChainSums> {
  const { view, findings, next } = input;
  const sums = { entries: 0, funded: 0, spent: 0 };
  /** Number of the next block's first transaction, if all previous blocks were checked. */
  let counted = 0;
  for await (const { height, times, block, spent } of fetchedAhead(wanted, source)) {
    const columns = keyedColumns(block, height === 0 ? writeSpentOutputs([[]]) : spent, prefixer);
    await reporting(findings, async () => {
      const first = sample === undefined ? counted : await firstOf(view, height);
      if (first === undefined) {
        const key = rowKey(tables.firsts, u32Bytes(Math.floor(height / firstGroup)));
        findings.add(tables.firsts, key, `the first transaction of block ${height} is not in it`);
        return;
      }
      const longestHistory = sample === undefined ? 0 : longestSampled;
      const medianTime = [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)]!;
      const more = await checkBlock({ ...input, columns, height, first, medianTime, longestHistory });
      add(sums, more);
    });
    counted += columns.txCount;
    looked.transactions += columns.txCount;
    onProgress(++looked.blocks, all, 'blocks');
  }
  if (sample === undefined && counted !== next) {
    findings.add('store', undefined, `the tip marker has ${next} transactions, the chain has ${counted}`);
  }
  return sums;
}

function add(sums: ChainSums, { entries, funded, spent }: BlockSums): void {
  sums.entries += entries;
  sums.funded += funded;
  sums.spent += spent;
}

async function firstOf(view: View, height: number): Promise<number | undefined> {
  const row = await view.get(tables.firsts, rowKey(tables.firsts, u32Bytes(Math.floor(height / firstGroup))));
  return row === undefined ? undefined : firstIn(row, height % firstGroup);
}

async function* fetchedAhead(
  wanted: AsyncIterable<Wanted>,
  source: ChainSource,
): AsyncIterable<Wanted & { block: Uint8Array; spent: Uint8Array }> {
  const queue: Promise<Wanted & { block: Uint8Array; spent: Uint8Array }>[] = [];
  try {
    for await (const one of wanted) {
      const fetched = source.blockWithSpent(one.hash).then((bytes) => ({ ...one, ...bytes }));
      fetched.catch(() => undefined);
      queue.push(fetched);
      if (queue.length >= blocksAhead) yield await queue.shift()!;
    }
    while (queue.length > 0) yield await queue.shift()!;
  } finally {
    await Promise.allSettled(queue);
  }
}
