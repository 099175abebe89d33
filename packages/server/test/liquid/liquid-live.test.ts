import { join } from 'node:path';
import {
  type BackendInfo,
  type Endpoint,
  errorCatalog,
  type MempoolBlock,
  type Outspend,
  type Status,
} from '@glassblock/contract';
import {
  type LiquidAddressInfo,
  type LiquidBlock,
  type LiquidFrame,
  LiquidInitData,
  type LiquidRecentTx,
  type LiquidTx,
  liquidEndpoints,
  type NativeAsset,
} from '@glassblock/contract/liquid';
import { addressOf, displayHash, fromHex, scriptHash, toHex } from '@glassblock/primitives';
import { elementsNetworks, readWholeElementsTransaction } from '@glassblock/primitives/elements';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordedMempool } from '../../../node/test/support/recorded-elements-node.ts';
import { check } from '../../src/cli/check.ts';
import { exportCopy } from '../../src/cli/export.ts';
import { loadConfig } from '../../src/config/config.ts';
import { eventsUntil, newestEvent, type SentEvent } from '../support/event-stream.ts';
import { api, assets, chain, expectShape, gold, type LiquidSite, openLiquidSite, tip } from '../support/liquid-site.ts';
import type { TestSocket } from '../support/test-explorer.ts';

const { liquidregtest } = elementsNetworks;
const native = displayHash(liquidregtest.nativeAsset);

let site: LiquidSite;
let node: LiquidSite['node'];
let explorer: LiquidSite['explorer'];
const read: LiquidSite['read'] = (id, path) => site.read(id, path);
const atHeight = (height: number) => site.atHeight(height);
beforeAll(async () => {
  site = await openLiquidSite();
  ({ node, explorer } = site);
});

afterAll(() => site.close());

const next = async (socket: TestSocket, test: (frame: LiquidFrame) => boolean) =>
  (await socket.next((frame) => test(frame as unknown as LiquidFrame))) as unknown as LiquidFrame;

