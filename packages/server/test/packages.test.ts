import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CpfpInfo, NetworkState, TxClassified } from '@glassblock/contract';
import { mineOpenUtxos, type OpenUtxo, openTx, type RealNode, sendAll, startRealNode } from '@glassblock/node/testing';
import { displayHash, flag } from '@glassblock/primitives';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestExplorer, type TestExplorer } from './support/test-explorer.ts';

// a low-fee parent, its high-fee child, and an unrelated transaction between them
let node: RealNode;
let explorer: TestExplorer;
let utxos: OpenUtxo[];
let directory: string;

type Sent = ReturnType<typeof openTx> & { id: string; fee: number };

function pay(spends: readonly OpenUtxo[], fee: number, padding = 0): Sent {
  const value = spends.reduce((sum, utxo) => sum + utxo.value, 0) - fee;
  const sent = openTx(spends, [value], padding);
  return { ...sent, id: displayHash(sent.txid), fee };
}

const rateOf = (...txs: Sent[]) =>
  txs.reduce((sum, { fee }) => sum + fee, 0) / (txs.reduce((sum, { weight }) => sum + weight, 0) / 4);

beforeAll(async () => {
  node = await startRealNode();
  utxos = await mineOpenUtxos(node.client, 20, 1_000_000);
  directory = await mkdtemp(join(tmpdir(), 'glassblock-packages-'));
  explorer = await startTestExplorer({ node: node.url, network: 'regtest', dataDir: directory });
  await explorer.until<NetworkState>('/api/glass/v1/state', ({ index, mempool }) => index.synced && mempool.synced);
});
afterAll(async () => {
  await explorer?.stop();
  await node?.stop();
  await rm(directory, { recursive: true, force: true });
  expect(explorer.faults).toEqual([]);
});

const post = async (body: unknown) => {
  const response = await fetch(`${explorer.url}/api/v1/cpfp`, { method: 'POST', body: JSON.stringify(body) });
  return { status: response.status, answer: (await response.json()) as unknown };
};

describe('packages', () => {
  it('are returned before broadcast, in the mempool, and in the mined block', async () => {
    const parent = pay([utxos[0]!], 130);
    const child = pay(parent.utxos, 8_000);
    const unknownClient = pay([utxos[1]!], 1_000);
    const unsent = ({ id, weight, fee }: Sent, vin: string[]) => [
      { txid: id, weight, fee, sigops: 0, vin: vin.map((txid) => ({ txid, vout: 0 })), vout: [] },
    ];
    await sendAll(node.client, [parent.raw, unknownClient.raw]);
    await explorer.until<CpfpInfo>(`/api/v1/cpfp/${parent.id}`, ({ fee }) => fee === 130);
    const { answer } = await post(unsent(child, [parent.id]));
    expect(answer).toEqual([
      {
        ancestors: [{ txid: parent.id, fee: 130, weight: parent.weight }],
        descendants: [],
        bestDescendant: null,
        effectiveFeePerVsize: rateOf(parent, child),
        sigops: 0,
        fee: 8_000,
        adjustedVsize: child.weight / 4,
        acceleration: false,
      },
    ]);
    await sendAll(node.client, [child.raw]);
    await explorer.until<CpfpInfo>(`/api/v1/cpfp/${child.id}`, ({ cluster }) => cluster !== undefined);
    const poor = pay(child.utxos, 200);
    const { answer: next } = await post(unsent(poor, [child.id]));
    expect(next).toMatchObject([{ effectiveFeePerVsize: rateOf(poor) }]);
    expect((next as CpfpInfo[])[0]!.ancestors.map(({ txid }) => txid)).toEqual([child.id, parent.id]);

    const [hash] = await node.mine(1);
    const summary = await explorer.until<TxClassified[]>(`/api/v1/block/${hash}/summary`, (list) =>
      Array.isArray(list),
    );
    expect(summary.map(({ txid }) => txid)).toEqual(
      (await explorer.get<string[]>(`/api/block/${hash}/txids`)).map((txid) => txid),
    );
    const one = (tx: Sent) => explorer.get<TxClassified>(`/api/v1/block/${hash}/tx/${tx.id}/summary`);
    const has = async (tx: Sent, bit: number) => Math.floor((await one(tx)).flags / bit) % 2 === 1;
    expect(await one(parent)).toMatchObject({ fee: 130, vsize: parent.weight / 4, rate: rateOf(parent, child) });
    expect(await one(child)).toMatchObject({ fee: 8_000, value: child.utxos[0]!.value, rate: rateOf(parent, child) });
    expect(await one(unknownClient)).toMatchObject({ rate: rateOf(unknownClient) });
    expect([await has(parent, flag.cpfpParent), await has(parent, flag.cpfpChild)]).toEqual([true, false]);
    expect([await has(child, flag.cpfpParent), await has(child, flag.cpfpChild)]).toEqual([false, true]);
    expect([await has(unknownClient, flag.p2wsh), await has(unknownClient, flag.cpfpChild)]).toEqual([true, false]);
    expect(summary[0]).toMatchObject({ fee: 0, rate: 0 });
    const [seen] = await explorer.get<number[]>(`/api/v1/transaction-times?txId[]=${child.id}`);
    expect(Math.abs(seen! - Date.now() / 1000)).toBeLessThan(600);
  });

  it('are rejected with error texts where not available', async () => {
    const noPosition = 'ab'.repeat(32);
    const [hash] = await node.mine(1);
    expect(await explorer.status(`/api/v1/block/${noPosition}/summary`)).toMatchObject({
      status: 404,
      text: '{"error":"Failed to get block summary"}',
    });
    await explorer.until<TxClassified[]>(`/api/v1/block/${hash}/summary`, (list) => list.length === 1);
    expect(await explorer.status(`/api/v1/block/${hash}/tx/${noPosition}/summary`)).toMatchObject({
      status: 404,
      text: '{"error":"Transaction not found in summary"}',
    });
    expect(await explorer.status('/api/v1/block/xyz/summary')).toMatchObject({ status: 400 });
    const good = { txid: noPosition, weight: 400, sigops: 0, fee: 1, vin: [] };
    expect(await post([good, good])).toEqual({
      status: 400,
      answer: { error: 'More than one transaction is not supported yet' },
    });
    const bads = [
      {},
      [],
      [null],
      [7],
      [{ ...good, txid: 'x' }],
      [{ ...good, weight: 0 }],
      [{ ...good, weight: -4 }],
      [{ ...good, fee: 0.5 }],
      [{ ...good, sigops: '1' }],
      [{ ...good, vin: {} }],
    ];
    for (const bad of bads) {
      expect(await post(bad), JSON.stringify(bad)).toEqual({
        status: 400,
        answer: { error: 'Invalid transactions format' },
      });
    }
    expect(await post([{ ...good, vin: [null, 1, { txid: 'zz' }, { txid: noPosition }] }])).toMatchObject({
      status: 200,
      answer: [{ ancestors: [], effectiveFeePerVsize: 0.01 }],
    });
  });
});
