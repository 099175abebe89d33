import {
  type Block,
  CodedError,
  type Height,
  isSats,
  type OutputValue,
  type SpentOutputs,
  scriptHash,
  toHex,
} from '@glassblock/primitives';
import { type Change, type RowKey, rowKey } from '@glassblock/store';
import { blockFigures } from './block-figures.ts';
import { type BlockRow, encodeBlockRow } from './block-row.ts';
import { addDelta, encodeHistoryRow, type ScriptDelta, type ScriptTotals } from './history-row.ts';
import type { Prefixer } from './prefixer.ts';
import { tables } from './tables.ts';
import { encodeTxNumber, type TxNumber, u32Bytes } from './tx-number.ts';
import { VarintReader, VarintWriter } from './varint.ts';

/** One output as the unspent table holds it. */
export interface UnspentRow {
  number: TxNumber;
  value: number;
}

/** What a block does to the tables, worked out from its bytes alone. */
export interface BlockEffects {
  readonly height: Height;
  readonly row: BlockRow;
  readonly txids: readonly Uint8Array[];
  /** Per script (hex of its prefix): what each transaction did to it, in block order. */
  readonly scripts: ReadonlyMap<string, { prefix: Uint8Array; entries: { number: TxNumber; delta: ScriptDelta }[] }>;
  /** Outputs that this block makes and leaves. */
  readonly created: readonly { key: RowKey; row: UnspentRow }[];
  /** Outputs of earlier blocks that this block spends. */
  readonly consumed: readonly { key: RowKey; prevTxid: Uint8Array; value: number }[];
  readonly spends: readonly { key: RowKey; vin: number }[];
}

/** What was there before: only these reads are needed to connect a block. */
export interface BlockContext {
  /** Totals of each script of the effects, by the hex of its prefix; absent: none yet. */
  totals: ReadonlyMap<string, ScriptTotals>;
}

/** Outputs that can never be spent are not indexed. */
const isUnspendable = (script: Uint8Array) => script[0] === 0x6a || script.length > 10_000;

/**
 * Works out everything that a block changes. No read of the store is needed: the previous outputs come with the block.
 * @throws {CodedError} index.bad-block when block and spent outputs do not fit each other
 */
export function effectsOf(
  block: Block,
  spent: SpentOutputs,
  height: Height,
  medianTime: number,
  prefixer: Prefixer,
): BlockEffects {
  if (spent.txCount !== block.txs.length && block.txs.length > 1) {
    throw new CodedError('index.bad-block', 'the spent outputs are of another block', { datum: height });
  }
  const scripts = new Map<string, { prefix: Uint8Array; entries: { number: TxNumber; delta: ScriptDelta }[] }>();
  const created = new Map<string, { key: RowKey; row: UnspentRow }>();
  const consumed: { key: RowKey; prevTxid: Uint8Array; value: number }[] = [];
  const spends: { key: RowKey; vin: number }[] = [];

  const touch = (script: Uint8Array, number: TxNumber): { prefix: Uint8Array; delta: ScriptDelta } => {
    const prefix = prefixer.script(scriptHash(script));
    const name = toHex(prefix);
    let entry = scripts.get(name);
    if (entry === undefined) scripts.set(name, (entry = { prefix, entries: [] }));
    let last = entry.entries.at(-1);
    if (last === undefined || last.number.position !== number.position) {
      last = { number, delta: { fundedCount: 0, fundedSum: 0n, spentCount: 0, spentSum: 0n } };
      entry.entries.push(last);
    }
    return { prefix: entry.prefix, delta: last.delta };
  };

  for (const [position, tx] of block.txs.entries()) {
    const number: TxNumber = { height, position };
    const prevouts = position === 0 ? [] : spent.of(position);
    for (const [vin, prevout] of prevouts.entries()) {
      const input = tx.input(vin);
      const value = plain(prevout.value);
      const prevPrefix = prefixer.txid(input.prevTxid);
      const { prefix, delta } = touch(prevout.script, number);
      delta.spentCount++;
      delta.spentSum += BigInt(value);
      const sort = concat(u32Bytes(input.prevVout), encodeTxNumber(number));
      spends.push({ key: rowKey(tables.spends, prevPrefix, sort), vin });
      const key = rowKey(tables.unspent, prefix, concat(prevPrefix, u32Bytes(input.prevVout)));
      const name = toHex(key.partition) + toHex(key.sort);
      if (!created.delete(name)) consumed.push({ key, prevTxid: input.prevTxid, value });
    }
    const ownPrefix = prefixer.txid(tx.txid);
    for (const [vout, output] of tx.outputs().entries()) {
      if (isUnspendable(output.script)) continue;
      const value = plain(output.value);
      const { prefix, delta } = touch(output.script, number);
      delta.fundedCount++;
      delta.fundedSum += BigInt(value);
      const key = rowKey(tables.unspent, prefix, concat(ownPrefix, u32Bytes(vout)));
      created.set(toHex(key.partition) + toHex(key.sort), { key, row: { number, value } });
    }
  }
  return {
    height,
    row: {
      height,
      header: block.header,
      size: block.size,
      weight: block.weight,
      txCount: block.txs.length,
      medianTime,
      figures: blockFigures(block, spent),
    },
    txids: block.txs.map((tx) => tx.txid),
    scripts,
    created: [...created.values()],
    consumed,
    spends,
  };
}

