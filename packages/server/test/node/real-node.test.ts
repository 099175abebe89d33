import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  AddressInfo,
  Block,
  BlockExt,
  CpfpInfo,
  InitData,
  MempoolBlock,
  NetworkState,
  Outspend,
  RecommendedFees,
  Tx,
  TxExt,
  Utxo,
} from '@glassblock/contract';
import { fieldsOf } from '@glassblock/node';
import { type RealNode, startRealNode } from '@glassblock/node/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestExplorer, type TestExplorer } from '../support/test-explorer.ts';

let node: RealNode;
let explorer: TestExplorer;
let directory: string;

const start = () => startTestExplorer({ node: node.url, network: 'regtest', dataDir: directory });
/** Waits until index and mempool are in sync with the node. */
async function settled(): Promise<void> {
  const height = await node.client.rpc('getblockcount');
  const info = fieldsOf(await node.client.rpc('getmempoolinfo'), 'getmempoolinfo');
  const is = (state: NetworkState) =>
    state.index.height === height && state.index.synced && state.mempool.synced && state.mempool.count === info['size'];
  await explorer.until<NetworkState>('/api/glass/v1/state', is);
  await explorer.until<string>('/api/blocks/tip/hash', (tip) => tip.length === 64);
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'glassblock-data-'));
  node = await startRealNode();
  await node.mine(110);
  explorer = await start();
  await settled();
});
afterAll(async () => {
  await explorer?.stop();
  await node?.stop();
  await rm(directory, { recursive: true, force: true });
  expect(explorer.faults).toEqual([]);
});

