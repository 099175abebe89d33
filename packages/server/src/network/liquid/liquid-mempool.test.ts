import type { NodeClient } from '@glassblock/node';
import { elementsNetworks } from '@glassblock/primitives/elements';
import { expect, test } from 'vitest';
import { createLiquidMempool, type LiquidMempool } from './liquid-mempool.ts';

/** Returns a mempool, and the reads that its node has not answered yet. */
function openMempool(): { mempool: LiquidMempool; reads: PromiseWithResolvers<string[]>[] } {
  const reads: PromiseWithResolvers<string[]>[] = [];
  const client = {
    rpc() {
      const read = Promise.withResolvers<string[]>();
      reads.push(read);
      return read.promise;
    },
    // every transaction has left meanwhile
    batch: async (calls: readonly unknown[]) => calls.map(() => ({ error: { code: -5, message: 'none' } })),
  } as unknown as NodeClient;
  const mempool = createLiquidMempool({
    client,
    network: () => elementsNetworks.liquidregtest,
    resolve: async (txs) => txs.map(() => []),
    nowMs: () => 0,
  });
  return { mempool, reads };
}

/** Waits until the node has so many requests. */
const untilReads = (reads: readonly unknown[], count: number) => expect.poll(() => reads.length).toBe(count);

const ids = (count: number): string[] => Array.from({ length: count }, (_, i) => String(i).padStart(64, '0'));

test('calls during a read share it, and its result applies for a second', async () => {
  const { mempool, reads } = openMempool();
  const states = [mempool.current(), mempool.current()];
  await untilReads(reads, 1);
  states.push(mempool.current());
  reads[0]!.resolve(ids(3));
  for (const state of states) expect((await state).count).toBe(3);
  expect((await mempool.current()).count).toBe(3);
  expect(reads.length).toBe(1);
});

test('a call after expire() does not get the result of a read that began before', async () => {
  const { mempool, reads } = openMempool();
  const before = mempool.current();
  await untilReads(reads, 1);
  mempool.expire();
  const after = mempool.current();
  reads[0]!.resolve(ids(1));
  await untilReads(reads, 2);
  const during = mempool.current();
  reads[1]!.resolve(ids(2));
  expect((await after).count).toBe(2);
  expect((await during).count).toBe(2);
  await before;
  expect((await mempool.current()).count).toBe(2);
  expect(reads.length).toBe(2);
});

test('the result of a read that expire() interrupts does not apply', async () => {
  const { mempool, reads } = openMempool();
  const before = mempool.current();
  await untilReads(reads, 1);
  mempool.expire();
  reads[0]!.resolve(ids(1));
  expect((await before).count).toBe(1);
  const after = mempool.current();
  await untilReads(reads, 2);
  reads[1]!.resolve(ids(2));
  expect((await after).count).toBe(2);
});

test('a failed read is repeated by the next call', async () => {
  const { mempool, reads } = openMempool();
  const failed = mempool.current();
  await untilReads(reads, 1);
  reads[0]!.reject(new Error('away'));
  await expect(failed).rejects.toThrow('away');
  const next = mempool.current();
  await untilReads(reads, 2);
  reads[1]!.resolve(ids(1));
  expect((await next).count).toBe(1);
});
