import { displayHash, equalBytes, isCoded, readBlock } from '@glassblock/primitives';
import { type RowKey, rowKey, type ScannedRow, type Store, type Table, type View } from '@glassblock/store';
import type { ChainSource } from '../chain-source.ts';
import { keyedColumns } from '../planning/block-effects.ts';
import { blockRowOf } from '../planning/describe-block.ts';
import type { Prefixer } from '../prefixer.ts';
import { decodeBlockRow, encodeBlockRow } from '../rows/block/block-row.ts';
import { bodyGroup } from '../rows/block/body-row.ts';
import { idGroup } from '../rows/block/ids-row.ts';
import { decodeStaleBody } from '../rows/block/stale-body.ts';
import { decodeTxidBucket } from '../rows/block/txids-row.ts';
import { scriptPartition } from '../rows/row-keys.ts';
import { firstGroup } from '../rows/script/firsts-row.ts';
import { compareSpends, decodeSpendGroup, spendGroup } from '../rows/script/spends-row.ts';
import { tables, undoDepth } from '../rows/tables.ts';
import { u32At, u32Bytes } from '../tx-number.ts';
import { checkScript, type ScriptSums, tailsOf } from './check-script.ts';
import type { Findings } from './findings.ts';

/** Input of the table checks. */
export interface TablesInput {
  store: Store;
  view: View;
  prefixer: Prefixer;
  findings: Findings;
  source: ChainSource;
  /** Blocks up to the tip. */
  count: number;
  /** Transactions up to the tip. */
  next: number;
}

/** Counts over all blocks. */
export interface ChainSums {
  entries: number;
  funded: number;
  spent: number;
}

/** Returns the expected number of rows by number; there may be fewer undo rows. */
function lengths({ count, next, prefixer }: TablesInput): [Table, number][] {
  const groups = (size: number) => Math.ceil(next / size);
  const { keepIds, keepBodies, scriptBits, txidBits } = prefixer.identity;
  return [
    [tables.blocks, count],
    [tables.firsts, Math.ceil(count / firstGroup)],
    [tables.cells, count],
    [tables.undo, count],
    [tables.spends, groups(spendGroup)],
    [tables.ids, keepIds ? groups(idGroup) : 0],
    [tables.bodies, keepBodies ? groups(bodyGroup) : 0],
    [tables.txids, 2 ** txidBits],
    [tables.scripts, 2 ** scriptBits],
  ];
}

/** Reports rows above the tip or above the last bucket. */
export async function checkNothingAbove(input: TablesInput): Promise<void> {
  for (const [table, length] of lengths(input)) {
    if (length > 0xffffffff) continue;
    for await (const { key } of input.store.everyRow(table, u32Bytes(length))) {
      input.findings.add(table, key, 'the row is above the tip');
    }
  }
}

/**
 * Returns the checks of whole tables. The content of rows was compared with blocks before; these checks find rows that
 * belong to no block, and wrong sums.
 */
export function tableChecks(input: TablesInput, sums: ChainSums): { name: string; run(): Promise<void> }[] {
  return [
    { name: 'meta', run: () => checkMeta(input) },
    { name: 'rows by number', run: () => checkNothingAbove(input) },
    { name: 'block-ids', run: () => checkBlockIds(input) },
    { name: 'firsts and ids', run: () => checkLengths(input) },
    { name: 'txids', run: () => checkTxids(input) },
    { name: 'spends', run: () => checkSpends(input, sums) },
    { name: 'scripts, chunks and unspent', run: () => checkScripts(input, sums) },
    { name: 'undo', run: () => checkUndo(input) },
    { name: 'stale', run: () => checkStale(input) },
  ];
}

async function checkMeta({ store, findings }: TablesInput): Promise<void> {
  for await (const { key } of store.everyRow(tables.meta)) {
    if (key.partition[0] !== 0) findings.add(tables.meta, key, 'there should be no row');
  }
}

async function checkBlockIds({ store, view, findings, count }: TablesInput): Promise<void> {
  for await (const { key, value } of store.everyRow(tables.blockIds)) {
    const height = value.length === 4 ? u32At(value) : count;
    const row = await view.get(tables.blocks, rowKey(tables.blocks, u32Bytes(height)));
    // a missing or damaged block row was reported with its block
    if (height < count && (row === undefined || row.length < 80)) continue;
    const hash = row === undefined ? undefined : decodeHash(row);
    if (hash === undefined || !equalBytes(hash, key.partition)) {
      findings.add(tables.blockIds, key, `block ${displayHash(key.partition)} is not in the chain`);
    }
  }
}

