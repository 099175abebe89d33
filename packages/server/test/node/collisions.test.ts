import { createDecipheriv } from 'node:crypto';
import type { BlockExt, NetworkState, ScripthashInfo, Tx } from '@glassblock/contract';
import { createDevnode, type Devnode } from '@glassblock/devnode';
import { fromHex, hashFromDisplay, scriptHash, toHex } from '@glassblock/primitives';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestExplorer, type TestExplorer } from '../support/test-explorer.ts';

let node: Devnode;
beforeAll(async () => {
  node = await createDevnode({ profile: 'core31', seed: 31, live: false, blocks: 30, mempoolSize: 5 });
});
afterAll(async () => {
  await node?.stop();
});

/** Bytes of an encrypted prefix that the index uses: four for the bucket, at most five after them. */
const seenBytes = 9;

/** Creates hashes that collide in the index: only possible with its key. */
function forger(explorer: TestExplorer): (hash: Uint8Array) => Uint8Array {
  const { key } = explorer.contexts.get('demo')!.index()!.prefixer.identity;
  return (hash) => {
    const { prefixer } = explorer.contexts.get('demo')!.index()!;
    const mapped = prefixer.mapped(hash.slice(0, 16)).slice();
    for (let i = seenBytes; i < 16; i++) mapped[i]! ^= 0x5a;
    const decipher = createDecipheriv('aes-128-ecb', key, null).setAutoPadding(false);
    const forged = hash.slice();
    forged.set(decipher.update(mapped));
    expect(prefixer.script(forged)).toEqual(prefixer.script(hash));
    expect(prefixer.txid(forged)).toEqual(prefixer.txid(hash));
    return forged;
  };
}

const display = (hash: Uint8Array) => toHex(hash.slice().reverse());

describe.each([
  { ids: true, bodies: false },
  { ids: false, bodies: false },
  { ids: true, bodies: true },
])('hashes with a common prefix (stored: %o)', (stored) => {
  let explorer: TestExplorer;
  beforeAll(async () => {
    explorer = await startTestExplorer({ node: node.rpcUrl, network: 'demo' }, undefined, stored);
    await explorer.until<NetworkState>('/api/glass/v1/state', ({ index }) => index.synced && index.height === 30);
  });
  afterAll(async () => {
    await explorer?.stop();
  });

  async function someTxs(): Promise<Tx[]> {
    const blocks = await explorer.get<BlockExt[]>('/api/v1/blocks');
    return (await Promise.all(blocks.map(({ id }) => explorer.get<Tx[]>(`/api/block/${id}/txs`)))).flat();
  }

  it('resolves a txid in the transactions themselves', async () => {
    const forge = forger(explorer);
    const txs = await someTxs();
    expect(txs.length).toBeGreaterThan(20);
    for (const { txid } of txs.slice(0, 20)) {
      const forged = display(forge(hashFromDisplay(txid)));
      expect(forged).not.toBe(txid);
      for (const path of ['', '/hex', '/raw', '/outspends', '/merkle-proof', '/merkleblock-proof']) {
        expect((await explorer.status(`/api/tx/${forged}${path}`)).status, path).toBe(404);
      }
      expect(await explorer.get(`/api/tx/${forged}/status`)).toEqual({ confirmed: false });
      expect(await explorer.get(`/api/tx/${forged}/outspend/0`)).toEqual({ spent: false });
      expect(await explorer.get<Tx>(`/api/tx/${txid}`)).toMatchObject({ txid, status: { confirmed: true } });
    }
  });

  it("a script's pages contain no transaction of another script", async () => {
    const forge = forger(explorer);
    const scripts = (await someTxs()).flatMap(({ vout }) => vout).filter(({ value }) => value > 0);
    for (const { scriptpubkey } of scripts.slice(0, 20)) {
      const hash = scriptHash(fromHex(scriptpubkey));
      const known = await explorer.get<ScripthashInfo>(`/api/scripthash/${toHex(hash)}`);
      expect(known.chain_stats.tx_count).toBeGreaterThan(0);
      expect(await explorer.get<Tx[]>(`/api/scripthash/${toHex(hash)}/txs/chain`)).not.toEqual([]);
      expect(await explorer.get(`/api/scripthash/${toHex(forge(hash))}/txs/chain`)).toEqual([]);
      expect(await explorer.get(`/api/scripthash/${toHex(forge(hash))}/txs`)).toEqual([]);
    }
  });
});