describe('the mempool of a Liquid network', () => {
  const pending = recordedMempool.hex.map((hex) => readWholeElementsTransaction(fromHex(hex)));

  it('has transactions, spends, totals and fees of the recorded mempool, and loses them again', async () => {
    node.setMempool(true);
    await explorer.until<string[]>(api('/mempool/txids'), (ids) => ids.length === pending.length);
    const stats = await read<{ count: number; total_fee: number }>('mempool', '/mempool');
    const fees = Object.values(recordedMempool.entries).reduce((sum, { fee }) => sum + fee, 0);
    expect([stats.count, stats.total_fee]).toEqual([pending.length, fees]);
    const recent = await read<LiquidRecentTx[]>('mempoolRecent', '/mempool/recent');
    await expectPrevouts(pending);
    for (const { txid, fee, vsize, discount_vsize } of recent) {
      const { weight, discount_vsize: discount } = await explorer.get<LiquidTx>(api(`/tx/${txid}`));
      expect([fee, vsize, discount_vsize]).toEqual([
        recordedMempool.entries[txid]!.fee,
        Math.ceil(weight / 4),
        discount,
      ]);
    }
    for (const tx of pending) {
      const txid = displayHash(tx.txid);
      const answer = await read<LiquidTx>('tx', `/tx/${txid}`);
      expect(answer.status).toEqual({ confirmed: false } satisfies Status);
      expect(answer.fee).toBe(recordedMempool.entries[txid]!.fee);
      expect(answer.vin.every(({ prevout }) => prevout !== null)).toBe(true);
      expect(await explorer.get(api(`/tx/${txid}/hex`))).toBe(toHex(tx.raw));
      const [input] = tx.inputs();
      const outspend = await explorer.get<Outspend>(
        api(`/tx/${displayHash(input!.prevTxid)}/outspend/${input!.prevVout}`),
      );
      expect(outspend).toEqual({ spent: true, txid, vin: 0, status: { confirmed: false } });
      const script = tx.outputs().find(({ isFee, script: bytes }) => !isFee && bytes[0] !== 0x6a)!.script;
      const hash = toHex(scriptHash(script));
      const info = await read<LiquidAddressInfo>('scripthash', `/scripthash/${hash}`);
      expect(info.mempool_stats.funded_txo_count).toBeGreaterThan(0);
      const txs = await read<LiquidTx[]>('scripthashTxsMempool', `/scripthash/${hash}/txs/mempool`);
      expect(txs.map((one) => one.txid)).toContain(txid);
    }
    const asset = await read<NativeAsset>('asset', `/asset/${native}`);
    expect(asset.mempool_stats.peg_out_count).toBe(1);
    expect(await read('feesRecommended', '/v1/fees/recommended')).toEqual({
      fastestFee: 0.1,
      halfHourFee: 0.1,
      hourFee: 0.1,
      economyFee: 0.1,
      minimumFee: 0.1,
    });
    const [next, ...later] = await read<MempoolBlock[]>('feesMempoolBlocks', '/v1/fees/mempool-blocks');
    expect([next!.nTx, next!.totalFees, later]).toEqual([pending.length, fees, []]);
    expect(next!.blockVSize).toBe(pending.reduce((sum, { weight }) => sum + weight, 0) / 4);
    // a child with its parent, by their sizes with discount: without it they pay a tenth of that
    expect(next!.feeRange.at(-1)).toBeCloseTo((10_262 + 10_000) / (325.5 + 257), 9);
    const child = displayHash(pending.at(-1)!.txid);
    const parent = displayHash(pending[2]!.txid);
    expect(await read('v1Cpfp', `/v1/cpfp/${child}`)).toMatchObject({
      ancestors: [{ txid: parent, fee: 10_262, weight: 1_302 }],
      descendants: [],
      effectiveFeePerVsize: next!.feeRange.at(-1),
    });
    expect(await read('v1Cpfp', `/v1/cpfp/${parent}`)).toMatchObject({ descendants: [{ txid: child }] });
    expect(await read('v1Cpfp', `/v1/cpfp/${'11'.repeat(32)}`)).toEqual({ ancestors: [] });
    expect(await read('v1TransactionTimes', `/v1/transaction-times?txId[]=${'11'.repeat(32)}`)).toEqual([0]);
    const start = await read<LiquidInitData>('initData', '/v1/init-data');
    expect(start['mempool-blocks']).toEqual([next]);
    expect(start.transactions!.map(({ txid }) => txid)).toEqual(recent.map(({ txid }) => txid).slice(0, 6));
    expect(start.blocks!.at(-1)!.height).toBe(tip);
    expect(await read('feeEstimates', '/fee-estimates')).toEqual({});
    expect((await read<Record<string, number>>('v1FeeEstimates', '/v1/fee-estimates'))['1']).toBe(0.1);
    expect(await read('difficultyAdjustment', '/v1/difficulty-adjustment')).toMatchObject({
      difficultyChange: null,
      remainingBlocks: 2016 - tip,
    });
    expect(await read('state', '/glass/v1/state')).toMatchObject({
      node: { state: 'ready' },
      index: { height: tip, synced: true },
      assetRegistry: { source: 'file', assets: 4, sentence: 'The asset registry is up to date.' },
    });
    node.setMempool(false);
    await explorer.until<string[]>(api('/mempool/txids'), (ids) => ids.length === 0);
  });

  /** Outputs that the mempool spends are unspent in the chain; so are those it creates. */
  async function expectPrevouts(txs: typeof pending): Promise<void> {
    const inputs = txs.flatMap((tx) => tx.inputs());
    const spent = chain[17]!.txs[1]!.inputs()[0]!;
    const outpoints = [...inputs, spent].map(({ prevTxid, prevVout: vout }) => ({ txid: displayHash(prevTxid), vout }));
    const asked = [...outpoints, { txid: '77'.repeat(32), vout: 0 }, { ...outpoints[0]!, vout: 99 }];
    const { text } = await explorer.post(api('/v1/prevouts'), JSON.stringify(asked));
    const answer = JSON.parse(text) as ({ prevout: unknown; unconfirmed: boolean } | null)[];
    expectShape('v1Prevouts', answer);
    const expected = [];
    for (const { txid } of txs) {
      const { vin } = await read<LiquidTx>('tx', `/tx/${displayHash(txid)}`);
      expected.push(...vin.map(({ prevout, txid: parent }) => ({ prevout, unconfirmed: isPending(parent) })));
    }
    expect(answer).toEqual([...expected, null, null, null]);
    expect(await explorer.post(api('/v1/prevouts'), '[{"txid":"zz","vout":0}]')).toMatchObject({ status: 400 });
  }
  const isPending = (txid: string) => pending.some((tx) => displayHash(tx.txid) === txid);

  it('POST /tx sends to the node, and passes its refusal on', async () => {
    const sent = await explorer.post(api('/tx'), recordedMempool.hex[0]!);
    expect([sent.status, sent.text]).toEqual([200, displayHash(pending[0]!.txid)]);
    const refused = await explorer.post(api('/tx'), '00');
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('TX decode failed');
    expect((await explorer.post(api('/tx'), 'no hex')).status).toBe(400);
    const legacy = await explorer.status(api(`/broadcast?tx=${recordedMempool.hex[0]}`));
    expect(legacy).toMatchObject({ status: 200, text: sent.text });
    expect(await explorer.status(api('/broadcast'))).toMatchObject({ status: 400, text: 'Missing tx' });
  });
});

