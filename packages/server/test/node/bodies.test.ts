// Takes about 30 s: seven explorers index a chain of a simulated node.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BlockExt, NetworkState, Tx } from '@glassblock/contract';
import { createDevnode, type Devnode } from '@glassblock/devnode';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestExplorer, type TestExplorer } from '../support/test-explorer.ts';

const blocks = 28;

let node: Devnode;
let directory: string;
const running: TestExplorer[] = [];
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'glassblock-bodies-'));
});
afterEach(async () => {
  for (const explorer of running.splice(0)) await explorer.stop();
  await node?.stop();
  await rm(directory, { recursive: true, force: true });
});

/**
 * An explorer with its own index, once it has caught up.
 * @param stored optional contents of its index
 */
async function explorerOf(
  name: string,
  stored = { ids: false, bodies: false },
  height = blocks,
): Promise<TestExplorer> {
  const flags = { node: node.rpcUrl, network: 'demo', dataDir: join(directory, name) } as const;
  const explorer = await startTestExplorer(flags, undefined, stored);
  running.push(explorer);
  await explorer.until<NetworkState>(
    '/api/glass/v1/state',
    ({ index, mempool }) => index.height === height && mempool.synced,
  );
  return explorer;
}

/** Periodic probes of the node by the server. */
const isProbe = (path: string) => /^(chaininfo|spenttxouts\/|blockpart\/.*offset=0&size=80$)/.test(path);

/** Records paths below `rest/` that the main thread requests for blocks and transactions. */
function asked(explorer: TestExplorer): string[] {
  const [context] = [...explorer.contexts.values()];
  const paths: string[] = [];
  const { rest } = context!.client;
  vi.spyOn(context!.client, 'rest').mockImplementation((path) => {
    if (!isProbe(path)) paths.push(path);
    return rest.call(context!.client, path);
  });
  return paths;
}

const asks = (paths: readonly string[], call: string) => paths.filter((path) => path.startsWith(`${call}/`)).length;

/** Requests for single transactions and address histories, of blocks over the whole chain. */
async function questions(explorer: TestExplorer): Promise<string[]> {
  const paths = new Set<string>();
  for (let height = 3; height <= blocks; height += 12) {
    const hash = await explorer.get<string>(`/api/block-height/${height}`);
    const txs = await explorer.get<Tx[]>(`/api/block/${hash}/txs`);
    for (const { txid, vin, vout } of txs.slice(0, 4)) {
      for (const what of ['', '/hex', '/status', '/outspends', '/merkle-proof']) paths.add(`/api/tx/${txid}${what}`);
      for (const output of [...vin.map(({ prevout }) => prevout), ...vout]) {
        const address = output?.scriptpubkey_address;
        if (address === undefined) continue;
        for (const what of ['', '/txs', '/txs/chain', '/utxo', '/txs/summary'])
          paths.add(`/api/address/${address}${what}`);
      }
    }
  }
  return [...paths].slice(0, 150);
}

