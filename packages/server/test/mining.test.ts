import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  BlockExt,
  BlockFeeRates,
  BlockFees,
  BlockSizesWeights,
  DifficultyRecord,
  MiningPoolName,
  MiningPoolPage,
  MiningPoolsRanking,
  NetworkHashrate,
  NetworkState,
  RewardStats,
} from '@glassblock/contract';
import { createDevnode, type Devnode } from '@glassblock/devnode';
import { fieldsOf } from '@glassblock/node';
import { type RealNode, startRealNode } from '@glassblock/node/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestExplorer, type TestExplorer } from './support/test-explorer.ts';

const base = '/api/v1/mining';

async function atHeight(explorer: TestExplorer, height: number): Promise<void> {
  await explorer.until<NetworkState>('/api/glass/v1/state', ({ index }) => index.synced && index.height === height);
}

/** Every block with its extras, lowest first. */
async function allBlocks(explorer: TestExplorer, height: number): Promise<BlockExt[]> {
  const blocks: BlockExt[] = [];
  for (let at = height; at >= 0; at -= 15) blocks.push(...(await explorer.get<BlockExt[]>(`/api/v1/blocks/${at}`)));
  return blocks.reverse();
}

function countsOf(blocks: readonly BlockExt[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { extras } of blocks) counts[extras.pool.slug] = (counts[extras.pool.slug] ?? 0) + 1;
  return counts;
}

const rankedCounts = (ranking: MiningPoolsRanking) =>
  Object.fromEntries(ranking.pools.map(({ slug, blockCount }) => [slug, blockCount]));

