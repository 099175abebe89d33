import type { IndexView } from '@glassblock/index';
import { expect, it } from 'vitest';
import { EncodedJson } from '../encoded-json.ts';
import type { ScriptContext } from './script-context.ts';
import { addressInfo, scripthashInfo } from './scripts.ts';

const hash = 'ab'.repeat(32);

/** A context with one script, whose views count how often its totals are read. */
function setUp() {
  let reads = 0;
  let fundedCount = 2;
  let inMempool = 0;
  const newView = (): IndexView => {
    const totals = { txCount: 3, fundedCount, fundedSum: 2_100_000_000_000_000n, spentCount: 1, spentSum: 5n };
    return {
      async totals() {
        reads++;
        return totals;
      },
    } as unknown as IndexView;
  };
  let view = newView();
  const context = {
    index: () => ({ store: { leaseMade: () => ({ value: view, release: async () => undefined }) } }),
    progress: () => ({ height: 5, nodeHeight: 5, synced: true, lacksBlocks: false }),
    nodeState: () => ({ name: 'ready' }),
    mempool: {
      script: async () => ({
        txCount: inMempool,
        fundedCount: inMempool,
        fundedSum: 7 * inMempool,
        spentCount: 0,
        spentSum: 0,
      }),
    },
  } as unknown as ScriptContext;
  return {
    context,
    reads: () => reads,
    receive: () => {
      inMempool++;
    },
    connect: () => {
      fundedCount++;
      view = newView();
    },
  };
}

const stats = (funded: number) =>
  `"chain_stats":{"tx_count":3,"funded_txo_count":${funded},"funded_txo_sum":2100000000000000,"spent_txo_count":1,"spent_txo_sum":5}`;
const unconfirmed = (count: number) =>
  `"mempool_stats":{"tx_count":${count},"funded_txo_count":${count},"funded_txo_sum":${7 * count},"spent_txo_count":0,"spent_txo_sum":0}`;

it('reads the totals of a script once per block, and those of the mempool each time', async () => {
  const { context, reads, receive, connect } = setUp();
  const address = async () => (await addressInfo(context, 'bc1q"', hash)).text;
  expect(await address()).toBe(`{"address":"bc1q\\"",${stats(2)},${unconfirmed(0)}}`);
  receive();
  expect(await address()).toBe(`{"address":"bc1q\\"",${stats(2)},${unconfirmed(1)}}`);
  expect((await scripthashInfo(context, hash)).text).toBe(`{"scripthash":"${hash}",${stats(2)},${unconfirmed(1)}}`);
  expect(reads()).toBe(1);
  connect();
  expect(await address()).toBe(`{"address":"bc1q\\"",${stats(3)},${unconfirmed(1)}}`);
  expect(reads()).toBe(2);
});

it.each(['{"a":1}', 'ä'.repeat(5_000)])('copies encoded JSON into memory of its own', (text) => {
  for (const json of [new EncodedJson(text), new EncodedJson(Buffer.from(text))]) {
    const copy = json.copy();
    expect(copy.toString()).toBe(text);
    expect(copy.buffer.byteLength).toBe(copy.length);
  }
});