const decodeHash = (row: Uint8Array): Uint8Array | undefined => {
  try {
    return decodeBlockRow(row).header.hash;
  } catch {
    return undefined;
  }
};

/** Checks that rows with a fixed size per member end at the end of the chain. */
async function checkLengths({ store, findings, count, next, prefixer }: TablesInput): Promise<void> {
  const sized: [Table, number, number, number][] = [[tables.firsts, firstGroup, 4, count]];
  if (prefixer.identity.keepIds) sized.push([tables.ids, idGroup, 32, next]);
  for (const [table, members, width, all] of sized) {
    for await (const { key, value } of store.everyRow(table)) {
      const length = Math.min(members, all - members * u32At(key.partition)) * width;
      if (length > 0 && value.length !== length) {
        findings.add(table, key, `the row has ${value.length} bytes, not ${length}`);
      }
    }
  }
}

/** Checks that every number occurs once among the txids; its position was checked with its block. */
async function checkTxids({ store, findings, next, prefixer }: TablesInput): Promise<void> {
  const seen = new Uint8Array(Math.ceil(next / 8));
  for await (const { key, value } of store.everyRow(tables.txids)) {
    const entries = findings.read(tables.txids, key, () => decodeTxidBucket(value, prefixer.txidWidth)) ?? [];
    let last = -1;
    for (const { rest, number } of entries) {
      const place = rest * 2 ** 32 + number;
      if (place <= last) findings.add(tables.txids, key, 'its entries are not in order');
      last = place;
      if (number >= next) {
        findings.add(tables.txids, key, `number ${number} is above the tip`);
        continue;
      }
      const bit = 1 << (number & 7);
      if ((seen[number >>> 3]! & bit) !== 0) findings.add(tables.txids, key, `number ${number} occurs twice`);
      seen[number >>> 3]! |= bit;
    }
  }
}

async function checkSpends({ store, findings, next }: TablesInput, sums: ChainSums): Promise<void> {
  let count = 0;
  for await (const { key, value } of store.everyRow(tables.spends)) {
    const group = u32At(key.partition);
    const records = findings.read(tables.spends, key, () => decodeSpendGroup(group, value)) ?? [];
    count += records.length;
    for (const [i, record] of records.entries()) {
      const isInOrder = i === 0 || compareSpends(records[i - 1]!, record) < 0;
      const isInGroup = Math.floor(record.funding / spendGroup) === group;
      if (!isInOrder || !isInGroup) findings.add(tables.spends, key, 'its records are not in order');
      if (record.spender >= next) findings.add(tables.spends, key, `the spender ${record.spender} is above the tip`);
    }
  }
  expectSum(findings, tables.spends, 'records', count, sums.spent);
}

function expectSum(findings: Findings, table: Table, what: string, count: number, expected: number): void {
  if (count === expected) return;
  findings.add(table, undefined, `the table has ${count} ${what}, the blocks have made ${expected}`);
}

/** Rows of a table that is walked in parallel with another one, by partition. */
class Beside {
  private readonly rows: AsyncIterator<{ key: RowKey; value: Uint8Array }>;
  private readonly table: Table;
  private readonly findings: Findings;
  private current: { key: RowKey; value: Uint8Array } | undefined;

  constructor(table: Table, store: Store, findings: Findings) {
    this.rows = store.everyRow(table)[Symbol.asyncIterator]();
    this.table = table;
    this.findings = findings;
  }

  async advance(): Promise<void> {
    const { done, value } = await this.rows.next();
    this.current = done === true ? undefined : value;
  }

  /** Returns the rows of a partition; undefined, without waiting, if there are none. Skipped rows have no owner. */
  async of(partition: Uint8Array): Promise<AsyncIterable<ScannedRow> | undefined> {
    while (this.current !== undefined && Buffer.compare(this.current.key.partition, partition) < 0) await this.orphan();
    return this.isIn(partition) ? this.take(partition) : undefined;
  }

  private isIn(partition: Uint8Array): boolean {
    return this.current !== undefined && equalBytes(this.current.key.partition, partition);
  }

  private async *take(partition: Uint8Array): AsyncIterable<ScannedRow> {
    while (this.isIn(partition)) {
      yield { sort: this.current!.key.sort, value: this.current!.value };
      await this.advance();
    }
  }

  private async orphan(): Promise<void> {
    this.findings.add(this.table, this.current?.key, 'its script has no row in scripts');
    await this.advance();
  }

