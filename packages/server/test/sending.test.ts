import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NetworkState, TestedTx } from '@glassblock/contract';
import { fieldsOf } from '@glassblock/node';
import { type RealNode, startRealNode } from '@glassblock/node/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestExplorer, type TestExplorer } from './support/test-explorer.ts';

let node: RealNode;
let explorer: TestExplorer;
let directory: string;
let receiver: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'glassblock-sending-'));
  node = await startRealNode();
  await node.mine(125);
  receiver = await node.newAddress('bech32');
  explorer = await startTestExplorer({ node: node.url, network: 'regtest', dataDir: directory });
  await explorer.until<NetworkState>('/api/glass/v1/state', ({ index, mempool }) => index.synced && mempool.synced);
});
afterAll(async () => {
  await explorer?.stop();
  await node?.stop();
  await rm(directory, { recursive: true, force: true });
  expect(explorer.faults).toEqual([]);
});

const posted = async <T>(path: string, body: unknown) => {
  const { status, text } = await explorer.post(path, JSON.stringify(body));
  expect(status, text).toBe(200);
  return JSON.parse(text) as T;
};
const signed = async (inputs: unknown[], outputs: unknown[], known: unknown[] = []) => {
  const raw = String(await node.client.rpc('createrawtransaction', inputs, outputs));
  return fieldsOf(await node.client.rpc('signrawtransactionwithwallet', raw, known), 'signed');
};

it("tests and broadcasts in every format; rejections have the node's code", async () => {
  const raw = String(await node.client.rpc('createrawtransaction', [], [{ [receiver]: 0.07 }]));
  const funded = fieldsOf(await node.client.rpc('fundrawtransaction', raw), 'funded');
  const { hex } = fieldsOf(await node.client.rpc('signrawtransactionwithwallet', funded['hex']), 'signed');
  const [theirs] = (await node.client.rpc('testmempoolaccept', [hex])) as Record<string, unknown>[];
  for (const path of ['/api/txs/test', '/api/v1/txs/test']) {
    const [tested] = await posted<TestedTx[]>(path, [hex]);
    expect(tested).toEqual({
      txid: theirs!['txid'],
      wtxid: theirs!['wtxid'],
      allowed: true,
      vsize: theirs!['vsize'],
      fees: theirs!['fees'],
    });
    const [strict] = await posted<TestedTx[]>(`${path}?maxfeerate=0.00000001`, [hex]);
    expect(strict).toMatchObject({ allowed: false, 'reject-reason': 'max-fee-exceeded' });
  }
  expect((await explorer.status(`/api/broadcast?tx=${hex}`)).text).toBe(theirs!['txid']);
  expect(await explorer.post('/api/v1/tx', String(hex))).toMatchObject({ status: 200, text: theirs!['txid'] });
  expect(await explorer.post('/api/v1/tx/push', `txHash=${hex}`)).toMatchObject({ status: 200 });
  const asJson = { method: 'POST', headers: { 'content-type': 'application/json' } };
  const inJson = await fetch(`${explorer.url}/api/v1/tx/push`, { ...asJson, body: `{"a":"txHash=${hex}"}` });
  expect(await inJson.text()).toBe(theirs!['txid']);

  const unknown = String(await node.client.rpc('createrawtransaction', [{ txid: '11'.repeat(32), vout: 0 }], []));
  const withOutput = String(
    await node.client.rpc('createrawtransaction', [{ txid: '11'.repeat(32), vout: 0 }], [{ [receiver]: 1 }]),
  );
  const wrong: [string, string, string][] = [
    ['/api/v1/tx/push', 'zz', 'sendrawtransaction RPC error: {"code":-2}'],
    ['/api/v1/tx/push', withOutput, 'sendrawtransaction RPC error: {"code":-2}'],
    ['/api/v1/tx/push', 'txHash=00', 'sendrawtransaction RPC error: {"code":-4}'],
    ['/api/v1/tx/push', `txHash=${withOutput}`, 'sendrawtransaction RPC error: {"code":-25}'],
    ['/api/v1/tx', 'zz', 'sendrawtransaction RPC error: {"code":-2}'],
    ['/api/v1/tx', withOutput, 'sendrawtransaction RPC error: {"code":-25}'],
    ['/api/v1/txs/test', '{}', 'testmempoolaccept RPC error: {"code":-1}'],
    ['/api/v1/txs/test', JSON.stringify(Array(26).fill('00')), 'testmempoolaccept RPC error: {"code":-1}'],
    ['/api/v1/txs/test', '["0"]', 'testmempoolaccept RPC error: {"code":-2}'],
    ['/api/v1/txs/package', '[7]', 'submitpackage RPC error: {"code":-1}'],
    ['/api/v1/txs/package', '["00"]', 'submitpackage RPC error: {"code":-4}'],
  ];
  for (const [path, body, error] of wrong) {
    expect(await explorer.post(path, body), path).toMatchObject({ status: 400, text: JSON.stringify({ error }) });
  }
  const form = await fetch(`${explorer.url}/api/v1/tx/push`, {
    method: 'POST',
    body: new URLSearchParams({ txHash: String(hex) }),
  });
  expect(await form.text()).toBe('{"error":"sendrawtransaction RPC error: {\\"code\\":-2}"}');
  const bare = await fetch(`${explorer.url}/api/v1/tx`, {
    method: 'POST',
    body: 'zz',
    headers: { accept: 'text/html' },
  });
  expect(await bare.text()).toBe('sendrawtransaction RPC error: {"code":-2}');
  const refused = await explorer.post('/api/tx', withOutput);
  expect(refused).toMatchObject({ status: 400 });
  expect(refused.text).toMatch(/^sendrawtransaction RPC error: \{"code":-25,"message":".+"\}$/);
  expect((await explorer.post('/api/txs/test', `["${unknown.padEnd(120, '0')}"]`)).text).toMatch(
    /^testmempoolaccept RPC error: \{"code":-22,"message":".+"\}$/,
  );
});

