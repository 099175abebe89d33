import type { NetworkState, Outspend, Utxo } from '@glassblock/contract';
import { createDevnode, type Devnode } from '@glassblock/devnode';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestExplorer, type TestExplorer } from './support/test-explorer.ts';

let node: Devnode;
let explorer: TestExplorer;

beforeAll(async () => {
  node = await createDevnode({ profile: 'core31', seed: 21, live: false, blocks: 20, mempoolSize: 10 });
  explorer = await startTestExplorer({ node: node.rpcUrl, network: 'demo' });
  await explorer.until<NetworkState>('/api/glass/v1/state', ({ index, mempool }) => index.synced && mempool.synced);
});
afterAll(async () => {
  await explorer?.stop();
  await node?.stop();
  expect(explorer.faults).toEqual([]);
});

// the page of confirmed outputs is encoded once per block
it('GET /address/:a/utxo and /txs follow mempool, blocks and reorgs', async () => {
  const { commands } = node;
  const address = '1BitcoinEaterAddressDontSendf59kuE';
  const path = `/api/address/${address}/utxo`;
  const outputs = (utxos: Utxo[]) => utxos.map(({ txid, status }) => `${txid} ${status.confirmed}`);
  const until = async (...wanted: string[]) => {
    const isWanted = (list: Utxo[]) => outputs(list).join() === wanted.join();
    await explorer.until<Utxo[]>(`/api/address/${address}/txs`, isWanted);
    return explorer.until<Utxo[]>(path, isWanted);
  };
  expect(await explorer.get(path)).toEqual([]);
  const first = commands.tx('first').pays(address, 5_000).add();
  await until(`${first} false`);
  commands.mine(1, { txs: ['first'] });
  const [utxo] = await until(`${first} true`);
  // from the cache
  for (let repeat = 0; repeat < 3; repeat++) expect(await explorer.get(path)).toEqual([utxo]);
  expect(await explorer.get(`${path}?after=${first}:${utxo!.vout}`)).toEqual([]);
  const second = commands.tx('second').pays(address, 6_000).add();
  await until(`${second} false`, `${first} true`);
  commands.evict('second');
  await until(`${first} true`);
  commands.reorg(1, { leaveOut: 1 });
  await until(`${first} false`);
  expect(await explorer.get(`/api/address/${address}/utxo?limit=1`)).toMatchObject([{ txid: first, value: 5_000 }]);
});

// the answer about a confirmed transaction is encoded once per block
it('GET /tx/:txid/outspends follows mempool, blocks and reorgs', async () => {
  const { commands } = node;
  const parent = commands.tx('parent').pays('p2wpkh', 90_000).pays('p2tr', 20_000).add();
  const path = `/api/tx/${parent}/outspends`;
  const spends = (list: Outspend[]) => list.map(({ spent, status }) => (spent ? status?.confirmed : 'no'));
  const until = (...wanted: (boolean | string)[]) =>
    explorer.until<Outspend[]>(path, (list) => spends(list).slice(0, 2).join() === wanted.join());
  commands.mine(1, { txs: ['parent'] });
  await explorer.until<{ confirmed: boolean }>(`/api/tx/${parent}/status`, ({ confirmed }) => confirmed);
  const unspent = await until('no', 'no');
  for (let repeat = 0; repeat < 3; repeat++) expect(await explorer.get(path)).toEqual(unspent);
  const child = commands.tx('child').spends('parent', 1).add();
  await until('no', false);
  commands.mine(1, { txs: ['child'] });
  const mined = await until('no', true);
  expect(mined[1]).toMatchObject({ txid: child, vin: 0 });
  for (let repeat = 0; repeat < 3; repeat++) expect(await explorer.get(path)).toEqual(mined);
  commands.reorg(1, { leaveOut: 1 });
  await until('no', false);
  commands.evict('child');
  await until('no', 'no');
  // the block of the parent, and the two that replaced that of the child
  commands.reorg(3, { leaveOut: 1 });
  commands.evict('parent');
  await expect.poll(async () => (await explorer.status(path)).status).toBe(404);
});