describe('explorer on a real node', () => {
  it('answers blocks as the node does', async () => {
    const tip = String(await node.client.rpc('getbestblockhash'));
    expect(await explorer.get<string>('/api/blocks/tip/hash')).toBe(tip);
    expect(await explorer.get<string>('/api/blocks/tip/height')).toBe('110');
    expect(await explorer.get<string>('/api/block-height/0')).toBe(await node.client.rpc('getblockhash', 0));
    const theirs = fieldsOf(await node.client.rpc('getblock', tip), 'getblock');
    const block = await explorer.get<Block>(`/api/block/${tip}`);
    expect(block).toEqual({
      id: tip,
      height: 110,
      version: theirs['version'],
      timestamp: theirs['time'],
      tx_count: 1,
      size: theirs['size'],
      weight: theirs['weight'],
      merkle_root: theirs['merkleroot'],
      previousblockhash: theirs['previousblockhash'],
      mediantime: theirs['mediantime'],
      nonce: theirs['nonce'],
      bits: Number.parseInt(String(theirs['bits']), 16),
      difficulty: theirs['difficulty'],
    });
    const list = await explorer.get<Block[]>('/api/blocks/5');
    expect(list.map(({ height }) => height)).toEqual([5, 4, 3, 2, 1, 0]);
    expect(list.at(-1)?.previousblockhash).toBeNull();
    expect(await explorer.get(`/api/block/${tip}/header`)).toBe(await node.client.rpc('getblockheader', tip, false));
    expect(await explorer.get(`/api/block/${tip}/status`)).toEqual({
      in_best_chain: true,
      height: 110,
      next_best: null,
    });
    expect((await explorer.get<BlockExt[]>('/api/v1/blocks')).map(({ height }) => height)).toHaveLength(15);
  });

  it('shows a payment in the mempool, then in its block, on address, outspends and unspent outputs', async () => {
    const address = await node.newAddress('bech32m');
    const socket = await explorer.socket();
    socket.send({ 'track-address': address });
    socket.send({ action: 'ping' });
    await socket.next((frame) => frame.pong === true);
    const txid = await node.pay(address, 0.75, { feeRate: 7 });
    const live = await socket.next((frame) => 'address-transactions' in frame);
    expect(live['address-transactions']?.map((tx) => tx.txid)).toEqual([txid]);

    const pending = await explorer.get<Tx>(`/api/tx/${txid}`);
    expect(pending.status).toEqual({ confirmed: false });
    const decoded = fieldsOf(await node.client.rpc('getrawtransaction', txid, 1), 'getrawtransaction');
    expect(pending).toMatchObject({
      version: decoded['version'],
      locktime: decoded['locktime'],
      size: decoded['size'],
      weight: decoded['weight'],
    });
    const entry = fieldsOf(await node.client.rpc('getmempoolentry', txid), 'getmempoolentry');
    expect(pending.fee).toBe(Math.round(Number(fieldsOf(entry['fees'], 'fees')['base']) * 1e8));
    expect(await explorer.get(`/api/tx/${txid}/hex`)).toBe(await node.client.rpc('getrawtransaction', txid));
    const before = await explorer.get<AddressInfo>(`/api/address/${address}`);
    expect(before.mempool_stats).toMatchObject({ tx_count: 1, funded_txo_sum: 75_000_000 });
    expect(before.chain_stats.tx_count).toBe(0);
    expect(await explorer.get<Utxo[]>(`/api/address/${address}/utxo`)).toMatchObject([
      { txid, value: 75_000_000, status: { confirmed: false } },
    ]);
    expect(await explorer.get<string[]>('/api/mempool/txids')).toContain(txid);
    const [projected] = await explorer.until<MempoolBlock[]>(
      '/api/v1/fees/mempool-blocks',
      (blocks) => blocks.length > 0,
    );
    expect(projected).toMatchObject({ nTx: 1, totalFees: pending.fee });
    expect(await explorer.get<RecommendedFees>('/api/v1/fees/recommended')).toMatchObject({
      fastestFee: 1,
      minimumFee: 1,
    });

    const [hash] = await node.mine(1);
    const mined = await socket.next((frame) => 'block-transactions' in frame);
    expect(mined['block-transactions']).toMatchObject([{ txid, status: { confirmed: true, block_hash: hash } }]);
    socket.close();
    await settled();
    const confirmed = await explorer.get<Tx>(`/api/tx/${txid}`);
    expect(confirmed).toEqual({ ...pending, status: confirmed.status });
    expect(confirmed.status).toMatchObject({ confirmed: true, block_hash: hash });
    const after = await explorer.get<AddressInfo>(`/api/address/${address}`);
    expect(after.chain_stats).toEqual({
      tx_count: 1,
      funded_txo_count: 1,
      funded_txo_sum: 75_000_000,
      spent_txo_count: 0,
      spent_txo_sum: 0,
    });
    expect(after.mempool_stats.tx_count).toBe(0);
    const [first] = confirmed.vin;
    const spends = await explorer.get<Outspend[]>(`/api/tx/${first!.txid}/outspends`);
    expect(spends[first!.vout]).toMatchObject({ spent: true, txid, vin: 0, status: { confirmed: true } });
    const history = await explorer.get<Tx[]>(`/api/address/${address}/txs`);
    expect(history.map((tx) => tx.txid)).toEqual([txid]);
    expect(await explorer.get<Tx[]>(`/api/address/${address}/txs/chain/${txid}`)).toEqual([]);
  });

  it("returns block statistics equal to the node's", async () => {
    for (let i = 0; i < 4; i++) await node.pay(await node.newAddress(), 0.01 * (i + 1), { feeRate: 3 + i * 5 });
    const [hash] = await node.mine(1);
    await settled();
    const { extras } = await explorer.get<BlockExt>(`/api/v1/block/${hash}`);
    const stats = fieldsOf(await node.client.rpc('getblockstats', hash), 'getblockstats');
    expect(extras).toMatchObject({
      totalFees: stats['totalfee'],
      avgFee: stats['avgfee'],
      avgFeeRate: stats['avgfeerate'],
      totalInputs: stats['ins'],
      totalOutputs: stats['outs'],
      totalOutputAmt: stats['total_out'],
      segwitTotalTxs: stats['swtxs'],
      segwitTotalSize: stats['swtotal_size'],
      segwitTotalWeight: stats['swtotal_weight'],
      utxoSetChange: stats['utxo_increase'],
      reward: Number(stats['subsidy']) + Number(stats['totalfee']),
    });
  });

  it('sends a replacement with its cause', async () => {
    const socket = await explorer.socket();
    const txid = await node.pay(await node.newAddress(), 0.2, { feeRate: 2 });
    await explorer.until<string[]>('/api/mempool/txids', (ids) => ids.includes(txid));
    socket.send({ action: 'want', data: ['stats'], 'track-tx': txid });
    const place = await socket.next((frame) => frame.txPosition !== undefined);
    expect(place.txPosition).toMatchObject({ txid, position: { block: 0 } });
    const feeds = await explorer.socket();
    feeds.send({ 'track-rbf': 'all', 'track-rbf-summary': true });
    expect(await feeds.next((frame) => frame.rbfLatest !== undefined)).toMatchObject({ rbfLatestSummary: [] });
    const bumped = fieldsOf(await node.client.rpc('bumpfee', txid), 'bumpfee');
    const replaced = await socket.next((frame) => frame.rbfTransaction !== undefined);
    expect(replaced.rbfTransaction).toEqual({ txid: bumped['txid'] });
    const newest = String(bumped['txid']);
    const { rbfInfo: tree } = await socket.next((frame) => frame.rbfInfo !== undefined);
    const { rbfLatest, rbfLatestSummary } = await feeds.next((frame) => frame.rbfLatest?.[0]?.tx.txid === newest);
    expect(rbfLatestSummary?.map((entry) => entry.txid)).toEqual([newest]);
    expect(tree).toMatchObject({
      tx: { txid: newest, rbf: true, fullRbf: false },
      fullRbf: false,
      replaces: [{ tx: { txid, rbf: true }, fullRbf: false, replaces: [] }],
    });
    expect(tree!.replaces[0]!.interval).toBeGreaterThanOrEqual(0);
    expect(rbfLatest![0]).toEqual(tree);
    expect(rbfLatestSummary![0]).toMatchObject({ mined: false, fullRbf: false, oldFee: tree!.replaces[0]!.tx.fee });
    expect(await explorer.get(`/api/v1/tx/${txid}/rbf`)).toEqual({ replacements: tree, replaces: null });
    expect(await explorer.get(`/api/v1/tx/${newest}/rbf`)).toEqual({ replacements: tree, replaces: [txid] });
    expect(await explorer.get('/api/v1/replacements')).toEqual([tree]);
    expect(await explorer.get(`/api/v1/replacements/${txid}`)).toEqual([]);
    expect(await explorer.get('/api/v1/fullrbf/replacements')).toEqual([]);
    expect(await explorer.get<TxExt>(`/api/v1/tx/${txid}/cached`)).toMatchObject({
      txid,
      fee: tree!.replaces[0]!.tx.fee,
    });
    expect(await explorer.status(`/api/v1/tx/${newest}/cached`)).toMatchObject({ status: 204, text: '' });
    expect((await explorer.get<InitData>('/api/v1/init-data')).rbfSummary).toEqual(rbfLatestSummary);
    const late = await explorer.socket();
    late.send({ 'track-tx': txid, 'watch-mempool': true });
    expect(await late.next((frame) => frame.txReplaced !== undefined)).toMatchObject({ txReplaced: { txid: newest } });
    late.close();
    feeds.close();
    expect((await explorer.status(`/api/tx/${txid}`)).status).toBe(404);
    socket.close();
    await node.mine(1);
    await settled();
  });

  it('returns the package of a transaction, in the mempool and in its block', async () => {
    const parent = await node.pay(await node.newAddress(), 0.3, { feeRate: 2 });
    await explorer.until<string[]>('/api/mempool/txids', (ids) => ids.includes(parent));
    const { vout, fee: parentFee, weight: parentWeight } = await explorer.get<Tx>(`/api/tx/${parent}`);
    const at = vout.findIndex(({ value }) => value === 30_000_000);
    const outputs = [{ [await node.newAddress()]: 0.29 }];
    const options = { inputs: [{ txid: parent, vout: at }], add_inputs: false };
    const child = String(fieldsOf(await node.client.rpc('send', outputs, null, 'unset', 60, options), 'send')['txid']);
    const { fee, weight } = await explorer
      .until<Tx>(`/api/tx/${child}`, (tx) => tx?.txid === child)
      .then(() => {
        return explorer.get<Tx>(`/api/tx/${child}`);
      });
    const rate = (parentFee + fee) / ((parentWeight + weight) / 4);
    const relative = { txid: parent, fee: parentFee, weight: parentWeight };
    await explorer.until<CpfpInfo>(`/api/v1/cpfp/${child}`, ({ cluster }) => cluster !== undefined);
    const info = await explorer.get<CpfpInfo>(`/api/v1/cpfp/${child}`);
    expect(info).toMatchObject({
      ancestors: [relative],
      descendants: [],
      bestDescendant: null,
      fee,
      adjustedVsize: weight / 4,
      cluster: {
        txs: [
          { ...relative, parents: [] },
          { txid: child, fee, weight, parents: [0] },
        ],
        chunks: [{ txs: [0, 1] }],
        chunkIndex: 0,
      },
    });
    expect(info.effectiveFeePerVsize).toBeCloseTo(rate);
    expect(await explorer.get<CpfpInfo>(`/api/v1/cpfp/${parent}`)).toMatchObject({
      ancestors: [],
      descendants: [{ txid: child, fee, weight }],
    });
    await node.mine(1);
    await settled();
    const mined = await explorer.get<CpfpInfo>(`/api/v1/cpfp/${parent}`);
    expect(mined).toMatchObject({ ancestors: [], descendants: [{ txid: child, fee, weight }] });
    expect(mined.effectiveFeePerVsize).toBeCloseTo(rate);
    expect((await explorer.get<CpfpInfo>(`/api/v1/cpfp/${child}`)).ancestors).toEqual([relative]);
    expect(await explorer.get(`/api/v1/cpfp/${'cd'.repeat(32)}`)).toEqual({ ancestors: [] });
    expect(await explorer.status('/api/v1/cpfp/x')).toMatchObject({ status: 400 });
  });

  it('follows a reorg and keeps the stale block by its hash', async () => {
    const address = await node.newAddress();
    const txid = await node.pay(address, 0.5);
    const [stale] = await node.mine(1);
    await settled();
    const socket = await explorer.socket();
    socket.send({ action: 'want', data: ['blocks'] });
    await socket.next((frame) => frame.blocks !== undefined);
    await node.client.rpc('invalidateblock', stale);
    await explorer.until<AddressInfo>(
      `/api/address/${address}`,
      (info) => info.chain_stats.tx_count === 0 && info.mempool_stats.tx_count === 1,
    );
    await socket.next((frame) => frame.blocks !== undefined);
    expect(await explorer.get(`/api/block/${stale}/status`)).toEqual({
      in_best_chain: false,
      height: null,
      next_best: null,
    });
    expect(await explorer.get<BlockExt>(`/api/v1/block/${stale}`)).toMatchObject({ id: stale, stale: true });
    const hashes = await node.mine(2);
    await settled();
    expect(await explorer.get<Tx>(`/api/tx/${txid}`)).toMatchObject({
      status: { confirmed: true, block_hash: hashes[0] },
    });
    socket.close();
  });

  it('sends start data, wanted feeds and blocks as they are mined', async () => {
    const socket = await explorer.socket();
    socket.send({ action: 'init' });
    const init = (await socket.next((frame) => frame.backendInfo !== undefined)) as InitData;
    const rest = await explorer.get<InitData>('/api/v1/init-data');
    expect(Object.keys(init).sort()).toEqual(Object.keys(rest).sort());
    expect(init.blocks?.map(({ id }) => id)).toEqual(rest.blocks?.map(({ id }) => id));
    socket.send({ action: 'want', data: ['blocks', 'mempool-blocks', 'stats'] });
    await socket.next(
      (frame) => frame.blocks !== undefined && frame['mempool-blocks'] !== undefined && frame.mempoolInfo !== undefined,
    );
    const [hash] = await node.mine(1);
    // Earlier blocks may still be pending, each until its audit.
    const news = await socket.next((frame) => frame.block?.id === hash);
    expect(news.da).toBeDefined();
    socket.close();
    await settled();
  });

  it('streams a projected block as a list and then as deltas in sequence', async () => {
    const socket = await explorer.socket();
    const first = await node.pay(await node.newAddress(), 0.01);
    await explorer.until<MempoolBlock[]>('/api/v1/fees/mempool-blocks', (blocks) => blocks[0]?.nTx === 1);
    socket.send({ 'track-mempool-block': 0 });
    const full = (await socket.next((frame) => frame['projected-block-transactions'] !== undefined))[
      'projected-block-transactions'
    ]!;
    if (!('blockTransactions' in full)) throw new Error('the first message must be the whole list');
    expect(full.blockTransactions.map(([txid]) => txid)).toEqual([first]);
    const second = await node.pay(await node.newAddress(), 0.02, { feeRate: 9 });
    // A projection between the list and the payment has its own number and no changes.
    for (let sequence = full.sequence + 1; ; sequence++) {
      const change = (await socket.next((frame) => 'delta' in (frame['projected-block-transactions'] ?? {})))[
        'projected-block-transactions'
      ]!;
      if (!('delta' in change)) throw new Error('a change was expected');
      expect(change.sequence).toBe(sequence);
      expect(change.delta.removed).toEqual([]);
      if (change.delta.added.length === 0) continue;
      expect(change.delta.added.map(([txid]) => txid)).toEqual([second]);
      break;
    }
    socket.close();
    await node.mine(1);
    await settled();
  });

  it('broadcasts, and forwards rejections of the node', async () => {
    const raw = String(await node.client.rpc('createrawtransaction', [], [{ [await node.newAddress()]: 0.1 }]));
    const funded = fieldsOf(await node.client.rpc('fundrawtransaction', raw), 'fundrawtransaction');
    const signed = fieldsOf(await node.client.rpc('signrawtransactionwithwallet', funded['hex']), 'signed');
    const sent = await explorer.post('/api/tx', String(signed['hex']));
    expect(sent.status).toBe(200);
    expect(await node.client.rpc('getmempoolentry', sent.text)).toBeDefined();
    const garbage = await explorer.post('/api/tx', 'zz');
    expect(garbage.status).toBe(400);
    const orphan = await node.client.rpc('createrawtransaction', [{ txid: '11'.repeat(32), vout: 0 }], []);
    const refused = await explorer.post('/api/tx', String(orphan));
    expect(refused.status).toBe(400);
    expect(refused.text).toMatch(/^sendrawtransaction RPC error: \{"code":-2\d,"message":"/);
    await node.mine(1);
    await settled();
  });

  it('resumes after a restart, and shows a notice while the node is unavailable', async () => {
    await explorer.stop();
    const [hash] = await node.mine(3);
    explorer = await start();
    await settled();
    expect(await explorer.get<BlockExt>(`/api/v1/block/${hash}`)).toMatchObject({ stale: false });
    const tip = await explorer.get<string>('/api/blocks/tip/hash');
    await node.restart(async () => {
      const state = await explorer.until<NetworkState>(
        '/api/glass/v1/state',
        ({ node: { state } }) => state === 'away',
      );
      expect(state.node.sentence).toBe('The node does not answer.');
      expect(await explorer.get<string>('/api/blocks/tip/hash')).toBe(tip);
      expect((await explorer.status(`/api/block/${'00'.repeat(32)}`)).status).toBe(404);
      expect(await explorer.post('/api/tx', '00')).toMatchObject({ status: 503 });
    });
    await explorer.until<NetworkState>(
      '/api/glass/v1/state',
      (state) => state.node.state === 'ready' && state.mempool.synced,
    );
    const txid = await node.pay(await node.newAddress(), 0.3);
    await explorer.until<string[]>('/api/mempool/txids', (ids) => ids.includes(txid));
    await node.mine(1);
    await settled();
  });
});
