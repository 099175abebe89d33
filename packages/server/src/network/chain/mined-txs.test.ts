import type { BlockRow, IndexView, TxNumber, TxSpan } from '@glassblock/index';
import {
  ByteWriter,
  CodedError,
  type Height,
  type OutputValue,
  readWholeTransaction,
  type TxOutput,
  toHex,
  writeSpentOutputs,
} from '@glassblock/primitives';
import { describe, expect, it } from 'vitest';
import { type Bodies, type Body, bodyOf } from './bodies.ts';
import { type MinedSources, minedTxs, minedTxsAlone } from './mined-txs.ts';
import { createTxCache } from './tx-cache.ts';

interface Outpoint {
  txid: Uint8Array;
  vout: number;
}

/** A transaction with two outputs, of `sats` and of one more. */
function txBytes(inputs: readonly Outpoint[], sats: number): Uint8Array {
  const writer = new ByteWriter(200).u32(2).compactSize(Math.max(1, inputs.length));
  for (const { txid, vout } of inputs) writer.bytes(txid).u32(vout).compactSize(0).u32(0);
  if (inputs.length === 0) writer.bytes(new Uint8Array(32)).u32(0xffffffff).lengthPrefixed(new Uint8Array(4)).u32(0);
  writer.compactSize(2);
  for (const value of [sats, sats + 1]) writer.u64(value).lengthPrefixed(Uint8Array.of(0x51));
  return writer.u32(sats).finish();
}

const nothing: TxOutput = { value: 0 as OutputValue, script: new Uint8Array(0) };

/** A chain of blocks of raw transactions, an index without bodies, and a node with partial reads. */
function chainOf(blocks: readonly (readonly Uint8Array[])[], options: { parts?: boolean; rowSize?: number } = {}) {
  const { parts = true, rowSize } = options;
  const outputs = new Map<string, TxOutput[]>();
  const numbers = new Map<string, TxNumber>();
  const made = blocks.map((txs, height) => {
    const writer = new ByteWriter(1000).bytes(new Uint8Array(80).fill(height)).compactSize(txs.length);
    const offsets: number[] = [];
    let at = 80 + (txs.length < 0xfd ? 1 : 3);
    const spent = txs.map((raw, position) => {
      const tx = readWholeTransaction(raw);
      offsets.push(at);
      at += raw.length;
      writer.bytes(raw);
      outputs.set(toHex(tx.txid), tx.outputs());
      numbers.set(toHex(tx.txid), { height: height as Height, position });
      if (position === 0) return [];
      return tx.inputs().map(({ prevTxid, prevVout }) => outputs.get(toHex(prevTxid))?.[prevVout] ?? nothing);
    });
    return { bytes: writer.finish(), offsets: [...offsets, at], spent: writeSpentOutputs(spent) };
  });
  const asked = { parts: 0, bodies: [] as number[], maxConcurrency: 0 };
  let concurrency = 0;
  const cached = new Map<number, Body>();
  const bodies: Bodies = {
    txs: createTxCache(1e6),
    cached: (hash) => cached.get(hash[0]!),
    async body(hash) {
      asked.bodies.push(hash[0]!);
      asked.maxConcurrency = Math.max(asked.maxConcurrency, ++concurrency);
      await new Promise<void>((resolve) => setImmediate(resolve));
      concurrency--;
      const { bytes, spent } = made[hash[0]!]!;
      return bodyOf({ block: bytes, spent });
    },
    async part(hash, offset, size) {
      if (!parts) return undefined;
      asked.parts++;
      return made[hash[0]!]!.bytes.subarray(offset, offset + size);
    },
  };
  const view = {
    bodies: async (all: readonly TxNumber[]) => all.map(() => undefined),
    txids: async (all: readonly TxNumber[]) => all.map(() => undefined),
    locate: async (txid: Uint8Array) => [numbers.get(toHex(txid))].filter((number) => number !== undefined),
    spans: async (all: readonly TxNumber[]) =>
      all.map(({ height, position }): TxSpan => {
        const { offsets } = made[height]!;
        const first = position - (position % 8);
        const end = offsets[Math.min(first + 8, offsets.length - 1)]!;
        return { offset: offsets[first]!, size: end - offsets[first]!, skip: position % 8 };
      }),
  } as unknown as IndexView;
  const sources: MinedSources = {
    view,
    bodies,
    rowsAt: async (heights) =>
      new Map(
        heights.map((height) => [
          height,
          {
            height,
            size: rowSize ?? made[height]!.bytes.length,
            header: { hash: new Uint8Array(32).fill(height) },
          } as unknown as BlockRow,
        ]),
      ),
  };
  return {
    sources,
    asked,
    cached,
    bodyAt: (height: number) => bodyOf({ block: made[height]!.bytes, spent: made[height]!.spent }),
  };
}