  /** Reports all remaining rows as having no owner. */
  async end(): Promise<void> {
    while (this.current !== undefined) await this.orphan();
  }
}

/** Walks scripts, their sealed parts and their unspent outputs in parallel, in key order. */
async function checkScripts({ store, findings, next }: TablesInput, sums: ChainSums): Promise<void> {
  const chunks = new Beside(tables.chunks, store, findings);
  const unspent = new Beside(tables.unspent, store, findings);
  await Promise.all([chunks.advance(), unspent.advance()]);
  const all: ScriptSums = { txCount: 0, fundedCount: 0, spentCount: 0 };
  for await (const { key, value } of store.everyRow(tables.scripts)) {
    const number = u32At(key.partition);
    const bucket = findings.read(tables.scripts, key, () => tailsOf(value));
    let last = -1;
    for (const [rest, tail] of bucket ?? []) {
      if (rest <= last) findings.add(tables.scripts, key, 'its scripts are not in order');
      last = rest;
      const script = { bucket: number, rest };
      const partition = scriptPartition(script);
      const rows = { script, tail, chunks: await chunks.of(partition), unspent: await unspent.of(partition) };
      const found = await checkScript(rows, next, findings);
      if (found === undefined) continue;
      all.txCount += found.txCount;
      all.fundedCount += found.fundedCount;
      all.spentCount += found.spentCount;
    }
  }
  await chunks.end();
  await unspent.end();
  expectSum(findings, tables.scripts, 'entries', all.txCount, sums.entries);
  expectSum(findings, tables.scripts, 'received outputs', all.fundedCount, sums.funded);
  expectSum(findings, tables.scripts, 'spent outputs', all.spentCount, sums.spent);
}

/** Checks that undo rows are contiguous up to the tip, or absent: a first build writes none. */
async function checkUndo({ store, findings, count }: TablesInput): Promise<void> {
  let last: number | undefined;
  for await (const { key } of store.everyRow(tables.undo)) {
    const height = u32At(key.partition);
    if (height >= count) break;
    if (height < count - undoDepth) findings.add(tables.undo, key, 'the row is older than the newest 1,000 blocks');
    else if (last !== undefined && height !== last + 1) {
      findings.add(tables.undo, rowKey(tables.undo, u32Bytes(last + 1)), 'the row is missing');
    }
    last = height;
  }
  if (last !== undefined && last < count - 1) {
    findings.add(tables.undo, rowKey(tables.undo, u32Bytes(last + 1)), 'the row is missing');
  }
}

async function checkStale({ store, view, findings, source, prefixer }: TablesInput): Promise<void> {
  for await (const { key, value } of store.everyRow(tables.stale)) {
    const active = await view.get(tables.blockIds, rowKey(tables.blockIds, key.partition));
    if (active !== undefined) findings.add(tables.stale, key, 'the block is in the active chain');
    const row = findings.read(tables.stale, key, () => decodeBlockRow(value));
    const bytes = await knownBlock(source, key.partition);
    if (row === undefined) continue;
    const isOther = !equalBytes(row.header.hash, key.partition);
    if (isOther) findings.add(tables.stale, key, 'it is the row of another block');
    if (isOther || bytes === undefined) continue;
    const columns = keyedColumns(bytes.block, bytes.spent, prefixer);
    findings.compare(tables.stale, key, value, encodeBlockRow(blockRowOf(columns, row.height, row.medianTime)));
  }
  for await (const { key, value } of store.everyRow(tables.staleBodies)) {
    const body = findings.read(tables.staleBodies, key, () => decodeStaleBody(value));
    const header = body && findings.read(tables.staleBodies, key, () => readBlock(body.block).header);
    if (body !== undefined && header !== undefined) {
      const bytes = await knownBlock(source, key.partition);
      const isOwn = bytes === undefined || (equalBytes(bytes.block, body.block) && equalBytes(bytes.spent, body.spent));
      if (!isOwn || !equalBytes(header.hash, key.partition)) {
        findings.add(tables.staleBodies, key, "the body is not the node's");
      }
    }
    const row = await view.get(tables.stale, rowKey(tables.stale, key.partition));
    if (row === undefined) findings.add(tables.stale, key, 'the row of a stored body is missing');
  }
}

/** Returns a stale block if the node still has it. */
async function knownBlock(source: ChainSource, hash: Uint8Array) {
  try {
    return await source.blockWithSpent(hash);
  } catch (error) {
    if (isCoded(error, 'node.no-data') || isCoded(error, 'node.unknown-block')) return undefined;
    throw error;
  }
}