describe('mining on the simulated node', () => {
  let devnode: Devnode;
  let explorer: TestExplorer;
  let directory: string;
  let blocks: BlockExt[];

  beforeAll(async () => {
    devnode = await createDevnode({ profile: 'core31', seed: 8, live: false, blocks: 120, mempoolSize: 50 });
    directory = await mkdtemp(join(tmpdir(), 'glassblock-mining-'));
    explorer = await startTestExplorer({ node: devnode.rpcUrl, network: 'demo', dataDir: directory });
    await atHeight(explorer, 120);
    blocks = await allBlocks(explorer, 120);
  });
  afterAll(async () => {
    await explorer?.stop();
    await devnode?.stop();
    await rm(directory, { recursive: true, force: true });
    expect(explorer.faults).toEqual([]);
  });

  it('limits bulk answers, or disables them, as the operator has set', async () => {
    const allow = (limits: { blocksBulk?: number }) => Object.assign(explorer.contexts.get('demo')!, { limits });
    allow({ blocksBulk: 0 });
    expect(await explorer.status('/api/v1/blocks-bulk/1/2')).toMatchObject({
      status: 404,
      text: '{"error":"This API is disabled. Set config.MEMPOOL.MAX_BLOCKS_BULK_QUERY to a positive number to enable it."}',
    });
    allow({ blocksBulk: 2 });
    expect(await explorer.get('/api/v1/blocks-bulk/1/2')).toHaveLength(2);
    expect((await explorer.status('/api/v1/blocks-bulk/1/3')).text).toBe(
      '{"error":"You can only query 2 blocks at once."}',
    );
    allow({});
  });

  it('attributes blocks to mining pools', async () => {
    const { status, text, headers } = await explorer.status(`${base}/pools/all`);
    expect(status).toBe(200);
    const ranking = JSON.parse(text) as MiningPoolsRanking;
    expect(rankedCounts(ranking)).toEqual(countsOf(blocks));
    expect(ranking.blockCount).toBe(121);
    expect(ranking.pools.map(({ rank }) => rank)).toEqual(ranking.pools.map((_, i) => i + 1));
    expect(Object.keys(countsOf(blocks)).length).toBeGreaterThan(5);
    expect(headers.get('x-total-count')).toBe('121');
    expect(headers.get('cache-control')).toBe('public');
    expect(headers.get('pragma')).toBe('public');
  });

  it('the list of mining pools equals the shipped file, plus Unknown', async () => {
    const { text, headers } = await explorer.status(`${base}/pools`);
    const names = JSON.parse(text) as MiningPoolName[];
    expect(names.slice(0, 2)).toEqual([
      { name: 'BlockFills', slug: 'blockfills', unique_id: 1 },
      { name: 'ULTIMUSPOOL', slug: 'ultimuspool', unique_id: 2 },
    ]);
    expect(names.at(-1)).toEqual({ name: 'Unknown', slug: 'unknown', unique_id: 0 });
    expect(headers.get('x-total-count')).toBe(String(names.length));
    expect(new Set(names.map(({ slug }) => slug)).size).toBe(names.length);
  });

  it('pages the blocks of a mining pool, newest first', async () => {
    const [best] = (await explorer.get<MiningPoolsRanking>(`${base}/pools/all`)).pools;
    const own = blocks.filter(({ extras }) => extras.pool.slug === best!.slug).reverse();
    expect(await explorer.get(`${base}/pool/${best!.slug}/blocks`)).toEqual(own);
    const third = own[2]!.height;
    expect(await explorer.get(`${base}/pool/${best!.slug}/blocks/${third}`)).toEqual(own.slice(3));
    const page = await explorer.get<MiningPoolPage>(`${base}/pool/${best!.slug}`);
    expect(page.blockCount.all).toBe(own.length);
    expect(page.blockShare.all).toBeCloseTo(own.length / 121, 12);
    expect(page.totalReward).toBe(String(own.reduce((sum, { extras }) => sum + extras.reward, 0)));
    expect(page.pool).toMatchObject({ name: best!.name, slug: best!.slug, unique_id: best!.poolUniqueId });
  });

  it('returns the blocks of a day by their timestamps', async () => {
    const days = Map.groupBy(blocks, ({ timestamp }) => new Date(timestamp * 1000).toISOString().slice(0, 10));
    const [day, own] = [...days].toSorted(([, a], [, b]) => b.length - a.length)[0]!;
    const found = await explorer.get<{ height: number; hash: string }[]>(`/api/glass/v1/blocks/day?day=${day}`);
    expect(found.map(({ hash }) => hash)).toEqual(own.map(({ id }) => id));
    const csv = await explorer.status(`/api/glass/v1/blocks/day?day=${day}&format=csv`);
    expect(csv.headers.get('content-type')).toContain('text/csv');
    const lines = csv.text.trimEnd().split('\r\n');
    expect(lines[0]).toMatch(/^height,hash,time \(Unix s\),/);
    expect(lines.slice(1).map((line) => line.split(',').slice(0, 3).join())).toEqual(
      own.map(({ height, id, timestamp }) => [height, id, timestamp].join()),
    );
    expect(await explorer.get('/api/glass/v1/blocks/day?day=2001-01-01')).toEqual([]);
    for (const wrong of ['', '2024-02-30', 'today', '2024-1-1', '20240101']) {
      const { status, text } = await explorer.status(`/api/glass/v1/blocks/day?day=${wrong}`);
      expect(status).toBe(400);
      expect(text).toContain("Parameter 'day' must be a date such as 2024-04-20");
    }
  });

  it.each([
    ['pool/missing', 404, 'This mining pool does not exist'],
    ['pool/missing/blocks', 404, 'This mining pool does not exist'],
    ['pool/missing/hashrate', 404, 'This mining pool does not exist'],
    ['pool/__proto__', 404, 'This mining pool does not exist'],
    ['pool/missing/blocks/abc', 500, 'Failed to get blocks for pool'],
    ['reward-stats/0', 500, 'Failed to get reward stats'],
    ['reward-stats/x', 500, 'Failed to get reward stats'],
    ['blocks/fees?from=5', 500, 'Failed to get historical block fees'],
    ['blocks/fees?from=6&to=5', 500, 'Failed to get historical block fees'],
    ['blocks/fees?from=-1&to=5', 500, 'Failed to get historical block fees'],
  ])('%s answers %i: %s', async (path, status, error) => {
    const answer = await explorer.status(`${base}/${path}`);
    expect({ status: answer.status, ...JSON.parse(answer.text) }).toEqual({ status, error });
  });

  it('series are computed from the block statistics', async () => {
    const { from, to } = { from: blocks[101]!.timestamp, to: blocks[110]!.timestamp };
    const inside = blocks.filter(({ timestamp }) => timestamp >= from && timestamp <= to);
    expect(inside.length).toBeGreaterThan(5);
    const fees = await explorer.get<BlockFees[]>(`${base}/blocks/fees?from=${from}&to=${to}`);
    expect(fees).toEqual(
      inside.map(({ height, timestamp, extras }) => ({ avgHeight: height, timestamp, avgFees: extras.totalFees })),
    );
    const everything = await explorer.get<BlockSizesWeights>(`${base}/blocks/sizes-weights`);
    expect(everything).toEqual(await explorer.get(`${base}/blocks/sizes-weights/all`));
    const rates = await explorer.get<BlockFeeRates[]>(`${base}/blocks/fee-rates/all`);
    expect(rates.at(-1)!.avgFee_100).toBeGreaterThanOrEqual(rates.at(-1)!.avgFee_50);
    const stats = await explorer.get<RewardStats>(`${base}/reward-stats/30`);
    const newest = blocks.slice(-30);
    const sum = (value: (block: BlockExt) => number) => String(newest.reduce((all, block) => all + value(block), 0));
    expect(stats).toEqual({
      startBlock: 91,
      endBlock: 120,
      totalReward: sum(({ extras }) => extras.reward),
      totalFee: sum(({ extras }) => extras.totalFees),
      totalTx: sum(({ tx_count }) => tx_count),
    });
    const difficulty = await explorer.get<DifficultyRecord[]>(`${base}/difficulty-adjustments`);
    expect(difficulty.at(-1)).toEqual([blocks[0]!.timestamp, 0, blocks[0]!.difficulty, 0]);
  });

  it('series are available as CSV, by query or by header', async () => {
    const [first] = await explorer.get<BlockFees[]>(`${base}/blocks/fees/all`);
    const asked = await explorer.status(`${base}/blocks/fees/all?format=csv`);
    expect(asked.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(asked.headers.get('vary')).toMatch(/\bAccept\b/i);
    expect(asked.text.split('\r\n').slice(0, 2)).toEqual([
      'mean height,mean time (Unix s),mean fees of a block (sat),price of a bitcoin (USD)',
      `${first!.avgHeight},${first!.timestamp},${first!.avgFees},`,
    ]);
    const byHeader = await fetch(`${explorer.url}${base}/blocks/fees/all`, { headers: { accept: 'text/csv' } });
    expect(await byHeader.text()).toBe(asked.text);
    const ranking = await explorer.status(`${base}/pools/all?format=csv`);
    expect(ranking.text.split('\r\n')[0]).toBe(
      'rank,pool,slug,blocks,empty blocks,mean health (%),mean difference of fees to the expected (0.01: 1 % more)',
    );
    expect(ranking.headers.get('x-total-count')).toBe('121');
  });

  it('a reorg removes the blocks of its branch from all of them', async () => {
    devnode.commands.reorg(4);
    await atHeight(explorer, 121);
    const now = await allBlocks(explorer, 121);
    expect(now[119]!.id).not.toBe(blocks[119]!.id);
    expect(rankedCounts(await explorer.get<MiningPoolsRanking>(`${base}/pools/all`))).toEqual(countsOf(now));
    const stats = await explorer.get<RewardStats>(`${base}/reward-stats/8`);
    expect(stats.totalReward).toBe(String(now.slice(-8).reduce((sum, { extras }) => sum + extras.reward, 0)));
  });

  it("the operator's list names the mining pools after a restart", async () => {
    const [best] = (await explorer.get<MiningPoolsRanking>(`${base}/pools/all`)).pools;
    const { pool: miningPool } = await explorer.get<MiningPoolPage>(`${base}/pool/${best!.slug}`);
    const own = join(directory, 'own-pools.json');
    const config = join(directory, 'own.json');
    const mine = { id: 700, name: 'Our <b>Pool</b>', tags: miningPool.regexes, addresses: miningPool.addresses };
    await writeFile(own, JSON.stringify([mine]));
    await writeFile(config, JSON.stringify({ miningPools: own }));
    await explorer.stop();
    explorer = await startTestExplorer({ node: devnode.rpcUrl, network: 'demo', dataDir: directory, config });
    await atHeight(explorer, 121);
    const ranking = await explorer.get<MiningPoolsRanking>(`${base}/pools/all`);
    expect(rankedCounts(ranking)).toEqual({ ourbpoolb: best!.blockCount, unknown: 122 - best!.blockCount });
    const [block] = await explorer.get<BlockExt[]>(`${base}/pool/ourbpoolb/blocks`);
    expect(block!.extras.pool).toEqual({ id: 700, name: 'Our <b>Pool</b>', slug: 'ourbpoolb', minerNames: null });
    expect(await explorer.get(`${base}/pools`)).toHaveLength(2);
  });

  it.each([
    ['no JSON', 'pools!'],
    ['a mining pool without a name', '[{"id":1,"tags":[]}]'],
    ['a number that the columns have no room for', '[{"id":65536,"name":"x"}]'],
    ['one number twice', '[{"id":1,"name":"x"},{"id":1,"name":"y"}]'],
  ])('rejects a list that has %s at start', async (_, text) => {
    const miningPools = join(directory, 'bad-pools.json');
    const config = join(directory, 'bad.json');
    await writeFile(miningPools, text);
    await writeFile(config, JSON.stringify({ miningPools }));
    const started = startTestExplorer({ node: devnode.rpcUrl, network: 'demo', config });
    await expect(started).rejects.toMatchObject({ code: 'config.pools' });
  });
});

describe('mining on a real node', () => {
  let node: RealNode;
  let explorer: TestExplorer;
  let directory: string;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'glassblock-mining-real-'));
    node = await startRealNode();
    await node.mine(110);
    for (let i = 0; i < 5; i++) await node.pay(await node.newAddress(), 0.1 + i / 10);
    await node.mine(1);
    explorer = await startTestExplorer({ node: node.url, network: 'regtest', dataDir: directory });
    await atHeight(explorer, 111);
  });
  afterAll(async () => {
    await explorer?.stop();
    await node?.stop();
    await rm(directory, { recursive: true, force: true });
    expect(explorer.faults).toEqual([]);
  });

  it("the hash rate equals the node's", async () => {
    const { currentHashrate, currentDifficulty } = await explorer.get<NetworkHashrate>(`${base}/hashrate/1w`);
    const theirs = Number(await node.client.rpc('getnetworkhashps', 1_008));
    expect(theirs).toBeGreaterThan(0);
    expect(currentHashrate / theirs).toBeCloseTo(1, 9);
    const info = fieldsOf(await node.client.rpc('getblockchaininfo'), 'getblockchaininfo');
    expect(currentDifficulty).toBe(info['difficulty']);
  });

  it('fees, transactions and percentiles equal getblockstats', async () => {
    const theirs = fieldsOf(await node.client.rpc('getblockstats', 111), 'getblockstats');
    const stats = await explorer.get<RewardStats>(`${base}/reward-stats/1`);
    const subsidy = Number(theirs['subsidy']);
    const fees = Number(theirs['totalfee']);
    expect(fees).toBeGreaterThan(0);
    expect(stats).toEqual({
      startBlock: 111,
      endBlock: 111,
      totalReward: String(subsidy + fees),
      totalFee: String(fees),
      totalTx: '6',
    });
    const { columns } = explorer.contexts.get('regtest')!.facts;
    const { facts, i } = columns.at(111);
    expect({
      inputs: facts.inputs[i]! - 1,
      outputs: facts.outputs[i],
      out: facts.totalOut[i],
      segwit: facts.segwitTxs[i],
      segwitSize: facts.segwitSize[i],
      segwitWeight: facts.segwitWeight[i],
      size: facts.txSize[i],
      weight: facts.txWeight[i],
      medianTime: facts.medianTime[i],
    }).toEqual({
      inputs: Number(theirs['ins']) - 1,
      outputs: theirs['outs'],
      out: theirs['total_out'],
      segwit: theirs['swtxs'],
      segwitSize: theirs['swtotal_size'],
      segwitWeight: theirs['swtotal_weight'],
      size: theirs['total_size'],
      weight: theirs['total_weight'],
      medianTime: theirs['mediantime'],
    });
  });

  it('series omit a disconnected block and include its replacement', async () => {
    await node.client.rpc('invalidateblock', await node.client.rpc('getblockhash', 110));
    await node.mine(4);
    await atHeight(explorer, 113);
    const { columns } = explorer.contexts.get('regtest')!.facts;
    await explorer.get(`${base}/reward-stats/1`);
    const theirs = await Promise.all(
      [109, 110, 111, 112, 113].map(async (height) => {
        const hash = await node.client.rpc('getblockhash', height);
        const { time, size, nTx } = fieldsOf(await node.client.rpc('getblock', hash), 'getblock');
        return [time, size, nTx];
      }),
    );
    const ours = [109, 110, 111, 112, 113].map((height) => {
      const { facts, i } = columns.at(height);
      return [facts.time[i], facts.size[i], facts.txCount[i]];
    });
    expect(ours).toEqual(theirs);
    expect(columns.count).toBe(114);
  });
});
