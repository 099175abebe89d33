import { displayHash, seededRandom } from '@glassblock/primitives';
import { expect, it } from 'vitest';
import { type FamilyColumns, findFamilies } from './block-families.ts';

/** A transaction with its fee in sats, its weight and the bytes that fill the txids of those that it spends. */
interface Tx {
  readonly id: Uint8Array;
  readonly fee: number;
  readonly weight: number;
  readonly spends: readonly Uint8Array[];
}

function minedOf(txs: readonly Tx[]): FamilyColumns {
  const spends = txs.map((tx) => tx.spends);
  return {
    count: txs.length,
    txids: Buffer.concat(txs.map(({ id }) => id)),
    fees: Float64Array.from(txs, ({ fee }) => fee),
    weights: Float64Array.from(txs, ({ weight }) => weight),
    firstInput: [0, ...spends.map((_, i) => spends.slice(0, i + 1).flat().length)],
    // another byte before each txid
    spentTxidAt: spends.flat().map((_, i) => 33 * i + 1),
    bytes: Buffer.concat(spends.flat().flatMap((id) => [Buffer.alloc(1), id])),
  };
}

const filled = (byte: number) => new Uint8Array(32).fill(byte);
const tx = (id: number, fee: number, ...spends: number[]): Tx => ({
  id: filled(id),
  fee,
  weight: 400,
  spends: spends.map(filled),
});

it('links transactions of one block, and gives a package one fee rate', () => {
  //  1 <- 2 <- 4
  //  3 <------ 4, twice        5 spends outputs of earlier blocks
  const { txs } = findFamilies(
    minedOf([tx(0, 0), tx(1, 100), tx(2, 300, 1), tx(3, 100, 99), tx(4, 1_500, 2, 3, 3), tx(5, 400, 98)]),
  );
  expect(txs.map(({ parents, children, rate }) => ({ parents, children, rate }))).toEqual([
    { parents: [], children: [], rate: 0 },
    { parents: [], children: [2], rate: 5 },
    { parents: [1], children: [4], rate: 5 },
    { parents: [], children: [4], rate: 5 },
    { parents: [2, 3], children: [], rate: 5 },
    { parents: [], children: [], rate: 4 },
  ]);
  expect(txs[1]!.relative).toEqual({ txid: '01'.repeat(32), fee: 100, weight: 400 });
});

it('does not link a transaction to the coinbase, to a later one, or to itself', () => {
  const { txs } = findFamilies(minedOf([tx(0, 0), tx(1, 100, 0, 1, 2), tx(2, 100)]));
  expect(txs.flatMap(({ parents, children }) => [...parents, ...children])).toEqual([]);
});

it('finds the same parents as a comparison of hex in a seeded run, with equal first bytes', () => {
  const random = seededRandom(5);
  const pick = (count: number) => Math.floor(random() * count);
  for (let round = 0; round < 40; round++) {
    // four first words, and ids that differ in one byte only
    const ids = Array.from({ length: 60 }, (_, i) => {
      const id = filled(pick(2)).fill(200 + pick(4), 0, 4);
      id[4 + pick(28)] = i;
      return id;
    });
    const list = ids.map((id) => ({
      id,
      fee: pick(9_000),
      weight: 400 + pick(4_000),
      spends: Array.from({ length: pick(4) }, () => ids[pick(60)]!),
    }));
    const { txs } = findFamilies(minedOf(list));
    const hex = list.map(({ id }) => displayHash(id));
    const expected = list.map(({ spends }, at) => [
      ...new Set(spends.map((id) => hex.lastIndexOf(displayHash(id), at - 1)).filter((parent) => at > 0 && parent > 0)),
    ]);
    expect(txs.map(({ parents }) => [...parents])).toEqual(expected);
    expect(txs.map(({ relative }) => relative.txid)).toEqual(hex);
  }
});
