import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditScore, BlockAudit, BlockExt, MiningPoolPage, NetworkState, Tx, TxAudit } from '@glassblock/contract';
import { fieldsOf } from '@glassblock/node';
import { mineOpenUtxos, type OpenUtxo, openTx, type RealNode, sendAll, startRealNode } from '@glassblock/node/testing';
import { addressOf, displayHash, networks, toHex } from '@glassblock/primitives';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestExplorer, type TestExplorer } from './support/test-explorer.ts';

const utxoValue = 1_000_000;

let node: RealNode;
let explorer: TestExplorer;
let directory: string;
let utxos: OpenUtxo[];
const made = new Map<string, { id: string; raw: Uint8Array; utxo: OpenUtxo }>();

/** Creates a transaction of about 138 vB with a fee, spending its own UTXO or that of another one. */
function make(name: string, fee: number, conflictOf?: string): Uint8Array {
  const utxo = conflictOf === undefined ? utxos.pop() : made.get(conflictOf)?.utxo;
  if (utxo === undefined) throw new Error('no UTXO');
  const { raw, txid } = openTx([utxo], [utxoValue - fee]);
  made.set(name, { id: displayHash(txid), raw, utxo });
  return raw;
}
const idOf = (name: string) => made.get(name)?.id ?? '';
const nameOf = (id: string) => [...made].find(([, tx]) => tx.id === id)?.[0] ?? id;
const send = (...raws: Uint8Array[]) => sendAll(node.client, raws);

const start = () => startTestExplorer({ node: node.url, network: 'regtest', dataDir: directory });
/** Waits until index and mempool are in sync with the node. */
async function settled(): Promise<void> {
  const height = await node.client.rpc('getblockcount');
  const { size } = fieldsOf(await node.client.rpc('getmempoolinfo'), 'getmempoolinfo');
  await explorer.until<NetworkState>(
    '/api/glass/v1/state',
    ({ index, mempool }) => index.height === height && index.synced && mempool.synced && mempool.count === size,
  );
}
/** Mines exactly these, in order. Those unknown to the node are passed as bytes. */
async function mineBlock(names: string[], address: string): Promise<string> {
  const known = new Set((await node.client.rpc('getrawmempool')) as string[]);
  const txs = names.map((name) =>
    known.has(idOf(name)) ? idOf(name) : toHex(made.get(name)?.raw ?? new Uint8Array()),
  );
  return String(fieldsOf(await node.client.rpc('generateblock', address, txs), 'generateblock')['hash']);
}
const auditOf = (hash: string) =>
  explorer.until<BlockAudit>(`/api/v1/block/${hash}/audit-summary`, (answer) => 'matchRate' in answer);
/** The lists of an audit by transaction name, without empty ones. */
const listsOf = (audit: BlockAudit) =>
  Object.fromEntries(
    Object.entries(audit)
      .filter(([name, list]) => name.endsWith('Txs') && (list as string[]).length > 0)
      .map(([name, list]) => [name, (list as string[]).map(nameOf).sort()]),
  );

/** Number of audited blocks of the best chain. */
const audited = async () =>
  Number((await explorer.status('/api/v1/mining/blocks/predictions/all')).headers.get('x-total-count'));

let address: string;
let categories: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'glassblock-audits-'));
  node = await startRealNode();
  utxos = await mineOpenUtxos(node.client, 60, utxoValue);
  address = addressOf(Uint8Array.of(0x00, 0x14, ...new Uint8Array(20).fill(7)), networks.regtest) ?? '';
  // these arrived ten minutes ago according to the node
  await node.client.rpc('setmocktime', Math.floor(Date.now() / 1000) - 600);
  await send(make('high', 10_000), make('censored', 8_000), make('middle', 6_000), make('disputed', 5_000));
  await send(make('first', 4_000), make('low', 300), make('last', 200));
  await send(make('newer', 9_000, 'first'));
  await node.client.rpc('setmocktime', 0);
  explorer = await start();
  await settled();
});
afterAll(async () => {
  await explorer?.stop();
  await node?.stop();
  await rm(directory, { recursive: true, force: true });
  expect(explorer.faults).toEqual([]);
});

