import { isDeepStrictEqual } from 'node:util';
import { displayHash, equalBytes, type Height } from '@glassblock/primitives';
import { type RowKey, rowKey, type Table, type View } from '@glassblock/store';
import { type BlockEffects, effectsOf, type KeyedColumns, prevTxidAt } from '../planning/block-effects.ts';
import { undoneBlock } from '../planning/block-plan.ts';
import { blockRowOf } from '../planning/describe-block.ts';
import type { BucketKey, Prefixer } from '../prefixer.ts';
import { encodeBlockIdRow } from '../rows/block/block-id-row.ts';
import { encodeBlockRow } from '../rows/block/block-row.ts';
import { bodyGroup, everyBodyIn } from '../rows/block/body-row.ts';
import { idGroup, idIn } from '../rows/block/ids-row.ts';
import { decodeTxidBucket, type TxidEntry } from '../rows/block/txids-row.ts';
import { decodeUndo } from '../rows/block/undo-row.ts';
import { scriptPartition, unspentKey } from '../rows/row-keys.ts';
import { encodeCells } from '../rows/script/cells-row.ts';
import { firstGroup, firstIn } from '../rows/script/firsts-row.ts';
import { pairIn, type Tail } from '../rows/script/script-bucket.ts';
import { EntryReader } from '../rows/script/script-entries.ts';
import { decodeSpendGroup, type SpendRecord, spendGroup } from '../rows/script/spends-row.ts';
import { encodeUnspent } from '../rows/script/unspent-row.ts';
import { tables } from '../rows/tables.ts';
import { checkOneScript, copyOf, entriesBetween, tailsOf } from './check-script.ts';
import { type ConsumedOutput, type EffectLists, effectLists } from './effect-lists.ts';
import { type Findings, numbered } from './findings.ts';
import { rowsByNumber } from './rows-by-number.ts';

/** Input of the check of a block. */
export interface BlockInput {
  view: View;
  prefixer: Prefixer;
  findings: Findings;
  columns: KeyedColumns;
  height: number;
  /** Number of the block's first transaction. */
  first: number;
  medianTime: number;
  /** Transactions of the whole index. */
  next: number;
  /** Histories of touched scripts with at most this many entries are summed too. */
  longestHistory: number;
}

/** Counts of a block's rows. */
export interface BlockSums {
  /** Entries in script histories. */
  entries: number;
  funded: number;
  spent: number;
}

/** Rows of a table with their decoded content, each read once per block. */
type Decoded<T> = Map<number, { key: RowKey; content: T }>;

/** Compares all table content about a block with the block of the node. */
export async function checkBlock(input: BlockInput): Promise<BlockSums> {
  const { columns, first, prefixer } = input;
  const effects = effectsOf(columns, first, prefixer);
  const lists = effectLists(effects);
  await checkOwnRows(input);
  await checkTxids(input, lists);
  if (prefixer.identity.keepIds) await checkIds(input);
  if (prefixer.identity.keepBodies) await checkBodies(input);
  const funding = await fundingNumbers(input, lists.consumed);
  const groups = await spendRows(input, funding.flat());
  const consumed = await checkSpends(input, lists, funding, groups);
  await checkUnspent(input, lists, consumed, groups);
  await checkScripts(input, lists);
  await checkUndo(input, effects, consumed);
  const entries = lists.scripts.flatMap((script) => script.entries);
  return {
    entries: entries.length,
    funded: entries.reduce((sum, { fundedCount }) => sum + fundedCount, 0),
    spent: entries.reduce((sum, { spentCount }) => sum + spentCount, 0),
  };
}

/** Reads and decodes rows by number. */
async function decodedRows<T>(
  { view, findings }: BlockInput,
  table: Table,
  numbers: Iterable<number>,
  decode: (value: Uint8Array | undefined, number: number) => T,
): Promise<Decoded<T>> {
  const decoded: Decoded<T> = new Map();
  for (const [number, value] of await rowsByNumber(view, table, numbers)) {
    const key = numbered(table, number);
    const content = findings.read(table, key, () => decode(value, number));
    if (content !== undefined) decoded.set(number, { key, content });
  }
  return decoded;
}

