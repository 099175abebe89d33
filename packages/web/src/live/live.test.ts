import type { BlockExt, MempoolBlock, ServerFrame, Tx, TxExt } from '@glassblock/contract';
import { expect, test } from 'vitest';
import { sampleBlock, sampleTx } from '../../test/support/samples/sample-data.ts';
import * as marking from '../script/marks.ts';
import type { Platform, SocketEvents } from './connection.ts';
import { initialState, type ProjectedBlock } from './live-state.ts';
import { fold, foldProjected } from './reducers/fold.ts';
import { addressView } from './reducers/fold-address.ts';
import { estimatePosition, txView } from './reducers/fold-tx.ts';
import { openWallet } from './reducers/fold-wallet.ts';
import { listed } from './reducers/listed-tx.ts';
import { netChange } from './reducers/net-change.ts';
import { createSession } from './session.ts';

const block = (height: number): BlockExt => sampleBlock(height, 0);
const limits = { keepBlocks: 8 };

/** A platform with a clock that the test controls. */
function world(random = 0.5) {
  const timers = new Set<{ at: number; run: () => void }>();
  const sockets: { events: SocketEvents; sent: string[]; closed: boolean; url: string }[] = [];
  let now = 0;
  let network: Parameters<Platform['watchNetwork']>[0] | undefined;
  const platform: Platform = {
    open(url, events) {
      const socket = { events, sent: [] as string[], closed: false, url };
      sockets.push(socket);
      return {
        send: (text) => socket.sent.push(text),
        close: () => {
          socket.closed = true;
        },
      };
    },
    later(ms, run) {
      const timer = { at: now + ms, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    watchNetwork(events) {
      network = events;
      return () => {
        network = undefined;
      };
    },
    random: () => random,
  };
  const pass = (ms: number) => {
    const end = now + ms;
    for (;;) {
      const next = [...timers].filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      now = next.at;
      timers.delete(next);
      next.run();
    }
    now = end;
  };
  const last = () => sockets.at(-1) as (typeof sockets)[number];
  const report = (frame: ServerFrame) => last().events.message(JSON.stringify(frame));
  return { platform, sockets, pass, last, report, network: () => network };
}

function started(init = true, random = 0.5) {
  const outside = world(random);
  let reloads = 0;
  const session = createSession({ keepBlocks: 8, init: init ? { blocks: [block(1), block(2)] } : undefined });
  session.want(['blocks']);
  const end = session.open('ws://x/api/v1/ws', outside.platform, () => reloads++);
  outside.last().events.open();
  return { ...outside, session, end, state: () => session.store.getState(), reloads: () => reloads };
}

test('a server-rendered page requests no init, one without data does, then subscribes', () => {
  expect(started(true).last().sent).toEqual(['{"action":"want","data":["blocks"]}']);
  expect(started(false).last().sent).toEqual(['{"action":"init"}', '{"action":"want","data":["blocks"]}']);
});

test('does not send an equal subscription again', () => {
  const { session, last } = started();
  session.want(['blocks']);
  session.want(['blocks', 'stats']);
  expect(last().sent.slice(1)).toEqual(['{"action":"want","data":["blocks","stats"]}']);
});

test('goes offline when the socket closes, reconnects after 2 to 4 s, and resubscribes after the first frame', () => {
  const { session, state, last, pass, report, sockets } = started(true, 0.25);
  session.trackTx('aa', true);
  session.trackMempoolBlock(3);
  session.trackAddress('bc1q');
  expect(state().connection).toBe(2);
  last().events.closed();
  expect(state().connection).toBe(0);
  pass(2499);
  expect(sockets.length).toBe(1);
  pass(1);
  expect(state().connection).toBe(1);
  last().events.open();
  expect(last().sent).toEqual(['{"action":"init"}']);
  report({ loadingIndicators: {} });
  expect(state().connection).toBe(2);
  expect(last().sent.slice(1)).toEqual([
    '{"action":"want","data":["blocks"]}',
    '{"track-tx":"aa","watch-mempool":true}',
    '{"track-mempool-block":3}',
    '{"track-address":"bc1q"}',
  ]);
});

test('goes offline with the network of the device, and reconnects at once when it is back', () => {
  const { state, last, network, sockets, end } = started();
  expect(state().connection).toBe(2);
  network()?.lost();
  expect([state().connection, sockets[0]?.closed, sockets.length]).toEqual([0, true, 1]);
  network()?.back();
  expect([state().connection, sockets.length]).toEqual([1, 2]);
  last().events.open();
  network()?.back();
  expect(sockets.length).toBe(2);
  end();
  expect(network()).toBe(undefined);
});

test('pings after 30 s without frames, and closes without an answer within 5 s', () => {
  const { state, last, pass, report, sockets } = started();
  pass(29_999);
  expect(last().sent).not.toContain('{"action":"ping"}');
  pass(1);
  expect(last().sent).toContain('{"action":"ping"}');
  report({ pong: true });
  pass(30_000);
  pass(4999);
  expect(state().connection).toBe(2);
  pass(1);
  expect(state().connection).toBe(0);
  expect(sockets[0]?.closed).toBe(true);
});

test('ignores events of a replaced socket', () => {
  const { state, last, pass, sockets } = started();
  last().events.closed();
  pass(4000);
  const old = sockets[0];
  old?.events.message(JSON.stringify({ vBytesPerSecond: 7 }));
  old?.events.closed();
  expect(state().vBytesPerSecond).toBeUndefined();
  expect(sockets.length).toBe(2);
});

test('ignores hostile frames', () => {
  const { last, state } = started();
  for (const text of ['', 'null', '[]', '"x"', '{', '17']) last().events.message(text);
  expect(state().blocks.map((each) => each.height)).toEqual([2, 1]);
});

test('resubscribes to a group of addresses after a reconnect, applies its updates, and unsubscribes', () => {
  const { session, last, pass, report, state } = started();
  const wallet = openWallet({
    places: new Map([['a', 0]]),
    balances: [5],
    confirmed: 5,
    pending: [],
    isPartial: false,
  });
  session.trackWallet(wallet, ['a']);
  const follows = '{"track-addresses":["a"]}';
  expect(last().sent.filter((text) => text === follows)).toHaveLength(1);
  const tx = sampleTx('c'.repeat(64), { now: 0 });
  const paid = { ...tx, vin: [], vout: [{ ...tx.vout[0], scriptpubkey_address: 'a', value: 7 }] } as unknown as TxExt;
  report({ 'multi-address-transactions': { a: { mempool: [paid], confirmed: [], removed: [] } } });
  expect([state().wallet?.total, state().wallet?.last?.net]).toEqual([12, 7]);
  last().events.closed();
  pass(4000);
  last().events.open();
  report({ vBytesPerSecond: 7 });
  expect(last().sent.filter((text) => text === follows).length).toBeGreaterThan(0);
  session.trackWallet(undefined);
  expect(last().sent.at(-1)).toBe('{"track-addresses":[]}');
  expect(state().wallet).toBeUndefined();
});

test('unsubscribes from a projected block after 2 s, unless the page returns', () => {
  const { session, last, pass, state } = started();
  session.trackMempoolBlock(0);
  session.trackMempoolBlock(undefined);
  pass(1999);
  session.trackMempoolBlock(0);
  pass(5000);
  expect(last().sent.filter((text) => text.includes('mempool-block'))).toEqual(['{"track-mempool-block":0}']);
  session.trackMempoolBlock(undefined);
  pass(2000);
  expect(last().sent.at(-1)).toBe('{"track-mempool-block":-1}');
  expect(state().projected).toBeUndefined();
});

test('requests the full block after a missed delta', () => {
  const { session, last, report, state } = started();
  session.trackMempoolBlock(0);
  report({ 'projected-block-transactions': { index: 0, sequence: 5, blockTransactions: [['a', 1, 1, 1, 2, 0, 0]] } });
  report({ 'projected-block-transactions': { index: 0, sequence: 7, delta: { added: [], removed: [], changed: [] } } });
  expect(last().sent.at(-1)).toBe('{"track-mempool-block":0}');
  expect(state().projected?.sequence).toBe(-1);
});

test('reloads the page 60 to 120 s after a server version change', () => {
  const { report, pass, reloads } = started(true, 0.5);
  const info = {
    hostname: '',
    version: '',
    lightning: false,
    backend: 'esplora' as const,
    coreVersion: '',
    osVersion: '',
  };
  report({ backendInfo: { ...info, gitCommit: 'one' } });
  report({ backendInfo: { ...info, gitCommit: 'one' } });
  pass(200_000);
  expect(reloads()).toBe(0);
  report({ backendInfo: { ...info, gitCommit: 'two' } });
  pass(89_999);
  expect(reloads()).toBe(0);
  pass(1);
  expect(reloads()).toBe(1);
});

//  tip 2:   block 3 -> taken    block 5 -> gap, ask     block 2, 1 -> ignored
test('accepts only the child of the tip, requests blocks after a gap, and never lowers the tip', () => {
  const state = initialState({ blocks: [block(1), block(2)] }, 8);
  const heights = (frame: ServerFrame) => fold(state, frame, limits);
  expect(heights({ block: block(3) }).state.blocks.map((each) => each.height)).toEqual([3, 2, 1]);
  expect(heights({ block: block(5) })).toMatchObject({ effects: ['refresh-blocks'], state: { blocks: state.blocks } });
  expect(heights({ block: block(2) }).state.blocks).toBe(state.blocks);
  expect(heights({ blocks: [block(1)] }).state.blocks).toBe(state.blocks);
  expect(heights({ blocks: [block(2), block(3)] }).state.blocks.map((each) => each.height)).toEqual([3, 2]);
});

test('bounds the block list, and recent transactions to six', () => {
  const many = Array.from({ length: 32 }, (_, place) => block(place + 1));
  const txs = Array.from({ length: 9 }, (_, place) => ({ txid: String(place), fee: 1, vsize: 1, value: 1 }));
  const { state } = fold(initialState(undefined, 8), { blocks: many, transactions: txs }, limits);
  expect(state.blocks.map((each) => each.height)).toEqual([32, 31, 30, 29, 28, 27, 26, 25]);
  expect(state.transactions).toHaveLength(6);
});

test('ends the subscription when a confirmation arrives with its block', () => {
  const before = { ...initialState({ blocks: [block(2)] }, 8), tx: { txid: 'aa', spent: {} } };
  const { state, effects } = fold(before, { block: block(3), txConfirmed: 'aa' }, limits);
  expect(effects).toEqual(['untrack-tx']);
  expect(state.tx?.block?.height).toBe(3);
  expect(fold(before, { txConfirmed: 'aa' }, limits).effects).toEqual([]);
});

test('deltas change, add and remove; frames of other indexes are ignored', () => {
  const before: ProjectedBlock = {
    index: 1,
    sequence: 4,
    txs: new Map([
      ['a', ['a', 10, 5, 1, 2, 0, 9]],
      ['b', ['b', 1, 1, 1, 1, 0, 9]],
    ]),
  };
  const after = foldProjected(before, {
    index: 1,
    sequence: 5,
    delta: { added: [['c', 1, 1, 1, 3, 0, 9]], removed: ['b'], changed: [['a', 7, 1, true]] },
  });
  expect(after).toEqual({
    index: 1,
    sequence: 5,
    txs: new Map([
      ['a', ['a', 10, 5, 1, 7, 1, 9, 1]],
      ['c', ['c', 1, 1, 1, 3, 0, 9]],
    ]),
  });
  expect(foldProjected(before, { index: 2, sequence: 5, blockTransactions: [] })).toBe(before);
});

test('applies updates of an address once, also when repeated', () => {
  const owns = (output: { scriptpubkey_address?: string | undefined }) => output.scriptpubkey_address === 'me';
  const tx = { ...sampleTx('ab'.repeat(32), { now: 0 }), vin: [] } as unknown as TxExt;
  const paying = {
    ...tx,
    vout: [{ scriptpubkey: '', scriptpubkey_asm: '', scriptpubkey_type: 'x', scriptpubkey_address: 'me', value: 700 }],
  };
  const empty = { tx_count: 0, funded_txo_count: 0, funded_txo_sum: 0, spent_txo_count: 0, spent_txo_sum: 0 };
  const loaded = { chain: empty, mempool: empty, txs: [] };
  const added = addressView(loaded, [{ kind: 'added', txs: [paying, paying] }], owns);
  expect(netChange(paying, owns)).toBe(700);
  expect(added).toMatchObject({ mempool: { tx_count: 1, funded_txo_sum: 700 }, chain: { tx_count: 0 } });
  expect(addressView(added, [{ kind: 'removed', txs: [paying] }], owns)).toEqual(loaded);
  const mined = { ...paying, status: { confirmed: true, block_height: 5 } };
  expect(addressView(added, [{ kind: 'confirmed', txs: [mined, mined] }], owns)).toMatchObject({
    mempool: { tx_count: 0, funded_txo_sum: 0 },
    chain: { tx_count: 1, funded_txo_sum: 700 },
    txs: [{ txid: paying.txid, status: { confirmed: true, block_height: 5 }, net: 700, ownType: 'x', outputs: 1 }],
  });
});

test('reduces listed transactions, with sums over all rows', () => {
  const owns = (output: { scriptpubkey_address?: string | undefined }) => output.scriptpubkey_address === 'me';
  const output = (value: number, more: object = {}) => ({
    scriptpubkey: '0014aa',
    scriptpubkey_asm: 'OP_0 aa',
    scriptpubkey_type: 'v0_p2wpkh',
    scriptpubkey_address: 'you',
    value,
    ...more,
  });
  const data = `6a4d2003${'41'.repeat(800)}`;
  const bare = `51${`21${'02'.repeat(33)}`.repeat(2)}52ae`;
  const tx = {
    ...sampleTx('ab'.repeat(32), { now: 0 }),
    vin: Array.from({ length: 30 }, (_, n) => ({
      txid: 'cd'.repeat(32),
      vout: n,
      is_coinbase: false,
      scriptsig: '51',
      scriptsig_asm: 'OP_1',
      witness: ['ff'],
      sequence: 1,
      prevout: n === 29 ? output(7_000, { scriptpubkey_address: 'me' }) : n === 1 ? null : output(10),
    })),
    vout: [
      output(0, { scriptpubkey: data, scriptpubkey_type: 'op_return', scriptpubkey_address: undefined }),
      output(3, { scriptpubkey: bare, scriptpubkey_type: 'multisig', scriptpubkey_address: undefined }),
      output(5, { scriptpubkey: '21bbac', scriptpubkey_type: 'p2pk', scriptpubkey_address: undefined }),
      ...Array.from({ length: 39 }, () => output(100)),
    ],
  } as unknown as Tx;
  const short = listed(tx, marking, owns);
  expect(short).toMatchObject({ inputs: 30, outputs: 42, total: 3_908, net: -7_000, ownType: 'v0_p2wpkh' });
  expect([short.vin.length, short.vout.length]).toEqual([20, 20]);
  expect(short.vin.slice(0, 2)).toEqual([
    {
      txid: 'cd'.repeat(32),
      vout: 0,
      is_coinbase: false,
      prevout: { scriptpubkey: '', scriptpubkey_type: 'v0_p2wpkh', scriptpubkey_address: 'you', value: 10 },
    },
    { txid: 'cd'.repeat(32), vout: 1, is_coinbase: false, prevout: null },
  ]);
  expect(short.vout.slice(0, 3)).toEqual([
    { scriptpubkey: '', scriptpubkey_type: 'op_return', value: 0, message: 'A'.repeat(200) },
    { scriptpubkey: '', scriptpubkey_type: 'multisig', value: 3, marks: [{ kind: 'multisig', m: 1, n: 2 }] },
    { scriptpubkey: '21bbac', scriptpubkey_type: 'p2pk', value: 5 },
  ]);
  const whole = listed(tx, undefined, undefined, Number.POSITIVE_INFINITY);
  expect(whole.vout[1]).toEqual({ scriptpubkey: '', scriptpubkey_type: 'multisig', value: 3 });
  expect([whole.vin.length, whole.vout.length, whole.net, whole.ownType]).toEqual([30, 42, undefined, undefined]);
});

test('applies live updates to a loaded transaction', () => {
  const tx = sampleTx('cd'.repeat(32), { now: 0 });
  expect(txView(undefined, { txid: 'x', spent: {} })).toBeUndefined();
  const view = txView(
    { tx, outspends: [] },
    { txid: tx.txid, spent: { '0': { txid: 'ee', vin: 2 } }, position: { block: 1, vsize: 5 } },
  );
  expect(view).toMatchObject({
    position: { block: 1 },
    outspends: [{ spent: true, txid: 'ee', vin: 2 }, { spent: false }],
  });
  const mined = txView(
    { tx, outspends: [] },
    { txid: tx.txid, spent: {}, position: { block: 1, vsize: 5 }, block: block(9) },
  );
  expect(mined?.tx.status).toMatchObject({ confirmed: true, block_height: 9 });
  expect(mined?.position).toBeUndefined();
});

test('finds the projected block of a fee rate', () => {
  const projected = (low: number, high: number): MempoolBlock => ({
    blockSize: 1,
    blockVSize: 1_000_000,
    nTx: 1,
    totalFees: 1,
    medianFee: low,
    feeRange: [low, high],
  });
  const blocks = [projected(20, 50), projected(10, 20), projected(1, 10)];
  expect(estimatePosition(30, blocks)?.block).toBe(0);
  expect(estimatePosition(12, blocks)?.block).toBe(1);
  expect(estimatePosition(0.1, blocks)?.block).toBe(2);
  expect(estimatePosition(5, [])).toBeUndefined();
});
