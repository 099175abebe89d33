import { describe, expect, test } from 'vitest';
import { legacyBlockBytes, segwitBlockBytes } from '../../test/support/real-blocks.ts';
import {
  ByteWriter,
  equalBytes,
  headerSize,
  isCoded,
  readBlock,
  readSpentOutputs,
  sats,
  seededRandom,
  type TxOutput,
  toHex,
  writeSpentOutputs,
} from '../index.ts';
import { type BlockColumns, prevVoutAt, readBlockColumns } from './block-columns.ts';

/** Spent outputs that match a block, with seeded values and scripts. */
function spentFor(block: Uint8Array, random: () => number): Uint8Array {
  const output = (): TxOutput => ({
    value: sats(Math.floor(random() * 21e14)),
    script: Uint8Array.from({ length: Math.floor(random() * (random() < 0.01 ? 600 : 40)) }, () => random() * 256),
  });
  return writeSpentOutputs(
    readBlock(block).txs.map((tx, t) => (t === 0 ? [] : Array.from({ length: tx.inputCount }, output))),
  );
}

/** Checks every column against the readers of single transactions. */
function expectAgreement(columns: BlockColumns, bytes: Uint8Array, spentBytes: Uint8Array): void {
  const block = readBlock(bytes);
  const spent = readSpentOutputs(spentBytes);
  expect(columns.txCount).toBe(block.txs.length);
  expect(toHex(columns.header.hash)).toBe(toHex(block.header.hash));
  const stripped = block.txs.reduce((sum, tx) => sum + tx.strippedSize, 0);
  expect(columns.weight).toBe(3 * (stripped + columns.txAt[0]!) + bytes.length);
  block.txs.forEach((tx, t) => {
    expect(equalBytes(columns.txids.subarray(32 * t, 32 * t + 32), tx.txid)).toBe(true);
    expect(equalBytes(bytes.subarray(columns.txAt[t]!, columns.txAt[t + 1]!), tx.raw)).toBe(true);
    expect(columns.strippedSize[t]).toBe(tx.strippedSize);
    const outputs = tx.outputs().map(({ value, script }, i) => {
      const at = columns.firstOutput[t]! + i;
      const theirs = bytes.subarray(columns.outputScriptAt[at], columns.outputScriptEnd[at]);
      return columns.outputValue[at] === value && equalBytes(theirs, script);
    });
    expect(outputs.every(Boolean)).toBe(true);
    expect(columns.firstOutput[t + 1]! - columns.firstOutput[t]!).toBe(tx.outputCount);
    expect(columns.firstInput[t + 1]! - columns.firstInput[t]!).toBe(t === 0 ? 0 : tx.inputCount);
    if (t === 0) return;
    const prevouts = spent.of(t);
    const inputs = tx.inputs().map(({ prevTxid, prevVout }, i) => {
      const input = columns.firstInput[t]! + i;
      const at = columns.inputAt[input]!;
      const script = spentBytes.subarray(columns.spentScriptAt[input], columns.spentScriptEnd[input]);
      return (
        equalBytes(bytes.subarray(at, at + 32), prevTxid) &&
        prevVoutAt(bytes, at) === prevVout &&
        columns.spentValue[input] === prevouts[i]!.value &&
        equalBytes(script, prevouts[i]!.script)
      );
    });
    expect(inputs.every(Boolean)).toBe(true);
  });
}

const codeOf = (act: () => unknown): string | undefined => {
  try {
    act();
    return undefined;
  } catch (error) {
    if (isCoded(error)) return error.code;
    throw error;
  }
};

describe('block columns', () => {
  test.each([
    ['before segwit', legacyBlockBytes],
    ['with witnesses', segwitBlockBytes],
  ])('agree with the transaction reader on a real block (%s)', (_name, bytes) => {
    const spent = spentFor(bytes, seededRandom(3));
    expectAgreement(readBlockColumns(bytes, spent), bytes, spent);
  });

  test('reject damaged blocks with the same code, or agree', () => {
    const random = seededRandom(8);
    const real = readBlock(segwitBlockBytes);
    const txs = [real.txs[0]!, ...real.txs.slice(1).filter(({ size }) => size < 600)];
    const seen = new Map<string, number>();
    for (let round = 0; round < 4_000; round++) {
      const from = 1 + Math.floor(random() * (txs.length - 4));
      const some = [txs[0]!, ...txs.slice(from, from + 3)];
      const writer = new ByteWriter().bytes(real.header.bytes).compactSize(some.length);
      for (const { raw } of some) writer.bytes(raw);
      const whole = writer.finish();
      const bytes = whole.slice(0, random() < 0.15 ? Math.floor(random() * whole.length) : whole.length);
      for (let changes = random() * 3; changes > 0; changes--) {
        const at = headerSize + Math.floor(random() * (bytes.length - headerSize));
        bytes[at] = [0, 1, 0x7f, 0xfc, 0xfd, 0xff, Math.floor(random() * 256)][Math.floor(random() * 7)]!;
      }
      const code = codeOf(() => readBlock(bytes));
      const spent = code === undefined ? spentFor(bytes, random) : new Uint8Array([0]);
      let columns: BlockColumns | undefined;
      const theirs = codeOf(() => {
        columns = readBlockColumns(bytes, spent);
      });
      expect(theirs, toHex(bytes)).toBe(code);
      if (columns !== undefined) expectAgreement(columns, bytes, spent);
      seen.set(code ?? 'read', (seen.get(code ?? 'read') ?? 0) + 1);
    }
    expect(seen.get('read')).toBeGreaterThan(500);
    expect(seen.get('primitives.truncated')).toBeGreaterThan(500);
    expect(seen.size).toBeGreaterThan(4);
  });

  test('reject spent outputs of another block, damaged ones and none', () => {
    const spent = spentFor(legacyBlockBytes, seededRandom(4));
    const read = (bytes: Uint8Array) => codeOf(() => readBlockColumns(legacyBlockBytes, bytes));
    expect(read(spentFor(segwitBlockBytes, seededRandom(4)))).toBe('primitives.spent-mismatch');
    expect(read(spent.subarray(0, spent.length - 1))).toBe('primitives.truncated');
    expect(read(new Uint8Array([...spent, 0]))).toBe('primitives.trailing-bytes');
    expect(read(new Uint8Array(0))).toBe('primitives.truncated');
  });
});