/** Checks the rows of a block itself. */
async function checkOwnRows({ view, findings, columns, height, first, medianTime }: BlockInput): Promise<void> {
  const expected: [Table, RowKey, Uint8Array][] = [
    [tables.blocks, numbered(tables.blocks, height), encodeBlockRow(blockRowOf(columns, height as Height, medianTime))],
    [tables.blockIds, rowKey(tables.blockIds, columns.header.hash), encodeBlockIdRow(height)],
    [tables.cells, numbered(tables.cells, height), encodeCells(columns.txAt)],
  ];
  for (const [table, key, bytes] of expected) findings.compare(table, key, await view.get(table, key), bytes);
  const key = numbered(tables.firsts, Math.floor(height / firstGroup));
  const row = await view.get(tables.firsts, key);
  if (row === undefined) findings.add(tables.firsts, key, 'the row is missing');
  else if (firstIn(row, height % firstGroup) !== first) {
    findings.add(
      tables.firsts,
      key,
      `the first transaction of block ${height} is number ${first}, the row has another number`,
    );
  }
}

async function checkTxids(input: BlockInput, { txids }: EffectLists): Promise<void> {
  const { first } = input;
  const width = input.prefixer.txidWidth;
  const buckets = await decodedRows(
    input,
    tables.txids,
    txids.map(({ bucket }) => bucket),
    (value) => decodeTxidBucket(value, width),
  );
  for (const [i, { bucket, rest }] of txids.entries()) {
    const row = buckets.get(bucket);
    if (row === undefined || row.content.some((entry) => entry.number === first + i && entry.rest === rest)) continue;
    const id = displayHash(input.columns.txids.subarray(32 * i, 32 * i + 32));
    input.findings.add(tables.txids, row.key, `transaction ${id} is not in its bucket`);
  }
}

async function checkIds(input: BlockInput): Promise<void> {
  const { columns, first, findings } = input;
  const rows = await rowsByNumber(input.view, tables.ids, groupsOf(first, columns.txCount, idGroup));
  for (let t = 0; t < columns.txCount; t++) {
    const group = Math.floor((first + t) / idGroup);
    const row = rows.get(group);
    const key = numbered(tables.ids, group);
    if (row === undefined) findings.add(tables.ids, key, 'the row is missing');
    else if (!idIn(row, (first + t) % idGroup, columns.txids.subarray(32 * t, 32 * t + 32))) {
      findings.add(tables.ids, key, `number ${first + t} has another id`);
    }
  }
}

async function checkBodies(input: BlockInput): Promise<void> {
  const { columns, first, findings } = input;
  const { bytes, txAt, firstInput, spentBytes } = columns;
  const rows = await decodedRows(input, tables.bodies, groupsOf(first, columns.txCount, bodyGroup), (value) =>
    value === undefined ? [] : everyBodyIn(value),
  );
  for (let t = 0; t < columns.txCount; t++) {
    const row = rows.get(Math.floor((first + t) / bodyGroup));
    if (row === undefined) continue;
    const body = row.content[(first + t) % bodyGroup];
    const inputs = Array.from({ length: firstInput[t + 1]! - firstInput[t]! }, (_, i) => firstInput[t]! + i);
    const isRight =
      body !== undefined &&
      equalBytes(body.raw, bytes.subarray(txAt[t]!, txAt[t + 1]!)) &&
      body.prevouts.length === inputs.length &&
      body.prevouts.every(({ value, script }, i) => {
        const at = inputs[i]!;
        const own = spentBytes.subarray(columns.spentScriptAt[at]!, columns.spentScriptEnd[at]!);
        return value === columns.spentValue[at] && equalBytes(script, own);
      });
    if (!isRight) findings.add(tables.bodies, row.key, `the body of number ${first + t} is missing or differs`);
  }
}

function groupsOf(first: number, count: number, size: number): number[] {
  const start = Math.floor(first / size);
  return Array.from({ length: Math.floor((first + count - 1) / size) - start + 1 }, (_, i) => start + i);
}

