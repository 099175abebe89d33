import type { NetworkState, RecentTx, Tx } from '@glassblock/contract';
import { createDevnode, type Devnode } from '@glassblock/devnode';
import type { MempoolView } from '@glassblock/mempool';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestExplorer, type TestExplorer } from './support/test-explorer.ts';

// Every call of the mempool is a message to its thread and back: a page of an address must not take several.

let node: Devnode;
let explorer: TestExplorer;
const calls: string[] = [];
/** Recording calls these by the clock. */
const ofRecording = ['sample', 'forecastInputs'];

beforeAll(async () => {
  node = await createDevnode({ profile: 'core31', seed: 9, live: false, blocks: 20, mempoolSize: 50 });
  explorer = await startTestExplorer({ node: node.rpcUrl, network: 'demo' });
  await explorer.until<NetworkState>('/api/glass/v1/state', ({ index, mempool }) => index.synced && mempool.synced);
  const mempool = explorer.contexts.get('demo')!.mempool as unknown as Record<
    keyof MempoolView,
    (...args: unknown[]) => unknown
  >;
  for (const [name, call] of Object.entries(mempool) as [keyof MempoolView, (...args: unknown[]) => unknown][]) {
    mempool[name] = (...args) => {
      if (!ofRecording.includes(name)) calls.push(name);
      return call(...args);
    };
  }
});
afterAll(async () => {
  await explorer?.stop();
  await node?.stop();
  expect(explorer.faults).toEqual([]);
});

interface Pending {
  txid: string;
  address: string;
}

/** Mempool transactions, each with an address of its own that it pays. */
async function pendingTxs(): Promise<Pending[]> {
  const found = new Map<string, string>();
  for (const { txid } of await explorer.get<RecentTx[]>('/api/mempool/recent')) {
    const { vout } = await explorer.get<Tx>(`/api/tx/${txid}`);
    for (const { scriptpubkey_address: address } of vout) {
      if (address !== undefined && !found.has(address)) {
        found.set(address, txid);
        break;
      }
    }
  }
  return [...found].map(([address, txid]) => ({ address, txid }));
}

it('every address request calls the mempool thread once', async () => {
  const [{ txid, address }, other] = (await pendingTxs()) as [Pending, Pending];
  expect(other.address).not.toBe(address);
  const callsOf = async (path: string, body?: unknown) => {
    calls.length = 0;
    const { status } =
      body === undefined ? await explorer.status(path) : await explorer.post(path, JSON.stringify(body));
    expect(status).toBe(200);
    return [...calls];
  };
  expect(await callsOf(`/api/address/${address}`)).toEqual(['script']);
  expect(await callsOf(`/api/address/${address}/utxo`)).toEqual(['scriptOutputs']);
  expect(await callsOf(`/api/address/${address}/txs`)).toEqual(['scriptTxs']);
  expect(await callsOf(`/api/address/${address}/txs?after_txid=${txid}`)).toEqual(['scriptTxs']);
  expect(await callsOf(`/api/address/${address}/txs/mempool`)).toEqual(['scriptTxs']);
  expect(await callsOf(`/api/address/${address}/txs/chain`)).toEqual([]);
  expect(await callsOf(`/api/address/${address}/txs/chain/${txid}`)).toEqual(['scriptTxs']);
  expect(await callsOf('/api/addresses/txs', [address, other.address])).toEqual(['scriptTxs']);
});