const at = (height: number, position: number): TxNumber => ({ height: height as Height, position });
const idOf = (raw: Uint8Array) => readWholeTransaction(raw).txid;
const values = (prevouts: readonly TxOutput[]) => prevouts.map(({ value }) => Number(value));

// block 0 has the funding of many coinbases; block n spends some of it
const funding = Array.from({ length: 120 }, (_, i) => txBytes([], 100 * (i + 1)));
const outpoint = (i: number, vout = 0): Outpoint => ({ txid: idOf(funding[i]!), vout });
const small = txBytes([outpoint(3, 1), outpoint(40)], 7);
const blocks = [
  funding,
  [txBytes([], 1), small, txBytes([outpoint(5), { txid: idOf(small), vout: 1 }], 8)],
  [
    txBytes([], 2),
    txBytes(
      Array.from({ length: 51 }, (_, i) => outpoint(i + 60)),
      9,
    ),
  ],
];

describe('transactions by number', () => {
  it('include prevouts from partial reads alone, in the order of the numbers', async () => {
    const { sources, asked } = chainOf(blocks);
    const numbers = [at(1, 2), at(1, 0), at(1, 1)];
    const found = await minedTxs(sources, numbers);
    expect(found.map(({ tx }) => toHex(tx.raw))).toEqual([2, 0, 1].map((i) => toHex(blocks[1]![i]!)));
    expect(found.map(({ prevouts }) => values(prevouts))).toEqual([[600, 8], [], [401, 4_100]]);
    expect(asked.bodies).toEqual([]);
    // one cell of block 1; of block 0 the cells of 3, 5 and 40, the first two of which are one
    expect(asked.parts).toBe(3);
  });

  it('are the same from whole blocks, each read once, without partial reads', async () => {
    const { sources, asked } = chainOf(blocks, { parts: false });
    const found = await minedTxs(sources, [at(2, 1), at(1, 1), at(1, 2)]);
    expect(values(found[0]!.prevouts)).toEqual(Array.from({ length: 51 }, (_, i) => 100 * (i + 61)));
    expect(values(found[2]!.prevouts)).toEqual([600, 8]);
    expect(asked.bodies.sort()).toEqual([1, 2]);
  });

  it('do not retain the block: they own their bytes', async () => {
    const { sources, cached, bodyAt } = chainOf(blocks);
    cached.set(1, bodyAt(1));
    for (const numbers of [[at(1, 1)], [at(2, 1)]]) {
      const [one] = await minedTxs(sources, numbers);
      expect(one!.tx.bytes.buffer.byteLength).toBe(one!.tx.size);
      expect(one!.prevouts[0]!.script.buffer.byteLength).toBeLessThan(2_000);
    }
  });

  it('read the whole block for more than fifty inputs, or nine transactions of one block', async () => {
    const many = chainOf(blocks);
    await minedTxs(many.sources, [at(2, 1), at(1, 1)]);
    expect(many.asked.bodies).toEqual([2]);
    const nine = chainOf(blocks);
    await minedTxsAlone(
      nine.sources,
      Array.from({ length: 9 }, (_, i) => at(0, i)),
    );
    expect(nine.asked).toMatchObject({ parts: 0, bodies: [0] });
    const eight = chainOf(blocks);
    await minedTxsAlone(
      eight.sources,
      Array.from({ length: 8 }, (_, i) => at(0, i)),
    );
    expect(eight.asked).toMatchObject({ parts: 1, bodies: [] });
  });

  it('switch to whole blocks after two hundred parents of a page', async () => {
    // five children of fifty parents each: the fifth exceeds the limit
    const parents = Array.from({ length: 250 }, (_, i) => [
      txBytes([], i),
      txBytes([outpointOfCoinbase(i)], 1_000 + i),
    ]);
    const children = Array.from({ length: 5 }, (_, c) => [
      txBytes([], 5_000 + c),
      txBytes(
        Array.from({ length: 50 }, (_, i) => ({ txid: idOf(parents[50 * c + i]![1]!), vout: 0 })),
        6_000 + c,
      ),
    ]);
    const { sources, asked } = chainOf([...parents, ...children]);
    const found = await minedTxs(
      sources,
      children.map((_, c) => at(250 + c, 1)),
    );
    expect(asked.bodies).toEqual([254]);
    expect(values(found[4]!.prevouts)).toEqual(Array.from({ length: 50 }, (_, i) => 1_200 + i));
    expect(values(found[0]!.prevouts)).toEqual(Array.from({ length: 50 }, (_, i) => 1_000 + i));
  });

  it('fetch two blocks at a time above 64 MB', async () => {
    const page = Array.from({ length: 12 }, (_, i) => [txBytes([], i)]);
    const numbers = page.map((_, i) => at(i, 0));
    const defaultValue = chainOf(page, { parts: false });
    await minedTxs(defaultValue.sources, numbers);
    expect(defaultValue.asked.maxConcurrency).toBe(4);
    const large = chainOf(page, { parts: false, rowSize: 6 * 1024 * 1024 });
    expect(await minedTxs(large.sources, numbers)).toHaveLength(12);
    expect(large.asked.maxConcurrency).toBe(2);
  });

  it('prefer the index, then the cache, then partial reads', async () => {
    const { sources, asked, cached, bodyAt } = chainOf(blocks);
    cached.set(1, bodyAt(1));
    expect(values((await minedTxs(sources, [at(1, 1)]))[0]!.prevouts)).toEqual([401, 4_100]);
    const stored = { raw: small, prevouts: [{ value: 1 as OutputValue, script: new Uint8Array(0) }] };
    const view = { ...sources.view, bodies: async () => [stored] } as unknown as IndexView;
    const bodies = { ...sources.bodies, txs: createTxCache(1e6) };
    expect(values((await minedTxs({ ...sources, view, bodies }, [at(1, 1)]))[0]!.prevouts)).toEqual([1]);
    expect(asked).toMatchObject({ parts: 0, bodies: [] });
  });

  it('are read once, until another block has their height', async () => {
    const { sources, asked } = chainOf(blocks);
    const [first] = await minedTxs(sources, [at(1, 1)]);
    const { parts } = asked;
    expect(parts).toBeGreaterThan(0);
    expect((await minedTxs(sources, [at(1, 1)]))[0]).toBe(first);
    expect(asked).toMatchObject({ parts, bodies: [] });
    const rowsAt = async (heights: readonly number[]) => {
      const rows = await sources.rowsAt(heights);
      const other = (row: BlockRow) => ({
        ...row,
        header: { ...row.header, hash: row.header.hash.map((byte, i) => (i === 31 ? 9 : byte)) },
      });
      return new Map([...rows].map(([height, row]) => [height, other(row)]));
    };
    const [again] = await minedTxs({ ...sources, rowsAt }, [at(1, 1)]);
    expect(again).not.toBe(first);
    expect(values(again!.prevouts)).toEqual(values(first!.prevouts));
    expect(asked.parts).toBe(2 * parts);
  });

  it('retain no block', async () => {
    const { sources } = chainOf(blocks);
    const [found] = await minedTxs(sources, [at(1, 1)]);
    expect(found!.tx.bytes.buffer.byteLength).toBe(found!.tx.size);
    for (const { script } of found!.prevouts) expect(script.buffer.byteLength).toBe(script.length);
  });

  it("fall back to the block when a partial read fails, and report the node's error of that", async () => {
    const { sources, asked } = chainOf(blocks);
    const refusing = (code: string): Bodies => ({
      ...sources.bodies,
      txs: createTxCache(1e6),
      part: async () => {
        throw new CodedError(code, 'refused');
      },
    });
    const [found] = await minedTxs({ ...sources, bodies: refusing('node.no-data') }, [at(1, 1)]);
    expect(values(found!.prevouts)).toEqual([401, 4_100]);
    expect(asked.bodies).toEqual([1]);
    await expect(minedTxs({ ...sources, bodies: refusing('node.away') }, [at(1, 1)])).rejects.toMatchObject({
      code: 'node.away',
    });
  });
});

function outpointOfCoinbase(i: number): Outpoint {
  return { txid: idOf(txBytes([], i)), vout: 1 };
}