/** Returns the candidate funding transactions of each consumed output, from txid buckets and stored ids. */
async function fundingNumbers(input: BlockInput, consumed: readonly ConsumedOutput[]): Promise<number[][]> {
  const { prefixer, findings, view, next, columns } = input;
  const keys = consumed.map(({ input: at }) => prefixer.txidAt(columns.prevKeys, 16 * at));
  const txidOf = (index: number) => prevTxidAt(columns, consumed[index]!.input);
  const buckets = await decodedRows(
    input,
    tables.txids,
    keys.map(({ bucket }) => bucket),
    (value): TxidEntry[] => decodeTxidBucket(value, prefixer.txidWidth),
  );
  let numbers = keys.map(({ bucket, rest }) =>
    (buckets.get(bucket)?.content ?? [])
      .filter((entry) => entry.rest === rest && entry.number < next)
      .map(({ number }) => number),
  );
  if (prefixer.identity.keepIds) {
    const groups = numbers.flat().map((number) => Math.floor(number / idGroup));
    const rows = await rowsByNumber(view, tables.ids, groups);
    const isNamed = (number: number, txid: Uint8Array) => {
      const row = rows.get(Math.floor(number / idGroup));
      // a missing row is reported with the block it belongs to
      return row === undefined || idIn(row, number % idGroup, txid);
    };
    numbers = numbers.map((list, i) => list.filter((number) => isNamed(number, txidOf(i))));
  }
  for (const [i, list] of numbers.entries()) {
    if (list.length > 0) continue;
    const key = numbered(tables.txids, keys[i]!.bucket);
    findings.add(tables.txids, key, `transaction ${displayHash(txidOf(i))}, which is spent, is not found`);
  }
  return numbers;
}

/** Records of a group by output. */
type Spends = Map<number, SpendRecord>;

const outputName = (number: number, vout: number): number => number * 2 ** 21 + vout;

/** Reads the spends of the outputs of these transactions and of the block's own. */
async function spendRows(input: BlockInput, numbers: readonly number[]): Promise<Decoded<Spends>> {
  const own = groupsOf(input.first, input.columns.txCount, spendGroup);
  const groups = [...own, ...numbers.map((number) => Math.floor(number / spendGroup))];
  return decodedRows(input, tables.spends, groups, (value, group): Spends => {
    const records = decodeSpendGroup(group, value);
    return new Map(records.map((record) => [outputName(record.funding, record.vout), record]));
  });
}

const recordOf = (groups: Decoded<Spends>, number: number, vout: number): SpendRecord | undefined =>
  groups.get(Math.floor(number / spendGroup))?.content.get(outputName(number, vout));

/**
 * Checks that every input of the block is recorded at the output that it spends.
 * @returns number of the funding transaction of each consumed output; -1 if unknown
 */
async function checkSpends(
  { findings }: BlockInput,
  { consumed, inner }: EffectLists,
  funding: readonly number[][],
  groups: Decoded<Spends>,
): Promise<number[]> {
  const expect = (numbers: readonly number[], vout: number, spender: number, vin: number): number => {
    const found = numbers.find((number) => {
      const record = recordOf(groups, number, vout);
      return record?.spender === spender && record.vin === vin;
    });
    if (found !== undefined) return found;
    const [number] = numbers;
    if (number !== undefined) {
      const key = numbered(tables.spends, Math.floor(number / spendGroup));
      const fault = `output ${vout} of number ${number} is spent by input ${vin} of number ${spender}, which is not recorded`;
      findings.add(tables.spends, key, fault);
    }
    return numbers.length === 1 ? numbers[0]! : -1;
  };
  for (const { funding: number, vout, spender, vin } of inner) expect([number], vout, spender, vin);
  return consumed.map(({ vout, spender, vin }, i) => expect(funding[i]!, vout, spender, vin));
}

/**
 * Checks that outputs of the block are either unspent or recorded as spent, and that those it spends are not unspent.
 */
async function checkUnspent(
  { view, findings, columns, first, next }: BlockInput,
  effects: EffectLists,
  funding: readonly number[],
  groups: Decoded<Spends>,
): Promise<void> {
  const known = new Set([
    ...effects.created.map(({ number, vout }) => `${number} ${vout}`),
    ...effects.inner.map((spend) => `${spend.funding} ${spend.vout}`),
  ]);
  for (const { key, content } of groups.values()) {
    for (const { funding: number, vout, spender } of content.values()) {
      if (number < first || number >= first + columns.txCount) continue;
      if (!known.has(`${number} ${vout}`)) {
        findings.add(tables.spends, key, `output ${vout} of number ${number} can have no spender`);
      }
      if (spender <= number || spender >= next) {
        findings.add(tables.spends, key, `output ${vout} of number ${number} has an impossible spender`);
      }
    }
  }
  const consumed = effects.consumed.flatMap((output, i) =>
    funding[i] === -1 ? [] : [{ ...output, number: funding[i]!, mustBe: undefined }],
  );
  const created = effects.created.map((output) => ({
    ...output,
    mustBe: recordOf(groups, output.number, output.vout) === undefined ? encodeUnspent(output.value) : undefined,
  }));
  const outputs = [...created, ...consumed];
  const keys = outputs.map((output) => unspentKey(output, output.number, output.vout));
  const rows = await view.getMany(tables.unspent, keys);
  for (const [i, { mustBe }] of outputs.entries()) {
    const row = rows[i];
    if (row === undefined && mustBe !== undefined) {
      findings.add(tables.unspent, keys[i], 'the output is neither unspent nor recorded as spent');
    } else if (row !== undefined && mustBe === undefined) {
      findings.add(tables.unspent, keys[i], 'the output is recorded as spent');
    } else findings.compare(tables.unspent, keys[i]!, row, mustBe);
  }
}

