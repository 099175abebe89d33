import type { BlockRow, IndexView, TxNumber } from '@glassblock/index';
import { ByteWriter, type Height, readWholeTransaction, type Transaction, toHex } from '@glassblock/primitives';
import { describe, expect, it } from 'vitest';
import type { Bodies } from './bodies.ts';
import { chainReader, maxLooked } from './chain-reader.ts';
import { createTxCache } from './tx-cache.ts';

/** A transaction that carries its number in its lock time. */
const txAt = ({ height, position }: TxNumber): Transaction =>
  readWholeTransaction(
    new ByteWriter(80)
      .u32(1)
      .compactSize(1)
      .bytes(new Uint8Array(36))
      .compactSize(0)
      .u32(0)
      .compactSize(0)
      .u32(height * 16 + position)
      .finish(),
  );
const idAt = (number: TxNumber): Uint8Array => txAt(number).txid;
const at = (height: number, position: number): TxNumber => ({ height: height as Height, position });

/**
 * A chain with ten transactions per block.
 * @param isStored true when the index stores the id of a number
 */
function chainOf(isStored: (number: TxNumber) => boolean, candidates: TxNumber[] = []) {
  const asked = { bodies: [] as number[], rows: 0 };
  const view = {
    async blocksAt(heights: readonly number[]) {
      asked.rows += heights.length;
      return heights.map((height) => ({ height, header: { hash: Uint8Array.of(height, height >> 8) } }) as BlockRow);
    },
    txids: async (numbers: readonly TxNumber[]) =>
      numbers.map((number) => (isStored(number) ? idAt(number) : undefined)),
    locate: async () => candidates,
    bodies: async (numbers: readonly TxNumber[]) => numbers.map(() => undefined),
    spans: async (numbers: readonly TxNumber[]) => numbers.map(() => undefined),
  } as unknown as IndexView;
  const bodies: Bodies = {
    txs: createTxCache(1e6),
    cached: () => undefined,
    part: async () => undefined,
    async body(hash) {
      const height = hash[0]! + hash[1]! * 256;
      asked.bodies.push(height);
      const tx = (position: number) => txAt(at(height, position));
      const columns = () => expect.fail('no part of a block is read as columns');
      return { bytes: new Uint8Array(0), txCount: 10, tx, prevouts: () => [], columns };
    },
  };
  return { chain: chainReader(bodies, view), asked };
}

describe('transaction ids', () => {
  it('come from the index where stored, without reading bodies', async () => {
    const { chain, asked } = chainOf(() => true);
    const numbers = [at(5, 1), at(3, 2), at(5, 1)];
    expect(await chain.idsOf(numbers)).toEqual(numbers.map(idAt));
    expect(asked.bodies).toEqual([]);
  });

  it('come from bodies otherwise, in order; each row is read once', async () => {
    const { chain, asked } = chainOf(({ height }) => height % 2 === 0);
    const numbers = [at(9, 1), at(8, 2), at(9, 3), at(7, 0), at(9, 1)];
    expect((await chain.idsOf(numbers)).map(toHex)).toEqual(numbers.map(idAt).map(toHex));
    expect(new Set(asked.bodies)).toEqual(new Set([9, 7]));
    expect(asked.rows).toBe(2);
  });

  it('end before the read limit is exceeded', async () => {
    const { chain, asked } = chainOf(({ height }) => height < 100);
    const numbers = Array.from({ length: 700 }, (_, i) => at(i, 4));
    const ids = await chain.idsOf(numbers);
    expect(ids).toEqual(numbers.slice(0, 100 + maxLooked).map(idAt));
    expect(asked.bodies).toHaveLength(maxLooked);
  });

  it('resolve candidates that share a prefix', async () => {
    const candidates = [at(30, 2), at(20, 1), at(10, 5)];
    for (const isStored of [() => true, () => false]) {
      const { chain } = chainOf(isStored, candidates);
      expect(await chain.numberOf(idAt(at(20, 1)))).toEqual(at(20, 1));
      expect(await chain.numberOf(idAt(at(20, 2)))).toBeUndefined();
    }
  });
});
