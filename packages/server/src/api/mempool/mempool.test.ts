import type { MempoolEntry } from '@glassblock/mempool';
import { fromHex, networks, toHex } from '@glassblock/primitives';
import { expect, test } from 'vitest';
import type { MempoolContext } from '../../network/mempool-context.ts';
import type { NetworkInfo } from '../../network/network-info.ts';
import { mempoolTxsPage } from './mempool.ts';

const hexOf16 = (value: number) => value.toString(16).padStart(4, '0').match(/../g)!.toReversed().join('');

/** One input, one output with an OP_RETURN script of one push and that many bytes: 260 to 65,535. */
function rawTx(scriptBytes: number): Uint8Array {
  const input = `${'11'.repeat(32)}00000000${'00'}ffffffff`;
  const script = `6a4d${hexOf16(scriptBytes - 4)}${'07'.repeat(scriptBytes - 4)}`;
  return fromHex(`0200000001${input}01${'00'.repeat(8)}fd${hexOf16(scriptBytes)}${script}00000000`);
}

/** A mempool of 300 transactions of equal size with ascending ids. */
function contextWith(scriptBytes: number): NetworkInfo & MempoolContext {
  const raw = rawTx(scriptBytes);
  const ids = Array.from({ length: 300 }, (_, i) => i.toString(16).padStart(64, '0'));
  const mempool = {
    async txids({ after, limit = ids.length }: { after?: Uint8Array; limit?: number }) {
      const from = after === undefined ? 0 : ids.indexOf(toHex(after)) + 1;
      return fromHex(ids.slice(from, from + limit).join(''));
    },
    entries: async (asked: readonly string[]) =>
      asked.map((txid) => ({ txid, raw, prevouts: [] }) as Partial<MempoolEntry>),
  };
  return { mempool, network: networks.regtest } as unknown as NetworkInfo & MempoolContext;
}

/** Number of transactions of each page. */
async function pages(context: NetworkInfo & MempoolContext, limit: number): Promise<number[]> {
  const counts: number[] = [];
  for (let last: string | undefined; counts.length < 50; ) {
    const { txs, next } = await mempoolTxsPage(context, last, limit);
    counts.push(txs.length);
    if (next === undefined) return counts;
    last = next;
  }
  throw new Error('the pages do not end');
}

test('pages of small transactions have the requested length', async () => {
  const context = contextWith(300);
  expect(await pages(context, 1_000)).toEqual([300]);
  expect(await pages(context, 300)).toEqual([300]);
  expect(await pages(context, 299)).toEqual([299, 1]);
  expect(await pages(context, 120)).toEqual([120, 120, 60]);
});

test('pages of large transactions end early, and the next one continues', async () => {
  expect(await pages(contextWith(30_000), 1_000)).toEqual([100, 100, 100]);
  expect(await pages(contextWith(15_000), 1_000)).toEqual([200, 100]);
});
