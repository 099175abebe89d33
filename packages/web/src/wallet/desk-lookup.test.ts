import { expect, test } from 'vitest';
import { type Api, ApiError } from '../data/answer.ts';
import { isFinal, lookup, mergedHistory } from './desk-lookup.ts';

test('merges a transaction of two addresses into one row, newest first, unconfirmed on top', () => {
  const line = (txid: string, change: number, time?: number) => ({ txid, change, time, height: time });
  expect(
    mergedHistory([[line('b', 5, 20), line('a', -700, 10)], [line('w', 3), line('a', 690, 10)], [line('b', 1)]]),
  ).toEqual([line('w', 3), line('b', 6, 20), line('a', -10, 10)]);
});

test('requests an unused address once, and reports an error', async () => {
  const asked: string[] = [];
  const stats = { tx_count: 0, funded_txo_count: 0, funded_txo_sum: 0, spent_txo_count: 0, spent_txo_sum: 0 };
  const ask: Api = {
    get: <T>(path: string) => {
      asked.push(path);
      return Promise.resolve(
        path.endsWith('/good')
          ? { ok: true as const, body: { chain_stats: stats, mempool_stats: stats } as T }
          : { ok: false as const, status: 429, message: 'Too many requests' },
      );
    },
  };
  expect(await lookup(ask, '/testnet4', 'good')).toMatchObject({ txCount: 0, utxos: [], history: [] });
  await expect(lookup(ask, '', 'bad')).rejects.toThrow('Too many requests');
  expect(asked).toEqual(['/testnet4/api/address/good', '/api/address/bad']);
});

test.each([
  [0, false],
  [400, true],
  [404, true],
  [408, false],
  [413, true],
  [429, false],
  [500, false],
  [503, false],
])('a lookup with status %i is final: %s', (status, expected) => {
  expect(isFinal(new ApiError(status, ''))).toBe(expected);
});