it('adds the parents that a PSBT lacks, in the encoding of the request', async () => {
  const unspent = (await node.client.rpc('listunspent', 1)) as { txid: string; vout: number }[];
  const inputs = unspent.slice(0, 3).map(({ txid, vout }) => ({ txid, vout }));
  const bare = String(await node.client.rpc('createpsbt', inputs, [{ [receiver]: 0.01 }]));
  const answer = await explorer.post('/api/v1/psbt/addparents', `${bare}\n`);
  expect(answer.status).toBe(200);
  const decoded = fieldsOf(await node.client.rpc('decodepsbt', answer.text), 'decoded');
  const parents = (decoded['inputs'] as { non_witness_utxo?: { txid: string } }[]).map(
    (input) => input.non_witness_utxo?.txid,
  );
  expect(parents).toEqual(inputs.map(({ txid }) => txid));
  const hex = await explorer.post('/api/v1/psbt/addparents', Buffer.from(bare, 'base64').toString('hex'));
  expect(hex).toMatchObject({ status: 200, text: Buffer.from(answer.text, 'base64').toString('hex') });
  expect(await explorer.post('/api/v1/psbt/addparents', answer.text)).toMatchObject({
    status: 422,
    text: expect.stringContaining('Psbt had no missing nonWitnessUtxos.'),
  });
  const unknown = await node.client.rpc('createpsbt', [{ txid: 'ab'.repeat(32), vout: 0 }], [{ [receiver]: 0.01 }]);
  expect(await explorer.post('/api/v1/psbt/addparents', String(unknown))).toMatchObject({
    status: 404,
    text: expect.stringContaining("Couldn't get transaction hex for parent of input"),
  });
  for (const body of ['', 'not a psbt', '70736274ff', bare.slice(0, 20)]) {
    const refused = await explorer.post('/api/v1/psbt/addparents', body);
    expect(refused).toMatchObject({ status: 500, text: expect.stringContaining('Failed to process PSBT') });
  }
});

it('sends a package, and reports the result of each transaction', async () => {
  for (const path of ['/api/txs/package', '/api/v1/txs/package']) {
    const utxos = (await node.client.rpc('listunspent', 20)) as { txid: string; vout: number; amount: number }[];
    const utxo = utxos.find(({ amount }) => amount > 1)!;
    const between = await node.newAddress();
    const inputs = [{ txid: utxo.txid, vout: utxo.vout, sequence: 0xfffffffd }];
    const parent = await signed(inputs, [{ [between]: (utxo.amount - 0.00001).toFixed(8) }]);
    const decoded = fieldsOf(await node.client.rpc('decoderawtransaction', parent['hex']), 'decoded');
    const script = (decoded['vout'] as { scriptPubKey: { hex: string } }[])[0]!.scriptPubKey.hex;
    const made = { txid: decoded['txid'], vout: 0, scriptPubKey: script, amount: utxo.amount - 0.00001 };
    const value = (utxo.amount - 0.001).toFixed(8);
    const child = await signed([{ txid: decoded['txid'], vout: 0 }], [{ [receiver]: value }], [made]);
    const orphan = await posted<TestedTx[]>('/api/txs/test', [child['hex']]);
    expect(orphan).toMatchObject([{ allowed: false, 'reject-reason': 'missing-inputs' }]);
    const result = await posted<Record<string, unknown>>(path, [parent['hex'], child['hex']]);
    expect(result, JSON.stringify(result)).toMatchObject({ package_msg: 'success' });
    expect(Object.keys(fieldsOf(result['tx-results'], 'tx-results'))).toHaveLength(2);
  }
});