describe('the socket of a Liquid network', () => {
  it('sends the start object, blocks, reorgs, confirmations and mempool figures', async () => {
    const socket = await explorer.socket('/liquidregtest');
    const last = chain[tip]!.txs[1]!;
    const [pending] = recordedMempool.hex.map((hex) => readWholeElementsTransaction(fromHex(hex)));
    const events = `${explorer.url}/liquidregtest/api/glass/v1/events`;
    const before = await newestEvent(events);
    let added: SentEvent[] = [];
    const nth = (kind: string) => {
      let count = 0;
      return ({ event }: SentEvent) => event === kind && ++count === recordedMempool.hex.length;
    };
    const paid = pending!.outputs().find(({ isFee }) => !isFee)!.script;
    try {
      socket.send({ action: 'init' });
      const start = await next(socket, ({ blocks }) => blocks !== undefined);
      expect(start.blocks!.map(({ height }) => height)).toEqual(Array.from({ length: 8 }, (_, i) => tip - 7 + i));
      expect([...Value.Errors(liquidEndpoints.blocks.answer, start.blocks)]).toEqual([]);
      expect(start.fees?.minimumFee).toBe(0.1);
      expect([start['mempool-blocks'], start.transactions, start.da?.difficultyChange]).toEqual([[], [], null]);
      expect([...Value.Errors(LiquidInitData, start)]).toEqual([]);
      socket.send({ action: 'ping' });
      expect(await next(socket, ({ pong }) => pong === true)).toEqual({ pong: true });
      const address = addressOf(paid, liquidregtest);
      socket.send({
        action: 'want',
        data: ['blocks', 'stats', 'mempool-blocks'],
        'track-tx': displayHash(last.txid),
        'track-asset': gold,
        'track-address': address,
      });
      await next(socket, ({ mempoolInfo }) => mempoolInfo !== undefined);
      node.setTip(tip - 1);
      const stale = await next(socket, ({ blocks }) => blocks !== undefined);
      expect(stale.blocks!.at(-1)!.height).toBe(tip - 1);
      node.setTip(tip);
      const connected = await next(socket, ({ block }) => block !== undefined);
      expect([connected.block!.height, connected.txConfirmed]).toEqual([tip, displayHash(last.txid)]);
      node.setMempool(true);
      const news = await next(socket, (frame) => frame['address-transactions'] !== undefined);
      const ids = news['address-transactions']!.map(({ txid }) => txid);
      const ofGold = recordedMempool.hex
        .map((hex) => readWholeElementsTransaction(fromHex(hex)))
        .find((tx) => tx.outputs().some(({ assetId }) => assetId !== undefined && displayHash(assetId) === gold));
      expect(ids).toEqual(expect.arrayContaining([displayHash(pending!.txid), displayHash(ofGold!.txid)]));
      expect(news.mempoolInfo).toBeDefined();
      expect(news['mempool-blocks']!.map(({ nTx }) => nTx)).toEqual([recordedMempool.hex.length]);
      added = await eventsUntil(events, before, nth('tx-added'));
      // the mempool is recorded every two seconds: that of a test before may be removed only now
      const own = added.filter(({ event }) => event !== 'tx-removed');
      const kinds = ['block-disconnected', 'block-connected', ...recordedMempool.hex.map(() => 'tx-added')];
      expect(own.map(({ event }) => event)).toEqual(kinds);
      expect(own[0]!.data).toMatchObject({ height: tip, hash: displayHash(chain[tip]!.hash) });
    } finally {
      node.setMempool(false);
      node.setTip(tip);
      socket.close();
    }
    await atHeight(tip);
    await explorer.until<string[]>(api('/mempool/txids'), (ids) => ids.length === 0);
    const gone = await eventsUntil(events, added.at(-1)!.id, nth('tx-removed'));
    // the recorded node does not mine them
    expect(gone.map(({ event, data }) => `${event} ${data['reason']}`)).toEqual(
      recordedMempool.hex.map(() => 'tx-removed unknown'),
    );
  });

  it('ends at the first frame that is not JSON, and ignores unknown commands', async () => {
    const socket = await explorer.socket('/liquidregtest');
    socket.send({ 'track-asset': 5, nothing: true, 'track-address': 'nonsense' });
    socket.send({ action: 'ping' });
    expect(await next(socket, ({ pong }) => pong === true)).toEqual({ pong: true });
    socket.send('no json');
    await socket.closed();
  });
});

