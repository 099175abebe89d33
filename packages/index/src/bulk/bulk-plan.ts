import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { equalBytes } from '@glassblock/primitives';
import type { ChainHeader, ChainSource } from '../chain-source.ts';
import type { IndexIdentity } from '../prefixer.ts';
import { spendGroup } from '../rows/script/spends-row.ts';
import { decodePlan, encodePlan } from './plan-file.ts';
import { writeWhole } from './run-file.ts';

/** The chain to be built, from genesis to a block below the tip. */
export interface BulkPlan {
  headers: ChainHeader[];
  /** Number of each block's first transaction, and of the transaction after the last. */
  firsts: Uint32Array;
  units: BulkUnit[];
  /** Powers of two. */
  scriptPartitions: number;
  txidPartitions: number;
  /** Transactions of one range of the spends table. */
  rangeSize: number;
  ranges: number;
}

/** Consecutive blocks that one task reads and scans. */
export interface BulkUnit {
  index: number;
  from: number;
  /** Excluded. */
  to: number;
}

const unitTxs = 120_000;
const unitBlocks = 4_000;
const headersPerBatch = 2_000;
const recordsPerTx = 5.5;

/** Reads the plan of an interrupted build, or creates one from the node's headers.
 *  @param memoryBytes maximum memory for sorting one partition */
export async function openPlan(options: {
  directory: string;
  identity: IndexIdentity;
  source: ChainSource;
  target: number;
  memoryBytes: number;
}): Promise<BulkPlan> {
  const { directory, identity, source, target, memoryBytes } = options;
  const path = join(directory, 'plan');
  const stored = existsSync(path) ? decodePlan(readFileSync(path), identity.key) : undefined;
  const known = stored === undefined ? undefined : planOf(stored.headers, identity, stored.partitions);
  if (known !== undefined) {
    const last = known.headers.at(-1)!;
    const active = await source.hashAt(known.headers.length - 1);
    if (active !== undefined && equalBytes(active, last.hash)) return known;
  }
  // existing files belong to another chain or another index
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const headers: ChainHeader[] = [];
  while (headers.length <= target) {
    const more = await source.headersFrom(headers.length, Math.min(headersPerBatch, target + 1 - headers.length));
    if (more.length === 0) break;
    for (const header of more) headers.push(header);
  }
  const max = partitionsFor(headers, memoryBytes);
  writeWhole(path, encodePlan({ key: identity.key, partitions: max, headers }));
  return planOf(headers, identity, max);
}

function partitionsFor(headers: readonly ChainHeader[], memoryBytes: number): number {
  const txs = headers.reduce((sum, { txCount }) => sum + txCount, 0);
  const recordBytes = 64;
  const wanted = (txs * recordsPerTx * recordBytes) / memoryBytes;
  return Math.min(4_096, 2 ** Math.max(0, Math.ceil(Math.log2(Math.max(1, wanted)))));
}

function planOf(headers: ChainHeader[], identity: IndexIdentity, partitions: number): BulkPlan {
  const firsts = new Uint32Array(headers.length + 1);
  for (const [height, { txCount }] of headers.entries()) firsts[height + 1] = firsts[height]! + txCount;
  const units: BulkUnit[] = [];
  for (let from = 0; from < headers.length; ) {
    let to = from + 1;
    while (to < headers.length && to - from < unitBlocks && firsts[to]! - firsts[from]! < unitTxs) to++;
    units.push({ index: units.length, from, to });
    from = to;
  }
  const scriptPartitions = Math.min(partitions, 2 ** identity.scriptBits);
  const txidPartitions = Math.min(partitions, 2 ** identity.txidBits);
  const next = firsts[headers.length]!;
  const rangeSize = Math.max(spendGroup, Math.ceil(next / txidPartitions / spendGroup) * spendGroup);
  const ranges = Math.max(1, Math.ceil(next / rangeSize));
  return { headers, firsts, units, scriptPartitions, txidPartitions, rangeSize, ranges };
}