/** The rows that connecting the block writes. Pure; `planDisconnect` is its twin. */
export function planConnect(effects: BlockEffects, context: BlockContext, prefixer: Prefixer): Change[] {
  const { height, row } = effects;
  const changes: Change[] = [
    { table: tables.blocks, key: rowKey(tables.blocks, u32Bytes(height)), value: encodeBlockRow(row) },
    { table: tables.blockIds, key: rowKey(tables.blockIds, row.header.hash), value: u32Bytes(height) },
  ];
  for (const [position, txid] of effects.txids.entries()) {
    changes.push({ table: tables.txids, key: txidKey(prefixer, txid, { height, position }), value: new Uint8Array(0) });
  }
  for (const [name, { prefix, entries }] of effects.scripts) {
    let totals = context.totals.get(name) ?? { txCount: 0, fundedCount: 0, fundedSum: 0n, spentCount: 0, spentSum: 0n };
    for (const { number, delta } of entries) {
      totals = addDelta(totals, delta);
      const key = rowKey(tables.history, prefix, encodeTxNumber(number));
      changes.push({ table: tables.history, key, value: encodeHistoryRow({ delta, totals }) });
    }
  }
  for (const { key } of effects.consumed) changes.push({ table: tables.unspent, key, value: undefined });
  for (const { key, row: unspent } of effects.created) {
    changes.push({ table: tables.unspent, key, value: encodeUnspent(unspent) });
  }
  for (const { key, vin } of effects.spends) {
    changes.push({ table: tables.spends, key, value: u32Bytes(vin) });
  }
  return changes;
}

/** The rows that disconnecting the block writes when there is no undo row. @param restored  rows of `effects.consumed`,
 *  in order, with the numbers of the transactions that made them */
export function planDisconnect(effects: BlockEffects, restored: readonly UnspentRow[], prefixer: Prefixer): Change[] {
  const gone = (change: Change): Change => ({ ...change, value: undefined });
  const connected = planConnect(effects, { totals: new Map() }, prefixer);
  return [
    ...connected.filter(({ value }) => value !== undefined).map(gone),
    ...effects.consumed.map(({ key }, i) => ({ table: tables.unspent, key, value: encodeUnspent(restored[i]!) })),
  ];
}

export function txidKey(prefixer: Prefixer, txid: Uint8Array, number: TxNumber): RowKey {
  return rowKey(tables.txids, prefixer.txid(txid), encodeTxNumber(number));
}

/** Transaction number, then the value as a varint. */
export function encodeUnspent({ number, value }: UnspentRow): Uint8Array {
  return concat(encodeTxNumber(number), new VarintWriter().add(value).finish());
}

export function decodeUnspentValue(bytes: Uint8Array): number {
  return new VarintReader(bytes, 5).number();
}

function plain(value: OutputValue): number {
  if (!isSats(value)) throw new CodedError('index.bad-block', 'a blinded amount in a block of plain amounts');
  return value;
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(a.length + b.length);
  bytes.set(a);
  bytes.set(b, a.length);
  return bytes;
}