describe('a Liquid network over time', () => {
  it('follows a reorg: stale blocks, totals of assets, and back', async () => {
    const [stale] = chain.slice(-1);
    node.setTip(14);
    await atHeight(14);
    expect(await explorer.get(api(`/asset/${gold}/supply`))).toBe('100000000000');
    expect(await explorer.status(api(`/asset/${assets['in_dynafed']!.asset}`))).toMatchObject({ status: 404 });
    const hash = displayHash(stale!.hash);
    expect(await explorer.get(api(`/block/${hash}/status`))).toEqual({
      in_best_chain: false,
      height: null,
      next_best: null,
    });
    expect(await explorer.get<LiquidBlock>(api(`/v1/block/${hash}`))).toMatchObject({ stale: true });
    expect(await read('blockTxids', `/block/${hash}/txids`)).toEqual(stale!.txs.map(({ txid }) => displayHash(txid)));
    const socket = await explorer.socket('/liquidregtest');
    socket.send({ 'track-asset': gold });
    socket.send({ action: 'ping' });
    await next(socket, ({ pong }) => pong === true);
    node.setTip(17);
    const payment = displayHash(chain[17]!.txs[1]!.txid);
    await next(socket, (frame) => frame['block-transactions']?.some(({ txid }) => txid === payment) === true);
    socket.close();
    node.setTip(tip);
    await atHeight(tip);
    expect(await explorer.get(api(`/asset/${gold}/supply`))).toBe('124300000000');
    expect(await explorer.get<LiquidBlock>(api(`/v1/block/${hash}`))).toMatchObject({ stale: false });
  });

  it('exports its index while it serves it', async () => {
    const config = loadConfig(site.flags, {});
    const copy = join(config.dataDir!, 'copy');
    const lines: string[] = [];
    const terminal = {
      say: (line: string) => void lines.push(line),
      progress: () => undefined,
      ask: async () => undefined,
    };
    await exportCopy(config, copy, terminal);
    expect(await check(config, { whole: true, index: copy }, terminal)).toBe(true);
    expect(lines.filter((line) => line.startsWith(`Checked ${chain.length} blocks`))).toHaveLength(1);
    await expect(check(config, {}, terminal)).rejects.toThrow('is in use: stop the server first');
  });

  it('starts again from its directory, without reading the chain again', async () => {
    const calls = node.calls.length;
    await site.restart();
    ({ explorer } = site);
    const again = node.calls.slice(calls);
    expect(again.filter((call) => call === 'getblock' || call.startsWith('/rest/block/'))).toEqual([]);
  });

  it('answers malformed requests without an internal error', async () => {
    const words = [
      '',
      '%00',
      '../..',
      'ff'.repeat(32),
      'zz',
      '-1',
      '1e9',
      '99999999999999999999',
      '%E0%A4%A',
      'a'.repeat(300),
    ];
    for (const endpoint of Object.values<Endpoint>(liquidEndpoints)) {
      for (const word of words) {
        const path = endpoint.path.replace(/:\w+/g, word);
        const { status, text } = await explorer.status(`/liquidregtest${path}`, {
          method: endpoint.method,
          ...(endpoint.method === 'POST' ? { body: word } : {}),
        });
        const documented = endpoint.errors.map((code) => errorCatalog[code]).filter((row) => row.status === 500);
        if (documented.some((row) => text === row.text || text === JSON.stringify({ error: row.text }))) continue;
        expect(status, `${endpoint.method} ${path} ${text}`).not.toBe(500);
      }
    }
    expect(explorer.faults).toEqual([]);
  });

  it('is ready, and has no routes of Bitcoin networks', async () => {
    expect((await explorer.status('/readyz')).status).toBe(200);
    expect((await explorer.status(api('/v1/mining/pools/1w'))).status).toBe(404);
    for (const path of ['blocks-bulk/1/2', 'chain-tips', 'stale-tips', 'stale-tips/5']) {
      const { status, text } = await explorer.status(api(`/v1/${path}`));
      expect([path, status, text]).toEqual([path, 404, '{"error":"This API is only available for Bitcoin networks"}']);
    }
    const backend = await read<BackendInfo>('backendInfo', '/v1/backend-info');
    expect(backend).toMatchObject({ coreVersion: '/Elements Core:23.4.0/', lightning: false });
    // alone, it is the root network too
    expect(await explorer.get('/api/blocks/tip/height')).toBe(String(tip));
  });

  it('serves indexed data while the node is away', async () => {
    await node.stop();
    expect(await explorer.get(api('/blocks/tip/height'))).toBe(String(tip));
    const hash = displayHash(chain[20]!.hash);
    expect(await read('blockTxids', `/block/${hash}/txids`)).toHaveLength(chain[20]!.txCount);
    // the mempool of the last second may still answer
    const unknown = api(`/tx/${'11'.repeat(32)}`);
    await explorer.until<string>(unknown, (text) => text !== 'Transaction not found');
    expect(await explorer.status(unknown)).toMatchObject({ status: 503 });
  });
});
