import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NetworkState, Tx } from '@glassblock/contract';
import { createDevnode, type Devnode } from '@glassblock/devnode';
import { startRealNode } from '@glassblock/node/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestExplorer, type TestExplorer } from './support/test-explorer.ts';

let directory: string;
let node: Devnode;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'glassblock-addresses-'));
  node = await createDevnode({ profile: 'core31', seed: 41, live: false, blocks: 30, mempoolSize: 60 });
});
afterAll(async () => {
  await node?.stop();
  await rm(directory, { recursive: true, force: true });
});

/** A configuration file that enables or disables the search. */
async function fileWith(addressSearch: boolean): Promise<string> {
  const path = join(directory, `${addressSearch}.json`);
  await writeFile(path, JSON.stringify({ addressSearch }));
  return path;
}

const searchOn = (explorer: TestExplorer, prefix: string, route = 'v1/address-prefix') =>
  explorer.get<string[]>(`/api/${route}/${encodeURIComponent(prefix)}`);

const addressesIn = ({ vin, vout }: Tx): string[] =>
  [...vin.map(({ prevout }) => prevout), ...vout].flatMap((output) => output?.scriptpubkey_address ?? []);

async function mempoolAddresses(explorer: TestExplorer): Promise<string[]> {
  const txids = await explorer.get<string[]>('/api/mempool/txids');
  const txs = await Promise.all(txids.map((txid) => explorer.get<Tx>(`/api/tx/${txid}`)));
  return txs.flatMap(addressesIn);
}

async function addressesOfChain(explorer: TestExplorer): Promise<string[]> {
  const found: string[] = [];
  for (let height = 0; height <= 30; height++) {
    const hash = await explorer.get<string>(`/api/block-height/${height}`);
    for (let start = 0; ; start += 25) {
      const { status, text } = await explorer.status(`/api/block/${hash}/txs/${start}`);
      if (status !== 200) break;
      const txs = JSON.parse(text) as Tx[];
      found.push(...txs.flatMap(addressesIn));
      if (txs.length < 25) break;
    }
  }
  return found;
}

describe.each([false, true])('with an address index: %s', (isOn) => {
  let explorer: TestExplorer;
  /** Addresses of the mempool, and of the chain if enabled, in order. */
  let addresses: string[];
  beforeAll(async () => {
    explorer = await startTestExplorer({ node: node.rpcUrl, network: 'demo', config: await fileWith(isOn) });
    await explorer.until<NetworkState>(
      '/api/glass/v1/state',
      (state) => state.index.synced && state.mempool.synced && (!isOn || state.addresses?.percent === 100),
    );
    addresses = [
      ...new Set([...(await mempoolAddresses(explorer)), ...(isOn ? await addressesOfChain(explorer) : [])]),
    ].sort();
    expect(addresses.length).toBeGreaterThan(100);
  });
  afterAll(async () => {
    await explorer?.stop();
    expect(explorer.faults).toEqual([]);
  });

  const search = (prefix: string) => searchOn(explorer, prefix);

  it('finds mempool addresses by every prefix, at most ten, in order, each once', async () => {
    const kinds = ['1', '3', 'bc1q', 'bc1p'].map((head) => addresses.find((address) => address.startsWith(head)));
    const some = [...kinds, addresses.at(-1)].flatMap((address) => address ?? []);
    expect(some.length).toBeGreaterThan(2);
    let counted = 0;
    for (const address of some) {
      let before = Number.POSITIVE_INFINITY;
      for (let length = 1; length <= address.length; length++) {
        const prefix = address.slice(0, length);
        const expected = addresses.filter((one) => one.startsWith(prefix));
        const found = await search(prefix);
        expect(found.length).toBeLessThanOrEqual(before);
        before = found.length;
        if (expected.length <= 10) expect(found).toEqual(expected);
        else {
          counted++;
          expect(found).toHaveLength(10);
          expect(found).toEqual(addresses.filter((one) => found.includes(one) && one.startsWith(prefix)));
        }
      }
    }
    expect(counted).toBeGreaterThan(3);
  });

  it('reads bech32 in any case, and returns nothing for an impossible prefix', async () => {
    const address = addresses.find((one) => one.startsWith('bc1q')) ?? '';
    expect(await search(address.toUpperCase())).toEqual([address]);
    expect(await search(`BC1${address.slice(3, 20)}`)).toEqual(await search(address.slice(0, 20)));
    for (const none of ['tb1q', 'bc1b', '0', '%', '<img src=x onerror=alert(1)>', 'é', '\u0000', 'q'.repeat(91)]) {
      expect({ none, found: await search(none) }).toEqual({ none, found: [] });
    }
  });

  it('the route for the whole chain requires an address index', async () => {
    const { addresses: book } = await explorer.get<NetworkState>('/api/glass/v1/state');
    expect(book).toEqual(isOn ? { height: 30, percent: 100 } : undefined);
    if (isOn) {
      expect(await searchOn(explorer, 'bc1q', 'address-prefix')).toEqual(await search('bc1q'));
      return;
    }
    expect(await explorer.status('/api/address-prefix/bc1q')).toMatchObject({
      status: 400,
      text: 'address search disabled',
    });
  });
});

it('on a real node: skips stale blocks, and continues the address index after a restart', async () => {
  const real = await startRealNode();
  const flags = {
    node: real.url,
    network: 'regtest',
    dataDir: join(directory, 'real'),
    config: await fileWith(true),
  };
  const at = (height: number) => (state: NetworkState) =>
    state.index.height === height && state.index.synced && state.addresses?.height === height;
  let explorer = await startTestExplorer(flags);
  try {
    const [first, second] = [await real.newAddress('bech32'), await real.newAddress('legacy')];
    await real.client.rpc('generatetoaddress', 3, first);
    const [hash] = (await real.client.rpc('generatetoaddress', 1, second)) as string[];
    await explorer.until<NetworkState>('/api/glass/v1/state', at(4));
    const found = (prefix: string) => searchOn(explorer, prefix, 'address-prefix');
    expect(await found(first.slice(0, 12).toUpperCase())).toEqual([first]);
    expect(await found(second.slice(0, 6))).toEqual([second]);
    await real.client.rpc('invalidateblock', hash);
    await real.client.rpc('generatetoaddress', 2, first);
    await explorer.until<NetworkState>('/api/glass/v1/state', at(5));
    expect(await found(second.slice(0, 6))).toEqual([]);
    expect(await found(first)).toEqual([first]);
    await explorer.stop();
    expect(explorer.faults).toEqual([]);
    await real.client.rpc('generatetoaddress', 1, second);
    explorer = await startTestExplorer(flags);
    await explorer.until<NetworkState>('/api/glass/v1/state', at(6));
    expect(await found(second.slice(0, 6))).toEqual([second]);
  } finally {
    await explorer.stop();
    await real.stop();
  }
  expect(explorer.faults).toEqual([]);
});