describe('audits on a real node', () => {
  it('list missing, unseen, fresh and conflicting transactions', async () => {
    await send(make('justSent', 7_000));
    await settled();
    make('hidden', 9_500);
    make('conflict', 9_000, 'disputed');
    const socket = await explorer.socket();
    socket.send({ action: 'want', data: ['blocks'] });
    await socket.next((frame) => 'blocks' in frame);
    const hash = await mineBlock(['low', 'high', 'hidden', 'conflict', 'newer', 'middle', 'last'], address);
    categories = hash;
    const published = await socket.next((frame) => frame.block?.id === hash);
    socket.close();
    const audit = await auditOf(hash);

    expect(audit.template.map(({ txid }) => nameOf(txid))).toEqual([
      'high',
      'newer',
      'censored',
      'justSent',
      'middle',
      'disputed',
      'low',
      'last',
    ]);
    expect(listsOf(audit)).toEqual({
      missingTxs: ['censored'],
      freshTxs: ['justSent'],
      unseenTxs: ['conflict', 'hidden'],
      addedTxs: ['hidden'],
      fullrbfTxs: ['conflict', 'disputed'],
      prioritizedTxs: ['low'],
    });
    // high, newer, middle, low and last of six
    expect(audit.matchRate).toBe(83.33);
    expect(audit.expectedFees).toBe(10_000 + 9_000 + 8_000 + 7_000 + 6_000 + 5_000 + 300 + 200);
    const weight = audit.template.reduce((sum, { vsize }) => sum + 4 * vsize, 0);
    expect(audit.expectedWeight).toBe(weight);
    const age = Math.floor(Date.now() / 1000) - (audit.template[0]?.time ?? 0);
    expect(age).toBeGreaterThanOrEqual(600);

    const { matchRate, expectedFees, expectedWeight } = audit;
    const block = await explorer.get<BlockExt>(`/api/v1/block/${hash}`);
    expect(block.extras).toMatchObject({ matchRate, expectedFees, expectedWeight });
    expect(block.extras.similarity).toBeGreaterThan(0.5);
    expect(block.extras.similarity).toBeLessThan(1);
    // the live message includes it
    expect(published.block?.extras).toMatchObject({ matchRate, expectedFees, expectedWeight });
    expect(await explorer.get(`/api/v1/mining/blocks/audit/${hash}`)).toEqual(audit);
    expect(await explorer.get(`/api/v1/mining/blocks/audit/score/${hash}`)).toEqual({
      hash,
      matchRate,
      expectedFees,
      expectedWeight,
    });
  });

  it('agree between a block and its transactions', async () => {
    const of = (name: string) => explorer.get<TxAudit>(`/api/v1/block/${categories}/tx/${idOf(name)}/audit`);
    const plain = {
      seen: true,
      expected: false,
      added: false,
      prioritized: false,
      conflict: false,
      accelerated: false,
    };
    expect(await of('hidden')).toEqual({ ...plain, seen: false, added: true });
    expect(await of('conflict')).toEqual({ ...plain, seen: false, conflict: true });
    const { firstSeen, ...middle } = await of('middle');
    expect(middle).toEqual({ ...plain, expected: true });
    expect(firstSeen).toBeGreaterThan(1_700_000_000);
    const { firstSeen: _, ...cheap } = await of('low');
    expect(cheap).toEqual({ ...plain, expected: true, prioritized: true });
    const missing = await explorer.status(`/api/v1/block/${categories}/tx/${idOf('censored')}/audit`);
    expect(missing).toMatchObject({ status: 404, text: '{"error":"Transaction audit not available"}' });
  });

  it('detect prioritized transactions', async () => {
    await send(make('favourite', 200), make('rich', 9_000));
    await node.client.rpc('prioritisetransaction', idOf('favourite'), 0, 50_000);
    await settled();
    const [hash] = await node.mine(1);
    const audit = await auditOf(hash ?? '');
    expect(listsOf(audit)).toEqual({ prioritizedTxs: ['favourite'] });
    expect(audit.matchRate).toBe(100);
    expect(audit.missingTxs).toEqual([]);
  });

  it('answer 404, 204 and null without an audit', async () => {
    const old = await explorer.get<string>('/api/block-height/1');
    const answer = async (path: string) => {
      const { status, text } = await explorer.status(path);
      return [status, text];
    };
    expect(await answer(`/api/v1/block/${old}/audit-summary`)).toEqual([404, '{"error":"Audit not available"}']);
    expect(await answer(`/api/v1/block/${'0'.repeat(63)}/audit-summary`)).toEqual([
      400,
      '{"error":"Invalid block hash"}',
    ]);
    expect(await answer(`/api/v1/mining/blocks/audit/${old}`)).toEqual([204, '']);
    expect(await answer(`/api/v1/mining/blocks/audit/score/${old}`)).toEqual([200, '"null"']);
    expect(await answer('/api/v1/mining/blocks/audit/scores/abc')).toEqual([
      500,
      '{"error":"Failed to get block audit scores"}',
    ]);
    expect(await answer('/api/v1/mining/blocks/predictions?from=2&to=1')).toEqual([
      500,
      '{"error":"Failed to get historical blocks health"}',
    ]);
    const block = await explorer.get<BlockExt>(`/api/v1/block/${old}`);
    expect(block.extras).toMatchObject({ matchRate: null, expectedFees: null, expectedWeight: null });
    expect('similarity' in block.extras).toBe(false);
  });

  it('belong to their blocks: of two at a height only the active one counts for mining pools and series', async () => {
    await send(make('kept', 5_000));
    await settled();
    const lost = await mineBlock(['kept'], address);
    expect((await auditOf(lost)).matchRate).toBe(100);
    expect(await audited()).toBe(3);
    await node.client.rpc('invalidateblock', lost);
    const winner = await mineBlock([], address);
    const next = await mineBlock([], address);
    await settled();
    await explorer.contexts.get('regtest')!.audits.settled(next);
    // For some seconds after a reorg, there is no projection to compare with.
    const isAudited = async (hash: string) =>
      (await explorer.status(`/api/v1/block/${hash}/audit-summary`)).status === 200;
    expect(await isAudited(winner)).toBe(false);
    const late = (await isAudited(next)) ? 1 : 0;
    expect((await auditOf(lost)).matchRate).toBe(100);
    const scores = await explorer.get<AuditScore[]>('/api/v1/mining/blocks/audit/scores');
    expect(scores.map(({ hash }) => hash)).not.toContain(lost);
    expect(scores.map(({ hash }) => hash)).toContain(categories);
    expect(await audited()).toBe(2 + late);
    // the new branch continues, and is audited again once the mempool has settled
    let again: AuditScore | undefined;
    while (again === undefined) {
      const [hash = ''] = await node.mine(1);
      await settled();
      const found = await explorer.get<AuditScore | 'null'>(`/api/v1/mining/blocks/audit/score/${hash}`);
      again = found === 'null' ? undefined : found;
    }
    const { text, headers } = await explorer.status('/api/v1/mining/blocks/predictions?format=csv');
    expect(text.split('\r\n')[0]).toBe('mean time (Unix s),mean height,mean health (%)');
    expect(headers.get('content-type')).toContain('text/csv');
    // There is no other miner. Of blocks in quick succession, some are audited late.
    const health = async () => (await explorer.get<MiningPoolPage>('/api/v1/mining/pool/unknown')).avgBlockHealth;
    const mean = (count: number) => Math.round((8_333 + 10_000 * (count - 1)) / count) / 100;
    expect([mean(3), mean(4)]).toEqual([94.44, 95.83]);
    await expect.poll(async () => (await health()) === mean(await audited())).toBe(true);
  });

  it('survive a restart; blocks mined meanwhile have none', async () => {
    const before = await auditOf(categories);
    await explorer.stop();
    const [while_ = ''] = await node.mine(1);
    explorer = await start();
    await settled();
    expect(await explorer.get(`/api/v1/block/${categories}/audit-summary`)).toEqual(before);
    expect((await explorer.status(`/api/v1/block/${while_}/audit-summary`)).status).toBe(404);
    const [then = ''] = await node.mine(1);
    expect((await auditOf(then)).matchRate).toBe(100);
  });

  it('list deprioritized and sigop-bound transactions', async () => {
    // 0-of-0 multisig, five times: each counts as twenty sigops, which add up to 500 vB
    const none = [0x00, 0x00, 0x00, 0xae];
    const checks = Uint8Array.from([
      ...Array(4)
        .fill([...none, 0x69])
        .flat(),
      ...none,
    ]);
    const [utxo] = utxos.splice(0, 1);
    const lock = openTx([utxo!], [utxoValue - 1_000], 0, checks);
    await send(lock.raw);
    await node.mine(1);
    await explorer.stop();
    // these arrived ten minutes ago, too
    await node.client.rpc('setmocktime', Math.floor(Date.now() / 1000) - 600);
    const { raw, txid } = openTx(lock.utxos, [utxoValue - 21_000]);
    made.set('bound', { id: displayHash(txid), raw, utxo: lock.utxos[0]! });
    await send(raw, make('highest', 9_000), make('higher', 8_000), make('high enough', 7_000), make('put down', 9_500));
    await node.client.rpc('setmocktime', 0);
    explorer = await start();
    await settled();
    const hash = await mineBlock(['highest', 'higher', 'high enough', 'put down'], address);
    const audit = await auditOf(hash);
    expect(audit.template.map(({ txid }) => nameOf(txid)).sort()).toEqual([
      'bound',
      'high enough',
      'higher',
      'highest',
      'put down',
    ]);
    expect(listsOf(audit)).toEqual({ sigopTxs: ['bound'], deprioritizedTxs: ['put down'] });
    expect(audit.matchRate).toBe(100);
    const { sigops, weight } = await explorer.get<Tx>(`/api/v1/tx/${idOf('bound')}`);
    expect(sigops).toBe(100);
    expect(weight).toBeLessThan(4 * 200);
  });
});