/** Checks that the effect of the block on each script is in its history. */
async function checkScripts(input: BlockInput, { scripts }: EffectLists): Promise<void> {
  const { view, findings, next, longestHistory, first, columns } = input;
  const buckets = await decodedRows(
    input,
    tables.scripts,
    scripts.map(({ bucket }) => bucket),
    (value) => new Map(tailsOf(value)),
  );
  const tails = scripts.map(({ bucket, rest }) => buckets.get(bucket)?.content.get(rest));
  const pairs = tails.map((tail, i) =>
    tail === undefined
      ? undefined
      : findings.read(tables.scripts, buckets.get(scripts[i]!.bucket)!.key, () => pairIn(tail)),
  );
  const spends = await spendRows(
    input,
    pairs.flatMap((pair) => (pair === undefined ? [] : [pair.number])),
  );
  for (const [i, script] of scripts.entries()) {
    const bucket = buckets.get(script.bucket);
    if (bucket === undefined) continue;
    const tail = tails[i];
    const name = `script ${script.rest.toString(16).padStart(10, '0')}`;
    if (tail === undefined) {
      findings.add(tables.scripts, bucket.key, `${name} is missing`);
      continue;
    }
    const pair = pairs[i];
    const record = pair === undefined ? undefined : recordOf(spends, pair.number, pair.vout);
    if (pair !== undefined && record === undefined) {
      const key = numbered(tables.spends, Math.floor(pair.number / spendGroup));
      findings.add(
        tables.spends,
        key,
        `output ${pair.vout} of number ${pair.number}, all that ${name} had, has no spender`,
      );
    }
    const found = await entriesBetween(view, script, tail, first, first + columns.txCount, record?.spender, findings);
    for (const { number, fundedCount, fundedSum, spentCount, spentSum } of script.entries) {
      const entry = found.get(number);
      found.delete(number);
      const isRight =
        entry?.fundedCount === fundedCount &&
        entry.fundedSum === fundedSum &&
        entry.spentCount === spentCount &&
        entry.spentSum === spentSum;
      if (isRight) continue;
      const what = entry === undefined ? 'lacks' : 'has another entry for';
      const { table, key } = entry ?? placeFor(script, tail, number);
      findings.add(table, key, `the history of ${name} ${what} number ${number}`);
    }
    for (const [number, { table, key }] of found) {
      findings.add(table, key, `the history of ${name} has an entry for number ${number}, which does not touch it`);
    }
    if (longestHistory > 0) await checkOneScript(view, script, tail, next, longestHistory, findings);
  }
}

/** Returns where a missing entry belongs; without a key if a sealed part is missing. */
function placeFor(script: BucketKey, tail: Tail, number: number): { table: Table; key: RowKey } {
  const reader = new EntryReader(tail.bytes, 0, tail.bytes.length, copyOf(tail.before));
  const isSealed = tail.sealed && (!reader.next() || number < reader.number);
  if (!isSealed) return { table: tables.scripts, key: numbered(tables.scripts, script.bucket) };
  return { table: tables.chunks, key: { partition: scriptPartition(script), sort: new Uint8Array(0) } };
}

/** Checks an undo row, which may be absent. */
async function checkUndo(input: BlockInput, effects: BlockEffects, funding: readonly number[]): Promise<void> {
  const { view, findings, height } = input;
  const key = numbered(tables.undo, height);
  const row = await view.get(tables.undo, key);
  if (row === undefined || funding.includes(-1)) return;
  const content = findings.read(tables.undo, key, () => decodeUndo(row));
  const expected = undoneBlock(effects, Uint32Array.from(funding));
  if (content !== undefined && !isDeepStrictEqual(content, expected)) {
    findings.add(tables.undo, key, `it would not undo block ${height}`);
  }
}
