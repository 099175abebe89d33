import type { TxNumber } from '@glassblock/index';
import { displayHash, type Height, type Transaction } from '@glassblock/primitives';
import { expect, it } from 'vitest';
import type { ChainReader } from '../../chain/chain-reader.ts';
import { auditedParent, createParentTxCache } from './parent-chain.ts';

const script = Uint8Array.of(0x51);
const txidOf = (position: number): Uint8Array => new Uint8Array(32).fill(position);

/** A transaction with a number of outputs to `script`. */
const txOf = (position: number, outputCount: number): Transaction =>
  ({
    txid: txidOf(position),
    inputs: () => [],
    outputs: () => Array.from({ length: outputCount }, () => ({ script, value: position })),
  }) as unknown as Transaction;

it('reads a history whose transactions evict each other from the cache', async () => {
  const outputCounts = [1, 30];
  const numbers: TxNumber[] = outputCounts.map((_, position) => ({ height: 1 as Height, position }));
  const read: string[] = [];
  const chain = {
    view: { history: async () => numbers.map((number) => ({ number })) },
    rowsAt: async () => new Map([[1, { header: { time: 600 } }]]),
    idsOf: async (asked: readonly TxNumber[]) => asked.map(({ position }) => txidOf(position)),
    bareTxs: async (asked: readonly TxNumber[]) =>
      asked.map(({ position }) => {
        read.push(displayHash(txidOf(position)).slice(0, 2));
        return txOf(position, outputCounts[position]!);
      }),
    findAlone: async () => ({ tx: txOf(0, 1) }),
  } as unknown as ChainReader;
  // room for either of both transactions
  const parent = auditedParent(chain, createParentTxCache(5_000), 1);
  expect(await parent.spentBy(txidOf(0))).toEqual([]);
  const outputs = await parent.outputsTo(script);
  expect(outputs.map(({ vout, valueSats }) => [valueSats, vout])).toEqual([
    [0, 0],
    ...Array.from({ length: 30 }, (_, vout) => [1, vout]),
  ]);
  expect(read).toEqual(['01']);
});
