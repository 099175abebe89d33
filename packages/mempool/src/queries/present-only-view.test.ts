import { ByteWriter, displayHash, readWholeTransaction, toHex } from '@glassblock/primitives';
import { expect, it } from 'vitest';
import { addressHead } from '../columns/address-heads.ts';
import { Presence, presencePlaces } from '../columns/presence.ts';
import type { MempoolView } from '../mempool-view.ts';
import { presentOnlyView } from './present-only-view.ts';

const hashOf = (n: number) => new Uint8Array(32).fill(n);
const touchOf = (n: number) => ({
  hash: hashOf(n),
  head: addressHead(undefined),
  fundedCount: 1,
  fundedSum: 1,
  spentCount: 0,
  spentSum: 0,
});

/** A transaction that spends output `vout` of transaction `n`. */
function spending(n: number, vout: number) {
  const writer = new ByteWriter().u32(2).compactSize(1).bytes(hashOf(n)).u32(vout).compactSize(0).u32(0);
  return readWholeTransaction(writer.compactSize(0).u32(0).finish());
}

/** A view that returns the arguments of its calls. */
function recordingView(): { view: MempoolView; calls: unknown[][] } {
  const calls: unknown[][] = [];
  const view = new Proxy({} as MempoolView, {
    ownKeys: () => ['script', 'scriptTxs', 'scriptOutputs', 'spenders'],
    getOwnPropertyDescriptor: () => ({ configurable: true, enumerable: true }),
    get:
      (_, method) =>
      async (...args: unknown[]) => {
        calls.push([method, ...args]);
        const [first] = args;
        return Array.isArray(first) ? first.map((_, i) => ({ txid: `spender ${i}`, vin: 0 })) : 'answer';
      },
  });
  return { view, calls };
}

it('answers about absent scripts and outpoints without a call, and passes on the others', async () => {
  const presence = new Presence({ counts: new SharedArrayBuffer(presencePlaces), seed: 7 });
  const { view, calls } = recordingView();
  const seen = presentOnlyView(view, presence);
  const absent = toHex(hashOf(1));
  const none = { txCount: 0, fundedCount: 0, fundedSum: 0, spentCount: 0, spentSum: 0, txids: [] };
  expect(await seen.script(absent, { limit: 5 })).toEqual(none);
  expect(await seen.scriptTxs([absent], { limit: 5, after: 'a' })).toEqual({ entries: [], holdsCursor: false });
  expect(await seen.scriptOutputs(absent)).toEqual({ unspent: [], spent: [] });
  const outpoints = [
    { txid: displayHash(hashOf(3)), vout: 0 },
    { txid: displayHash(hashOf(4)), vout: 0 },
    { txid: displayHash(hashOf(4)), vout: 1 },
  ];
  expect(await seen.spenders(outpoints)).toEqual([undefined, undefined, undefined]);
  expect(calls).toEqual([]);

  const tx = spending(4, 1);
  presence.add(tx, [touchOf(1)]);
  expect(await seen.script(absent, { limit: 5 })).toBe('answer');
  await seen.scriptTxs([toHex(hashOf(2)), absent], { limit: 5 });
  await seen.scriptOutputs(absent);
  expect(await seen.spenders(outpoints)).toEqual([undefined, undefined, { txid: 'spender 0', vin: 0 }]);
  expect(calls).toEqual([
    ['script', absent, { limit: 5 }],
    ['scriptTxs', [toHex(hashOf(2)), absent], { limit: 5 }],
    ['scriptOutputs', absent],
    ['spenders', [outpoints[2]]],
  ]);
  presence.remove(tx, [touchOf(1)]);
  expect(await seen.spenders(outpoints)).toEqual([undefined, undefined, undefined]);
});

it('a place that was full once always requires a call', () => {
  const presence = new Presence({ counts: new SharedArrayBuffer(presencePlaces), seed: 7 });
  for (let i = 0; i < 300; i++) presence.add(spending(4, 1), [touchOf(1)]);
  for (let i = 0; i < 300; i++) presence.remove(spending(4, 1), [touchOf(1)]);
  expect(presence.mayTouch(hashOf(1))).toBe(true);
  expect(presence.mayTouch(hashOf(2))).toBe(false);
});