describe('transactions of the chain', () => {
  it('are identical from partial blocks, whole blocks, and the index', async () => {
    node = await createDevnode({ profile: 'core31', seed: 5, live: false, blocks, mempoolSize: 20 });
    node.commands.missing('rest/blockpart');
    const whole = await explorerOf('whole');
    const paths = await questions(whole);
    expect(paths.length).toBeGreaterThan(100);
    const wanted = new Map<string, string>();
    for (const path of paths) wanted.set(path, (await whole.status(path)).text);
    node.commands.present('rest/blockpart');

    for (const [name, stored] of [
      ['parts', { ids: false, bodies: false }],
      ['parts and ids', { ids: true, bodies: false }],
      ['bodies', { ids: true, bodies: true }],
    ] as const) {
      const explorer = await explorerOf(name, stored);
      const calls = asked(explorer);
      for (const path of paths) {
        // Answers that need whole blocks fill the cache: proofs come last where no txids are stored.
        if (stored.ids || !path.endsWith('merkle-proof')) {
          expect((await explorer.status(path)).text, `${name} ${path}`).toBe(wanted.get(path));
        }
      }
      if (stored.bodies) expect(calls).toEqual([]);
      else {
        expect(asks(calls, 'blockpart')).toBeGreaterThan(50);
        // pages with many transactions of one block read the block
        expect(asks(calls, 'block')).toBeLessThan(asks(calls, 'blockpart') / 10);
      }
    }
  });

  it('are correct when the node returns wrong parts, or no parts any longer', async () => {
    node = await createDevnode({ profile: 'core31', seed: 6, live: false, blocks: 20, mempoolSize: 5 });
    const explorer = await explorerOf('wrong', { ids: true, bodies: false }, 20);
    const hash = await explorer.get<string>('/api/block-height/20');
    const txids = await explorer.get<string[]>(`/api/block/${hash}/txids`);
    const [context] = [...explorer.contexts.values()];
    const { rest } = context!.client;
    let made: (bytes: Uint8Array) => Uint8Array = (bytes) => bytes;
    vi.spyOn(context!.client, 'rest').mockImplementation(async (path) => {
      const bytes = await rest.call(context!.client, path);
      return path.startsWith('blockpart/') ? made(bytes.slice()) : bytes;
    });
    for (const spoil of [
      (bytes: Uint8Array) => bytes.fill(0xff),
      (bytes: Uint8Array) => bytes.subarray(1),
      (bytes: Uint8Array) => bytes.with(5, 9),
    ]) {
      made = spoil;
      for (const txid of txids.slice(0, 3)) {
        expect(await explorer.get<Tx>(`/api/tx/${txid}`)).toMatchObject({ txid, status: { block_hash: hash } });
      }
    }
  });
});

describe('a block that the node no longer has', () => {
  const lose = () => ['rest/block', 'rest/spenttxouts', 'rest/blockpart', 'getblock'].forEach(node.commands.missing);
  const answers = (explorer: TestExplorer, hash: string) =>
    Promise.all(
      ['/txs', '/txs/25', '/txids', '/txid/1', '/raw'].map((what) => explorer.status(`/api/block/${hash}${what}`)),
    );

  it('that is stale is answered from the index', async () => {
    node = await createDevnode({ profile: 'core30', seed: 3, live: false, blocks: 30, mempoolSize: 150 });
    const explorer = await explorerOf('stale', undefined, 30);
    node.commands.mine(1);
    await explorer.until<string>('/api/blocks/tip/height', (height) => Number(height) === 31);
    const stale = await explorer.get<string>('/api/blocks/tip/hash');
    const before = await answers(explorer, stale);
    node.commands.reorg(1, { length: 2 });
    await explorer.until<string>('/api/blocks/tip/height', (height) => Number(height) === 32);
    expect(await explorer.get<BlockExt>(`/api/v1/block/${stale}`)).toMatchObject({ stale: true });
    await running.pop()!.stop();
    lose();
    const again = await explorerOf('stale', undefined, 32);
    const after = await answers(again, stale);
    expect(after.map(({ status }) => status)).toEqual(before.map(({ status }) => status));
    expect(after[0]!.status).toBe(200);
    // the index has the same transactions, no longer confirmed by that block
    expect(after.slice(2).map(({ text }) => text)).toEqual(before.slice(2).map(({ text }) => text));
    const ids = (text: string) => (JSON.parse(text) as Tx[]).map(({ txid, fee }) => `${txid} ${fee}`);
    expect(ids(after[0]!.text)).toEqual(ids(before[0]!.text));
  });

  it('that is active is answered where the index stores transactions, and missing otherwise', async () => {
    node = await createDevnode({ profile: 'core30', seed: 3, live: false, blocks: 30, mempoolSize: 10 });
    const rich = await explorerOf('rich', { ids: true, bodies: true }, 30);
    const poor = await explorerOf('poor', { ids: false, bodies: false }, 30);
    const hash = await rich.get<string>('/api/block-height/12');
    const before = await answers(rich, hash);
    await rich.stop();
    running.shift();
    lose();
    const again = await explorerOf('rich', { ids: true, bodies: true }, 30);
    expect((await answers(again, hash)).map(({ text }) => text)).toEqual(before.map(({ text }) => text));
    expect((await poor.status(`/api/block/${hash}/raw`)).status).toBeGreaterThanOrEqual(400);
  });
});
