import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Acceleration } from '@glassblock/contract';
import {
  type AccelerationEstimate,
  type OwnAccelerations,
  type PaymentInvoice,
  type PaymentOrder,
  type ServiceAuth,
  type ServiceError,
  type ServiceRouteId,
  serviceErrors,
  serviceRoutes,
} from '@glassblock/contract/services';
import { mineOpenUtxos, type OpenUtxo, openTx, type RealNode, startRealNode } from '@glassblock/node/testing';
import { displayHash, toHex } from '@glassblock/primitives';
import { HDKey } from '@scure/bip32';
import { Command } from 'commander';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addServicesCommands } from '../../src/cli/services.ts';
import { loadConfig } from '../../src/index.ts';
import { type ScriptedInvoices, startScriptedInvoices } from '../support/scripted-invoices.ts';
import { startTestExplorer, type TestExplorer } from '../support/test-explorer.ts';

const program = new URL('../../src/launch.cts', import.meta.url).pathname;
const run = promisify(execFile);
const base = '/api/v1/services';
const password = 'correct horse';

let directory: string;
let config: string;
let node: RealNode;
let utxos: OpenUtxo[];
let explorer: TestExplorer;
let lnd: ScriptedInvoices;
const keys: Record<string, string> = {};
const userIds: Record<string, number> = {};

/** Runs a command on the database in this process, also while the server runs. */
async function command(...words: string[]): Promise<string> {
  const lines: string[] = [];
  const terminal = { say: (line: string) => void lines.push(line), progress: () => undefined, ask: async () => '' };
  const main = new Command();
  addServicesCommands(
    main,
    () => loadConfig({ config }, {}),
    terminal,
    async () => password,
  );
  await main.parseAsync(['services', ...words], { from: 'user' });
  return lines.join('\n');
}

/** Creates a user with the real program. */
async function addUser(name: string): Promise<void> {
  const words = ['services', 'add-user', name, '--email', `${name}@example.org`, '--config', config];
  const running = run(process.execPath, [program, ...words]);
  running.child.stdin!.end(`${password}\n`);
  expect((await running).stdout).toBe(`Created user ${name}.\n`);
}

const start = () => startTestExplorer({ config, dataDir: join(directory, 'data') });

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'glassblock-services-'));
  config = join(directory, 'glassblock.json');
  node = await startRealNode();
  utxos = await mineOpenUtxos(node.client, 18, 1_000_000);
  lnd = await startScriptedInvoices();
  const testKeys = { public: 0x043587cf, private: 0x04358394 };
  const accountKey = HDKey.fromMasterSeed(new Uint8Array(32).fill(7), testKeys).publicExtendedKey;
  const services = {
    payments: { lnd: { url: lnd.url }, accountKey },
    baseFee: 500,
    feePerVbyte: 1,
    miners: [
      { name: 'own', node: node.url },
      { name: 'away', node: 'http://user:secret@127.0.0.1:9' },
    ],
  };
  const networks = [{ name: 'regtest', node: node.url, zmq: node.zmq }];
  await writeFile(config, JSON.stringify({ dataDir: join(directory, 'data'), networks, services }));
  await addUser('alice');
  await command('add-user', 'bob');
  for (const name of ['alice', 'bob']) {
    await command('credit', name, '50000', '--reference', `receipt of ${name}`);
    keys[name] = /gbk_\S+/.exec(await command('add-key', name))![0];
  }
  explorer = await start();
  await explorer.until<number>('/api/blocks/tip/height', (height) => height > 100);
  await explorer.until<{ count: number }>('/api/mempool', ({ count }) => count === 0);
});
afterAll(async () => {
  await explorer?.stop();
  await node?.stop();
  await lnd?.stop();
  await rm(directory, { recursive: true, force: true });
});

interface Sent {
  as?: string;
  headers?: Record<string, string>;
  body?: unknown;
  form?: Record<string, string>;
  query?: string;
}

/** Sends a request and checks its answer against the contract. */
async function call(id: ServiceRouteId, { as, headers = {}, body, form, query = '' }: Sent = {}) {
  const { method, path, answer } = serviceRoutes[id];
  const key = as === undefined ? {} : { 'x-mempool-auth': keys[as]! };
  const sent = form === undefined ? JSON.stringify(body ?? {}) : new URLSearchParams(form);
  const response = await explorer.status(base + path + query, {
    method,
    headers: { ...key, ...headers },
    ...(method === 'POST' && { body: sent }),
  });
  expect(response.headers.get('cache-control')).toBe('no-store');
  if (response.status === 200 && answer !== undefined) {
    const value: unknown = JSON.parse(response.text);
    expect([...Value.Errors(answer, value)]).toEqual([]);
    return { ...response, value };
  }
  if (response.status === 200) expect(['', '{}']).toContain(response.text);
  else if (response.status !== 204)
    expect(serviceErrors[response.text as ServiceError]?.status, response.text).toBe(response.status);
  return { ...response, value: undefined };
}

const errorOf = async (id: ServiceRouteId, sent?: Sent) => (await call(id, sent)).text;
const answerTo = async <T>(id: ServiceRouteId, sent?: Sent) => (await call(id, sent)).value as T;
const history = (as: string, status = 'all') =>
  answerTo<OwnAccelerations>('history', { as, query: `?status=${status}&details=true` });

/** Sends a transaction to the node. @returns its txid, once the explorer has it */
async function send(feeRate: number, spends: readonly OpenUtxo[] = [utxos.pop()!]): Promise<string> {
  const value = spends.reduce((sum, utxo) => sum + utxo.value, 0);
  const vsize = Math.ceil(openTx(spends, [value]).weight / 4);
  const { raw, txid } = openTx(spends, [value - feeRate * vsize]);
  await node.client.rpc('sendrawtransaction', toHex(raw));
  const id = displayHash(txid);
  await explorer.until(`/api/tx/${id}`, (tx) => typeof tx === 'object');
  return id;
}

const deltas = async () =>
  (await node.client.rpc('getprioritisedtransactions')) as Record<string, { fee_delta: number }>;
/** Mines blocks one by one: the transactions of the mempool are in the first. */
async function mine(count: number): Promise<void> {
  for (let block = 0; block < count; block++) {
    await node.mine(1);
    const height = (await node.client.rpc('getblockcount')) as number;
    await explorer.until('/api/blocks/tip/height', (tip) => Number(tip) === height);
  }
}
/** Waits for the state of the newest acceleration. */
async function untilState(as: string, state: string): Promise<OwnAccelerations[number]> {
  const headers = { 'x-mempool-auth': keys[as]! };
  for (;;) {
    const rows = JSON.parse((await explorer.status(`${base}/accelerator/history?status=all`, { headers })).text);
    if (rows[0]?.status === state) return rows[0];
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

it('signs in with a password by cookie and token, and out again', async () => {
  const wrong = await call('login', { body: { username: 'alice', password: 'incorrect' } });
  expect(wrong).toMatchObject({ status: 401, text: 'invalid_credentials' });
  expect(await errorOf('login', { body: { username: 'unknown', password } })).toBe('invalid_credentials');
  const login = await call('login', { body: { username: 'alice', password } });
  const { token, user } = login.value as ServiceAuth;
  expect(user).toEqual({ userId: expect.any(Number), username: 'alice' });
  userIds['alice'] = user.userId;
  const setCookie = login.headers.get('set-cookie')!;
  expect(setCookie).toMatch(/^glassblock_session=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/);
  const cookie = setCookie.split(';')[0]!;
  expect(await answerTo('account', { headers: { cookie } })).toMatchObject({
    username: 'alice',
    email: 'alice@example.org',
    passwordIsSet: true,
  });
  await answerTo('menu', { headers: { cookie } });
  expect(await answerTo<ServiceAuth>('jwt', { headers: { cookie } })).toMatchObject({ user });
  expect(await answerTo('balance', { headers: { authorization: `Bearer ${token}` } })).toMatchObject({
    balance: 50_000,
  });
  const tampered = token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
  expect(await errorOf('balance', { headers: { authorization: `Bearer ${tampered}x` } })).toBe('unauthorized');
  // another site makes the browser send the cookie
  for (const origin of [{}, { origin: 'https://evil.example' }, { origin: 'null' }]) {
    const sent = { headers: { cookie, ...origin }, body: { txInput: 'ab'.repeat(32), userBid: 1_000 } };
    expect(await errorOf('accelerate', sent)).toBe('forbidden');
    expect(await errorOf('cancel', sent)).toBe('forbidden');
    expect(await errorOf('logout', sent)).toBe('forbidden');
  }
  expect(
    await errorOf('login', { headers: { origin: 'https://evil.example' }, body: { username: 'alice', password } }),
  ).toBe('forbidden');
  const out = await call('logout', { headers: { cookie, origin: explorer.url } });
  expect(out.headers.get('set-cookie')).toContain('Max-Age=0');
  expect(await errorOf('account', { headers: { cookie } })).toBe('invalid_user');
  // the token ends with its session
  expect(await errorOf('balance', { headers: { authorization: `Bearer ${token}` } })).toBe('unauthorized');
});

it('limits attempts to sign in by address', async () => {
  const attempts = Array.from({ length: 12 }, () => call('login', { body: { username: '', password: '' } }));
  const statuses = (await Promise.all(attempts)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(2);
});

it('refuses callers without a credential, and malformed requests', async () => {
  for (const id of Object.keys(serviceRoutes) as ServiceRouteId[]) {
    const { access } = serviceRoutes[id];
    if (access === 'public') continue;
    const word = id === 'account' || id === 'menu' ? 'invalid_user' : 'unauthorized';
    expect(await errorOf(id), id).toBe(word);
    expect(await errorOf(id, { headers: { 'x-mempool-auth': 'gbk_wrong' } }), id).toBe(word);
  }
  expect(await errorOf('jwt', { as: 'alice' })).toBe('forbidden');
  expect(await errorOf('history', { as: 'alice' })).toBe('bad_request');
  for (const body of [{}, { txInput: 5 }, { txInput: 'ab' }, { txInput: ['ab'.repeat(32)] }])
    expect(await errorOf('estimate', { body })).toBe('bad_request');
  for (const body of ['{', '[]', 'null', '"x"']) {
    const response = await explorer.post(`${base}/accelerator/estimate`, body);
    expect(response).toMatchObject({ status: 400, text: 'bad_request' });
  }
  expect(await errorOf('estimate', { body: { txInput: 'ab'.repeat(32) } })).toBe('txid_not_in_mempool');
  expect(await errorOf('cancel', { as: 'alice', body: { id: 'x' } })).toBe('bad_request');
  const tooLong = await explorer.post(`${base}/accelerator/estimate`, 'x'.repeat(20_000));
  expect(tooLong.status).toBe(413);
  expect(await answerTo('version')).toMatchObject({ version: '0.1.0' });
});

it('quotes, accelerates, mines and charges a transaction', async () => {
  const parent = openTx([utxos.pop()!], [999_000]);
  await node.client.rpc('sendrawtransaction', toHex(parent.raw));
  const txid = await send(2, parent.utxos);
  const estimate = await answerTo<AccelerationEstimate>('estimate', { form: { txid } });
  expect(estimate).toMatchObject({ txSummary: { txid, ancestorCount: 2 }, userBalance: 0, enoughBalance: false });
  const { effectiveVsize: vsize, effectiveFee } = estimate.txSummary;
  expect(effectiveFee).toBeGreaterThan(1_000);
  const own = await answerTo<AccelerationEstimate>('estimate', { as: 'alice', body: { txInput: txid } });
  expect(own).toMatchObject({ userBalance: 50_000, enoughBalance: true, vsizeFee: vsize, mempoolBaseFee: 500 });
  expect(own.cost).toBeGreaterThanOrEqual(vsize);
  const sent = { as: 'alice', body: { txInput: txid, userBid: 20_000, accelerationUUID: 'x' } };
  expect(await errorOf('accelerate', { ...sent, body: { txInput: txid, userBid: 49_900 } })).toBe('not_enough_balance');
  expect(await errorOf('accelerate', { ...sent, body: { txInput: txid, userBid: 1 } })).toBe(
    'invalid_acceleration_request',
  );
  expect(await call('accelerate', sent)).toMatchObject({ status: 200, text: '' });
  expect(await errorOf('accelerate', sent)).toBe('acceleration_duplicated');
  expect((await call('estimate', { body: { txInput: txid } })).status).toBe(204);

  // the node's template and our projected block have the fee delta
  expect(await deltas()).toMatchObject({ [txid]: { fee_delta: 20_000 } });
  const entry = (await node.client.rpc('getmempoolentry', txid)) as { fees: { modified: number; base: number } };
  expect(Math.round((entry.fees.modified - entry.fees.base) * 1e8)).toBe(20_000);
  const template = (await node.client.rpc('getblocktemplate', { rules: ['segwit'] })) as {
    transactions: { txid: string }[];
  };
  expect(template.transactions.map((tx) => tx.txid)).toContain(txid);
  const active = await explorer.until<Acceleration[]>('/api/v1/accelerations', (list) => list.length === 1);
  expect(active[0]).toMatchObject({ txid, feeDelta: 20_000, effectiveVsize: vsize, effectiveFee, pools: [] });
  await explorer.until<{ acceleration?: boolean }>(`/api/v1/cpfp/${txid}`, ({ acceleration }) => acceleration === true);
  const held = 20_000 + 500 + vsize;
  expect(await answerTo('balance', { as: 'alice' })).toEqual({ balance: 50_000 - held, hold: held, feesPaid: 0 });

  // the server restarts in the middle, and the node loses what it was sent
  await explorer.stop();
  await node.client.rpc('prioritisetransaction', txid, 0, -20_000);
  explorer = await start();
  await expect.poll(async () => (await deltas())[txid]?.fee_delta).toBe(20_000);

  // the block's lowest fee rate is that of another transaction
  const { fee, weight } = await explorer.get<{ fee: number; weight: number }>(`/api/tx/${await send(50)}`);
  await mine(1);
  await untilState('alice', 'completed_provisional');
  await mine(2);
  const row = await untilState('alice', 'completed');
  const charged = Math.ceil((fee / (weight / 4)) * vsize) - effectiveFee + 500 + vsize;
  expect(row.fee_paid).toBe(charged);
  expect(row).toMatchObject({ confirmations: 3, max_bid: 20_000 });
  expect(await answerTo('balance', { as: 'alice' })).toEqual({
    balance: 50_000 - row.fee_paid,
    hold: 0,
    feesPaid: row.fee_paid,
  });
  expect((await history('alice'))[0]!.history).toHaveLength(4);
  expect(await deltas()).toEqual({});
  expect(await explorer.get('/api/v1/accelerations/recent/24h')).toMatchObject([
    { txid, boost_cost: expect.any(Number) },
  ]);
  const lists = `${base}/accelerator/accelerations`;
  expect(await explorer.get(`${lists}/stats`)).toMatchObject({ totalCompleted: 1 });
  const record = await explorer.get<{ blockHash: string; added: number }>(`${lists}/${txid}`);
  expect(record).toMatchObject({ txid, status: 'completed', feeDelta: 20_000 });
  expect(await explorer.status(`${lists}/${'ab'.repeat(32)}`)).toMatchObject({
    status: 404,
    text: 'Acceleration not found',
  });
  expect(await explorer.status(`${lists}/xyz`)).toMatchObject({ status: 400, text: 'invalid txid' });
  const { added, blockHash } = record;
  for (const query of [`blockHash=${blockHash}`, `from=${added}&to=${added}`])
    expect(await explorer.get(`${lists}/history?${query}`)).toEqual([record]);
  for (const query of [`blockHash=${'ab'.repeat(32)}`, `from=${added + 1}&timeframe=all`, `to=${added - 1}`])
    expect(await explorer.get(`${lists}/history?${query}`)).toEqual([]);
});

it('refunds canceled and replaced accelerations', async () => {
  const txid = await send(2);
  const { balance } = await answerTo<{ balance: number }>('balance', { as: 'bob' });
  await call('accelerate', { as: 'bob', form: { txid, maxBidBoost: '5000' } });
  const [{ id } = { id: 0 }] = await history('bob', 'accelerating');
  expect(await errorOf('cancel', { as: 'alice', form: { id: String(id) } })).toBe('invalid_acceleration_request');
  expect(await call('cancel', { as: 'bob', form: { id: String(id) } })).toMatchObject({ status: 200 });
  expect(await deltas()).toEqual({});
  expect(await answerTo('balance', { as: 'bob' })).toEqual({ balance, hold: 0, feesPaid: 0 });

  const spent = utxos.pop()!;
  const replaced = await send(2, [spent]);
  await call('accelerate', { as: 'bob', body: { txInput: replaced, userBid: 3_000 } });
  await send(60, [spent]);
  await untilState('bob', 'failed_provisional');
  await mine(2);
  await untilState('bob', 'failed');
  expect(await answerTo('balance', { as: 'bob' })).toEqual({ balance, hold: 0, feesPaid: 0 });
  expect(await deltas()).toEqual({});
});

/** Sends sats to an address. @returns the txid, once the explorer has it */
async function payTo(address: string, sats: number): Promise<string> {
  const spends = [utxos.pop()!, utxos.pop()!];
  const inputs = spends.map(({ txid, vout }) => ({ txid: displayHash(txid), vout, sequence: 0xfffffffd }));
  const change = 2_000_000 - sats - 20_000;
  const { p2sh } = (await node.client.rpc('decodescript', '51')) as { p2sh: string };
  const outputs = [{ [address]: sats / 1e8 }, { [p2sh]: change / 1e8 }];
  const bare = (await node.client.rpc('createrawtransaction', inputs, outputs)) as string;
  const witness = spends
    .map(({ script }) => `01${script.length.toString(16).padStart(2, '0')}${toHex(script)}`)
    .join('');
  const raw = `${bare.slice(0, 8)}0001${bare.slice(8, -8)}${witness}${bare.slice(-8)}`;
  const id = (await node.client.rpc('sendrawtransaction', raw)) as string;
  await explorer.until(`/api/tx/${id}`, (tx) => typeof tx === 'object');
  return id;
}

const orderOf = (id: string) => answerTo<PaymentOrder>('bitcoinOrder', { query: `?id=${id}` });
const checkOf = (id: string) => call('bitcoinCheck', { query: `?order_id=${id}` });
const untilOrder = async (id: string, status: PaymentOrder['status']) => {
  await expect.poll(async () => (await orderOf(id)).status, { timeout: 30_000 }).toBe(status);
  return orderOf(id);
};

it('accelerates for a Lightning invoice without an account, and the rest can be claimed', async () => {
  const txid = await send(2);
  const estimate = await answerTo<AccelerationEstimate>('estimate', { body: { txInput: txid } });
  expect(estimate.availablePaymentMethods.bitcoin).toEqual({ enabled: true, min: 1_000, max: 10_000_000 });
  const headers = { 'idempotency-key': 'one' };
  const sent = { headers, body: { txid, maxBidBoost: 9_000 } };
  const invoice = await answerTo<PaymentInvoice>('invoice', sent);
  const { btcpayInvoiceId: id, addresses } = invoice;
  expect(addresses.BTC).toMatch(/^bcrt1q/);
  expect(Number(invoice.btcDue)).toBeCloseTo((9_500 + estimate.txSummary.effectiveVsize) / 1e8, 8);
  expect(await answerTo('invoice', sent)).toEqual(invoice);
  const other = { product: txid, amount: 9_500 + estimate.txSummary.effectiveVsize };
  const same = await answerTo<PaymentInvoice>('bitcoin', { body: other });
  expect(same).toMatchObject({ btcDue: invoice.btcDue });
  expect(same.addresses.BTC).not.toBe(addresses.BTC);
  expect(await answerTo('bitcoinInvoice', { query: `?id=${id}` })).toEqual(invoice);
  await expect.poll(async () => (await checkOf(id)).status).toBe(204);
  expect(await errorOf('bitcoinCheck', { query: '?order_id=unknown' })).toBe('invoice_not_found');
  expect(await errorOf('bitcoinInvoice', { query: `?id=${'x'.repeat(300)}` })).toBe('invoice_not_found');
  // it is settled while the connection is lost: asked for after reconnecting
  lnd.disconnect();
  lnd.settle(addresses.BTC_LightningLike!);
  await untilOrder(id, 'accelerated');
  expect((await checkOf(id)).status).toBe(200);
  // the invoice has its acceleration before the miner has its fee delta
  await expect.poll(async () => (await deltas())[txid]?.fee_delta).toBe(9_000);
  expect(await errorOf('invoice', { body: { txid, maxBidBoost: 9_000 } })).toBe('acceleration_duplicated');
  const guest = await orderOf(id);
  expect(guest).toMatchObject({ received: guest.amount, claimable: 0, acceleration: { txid, maxBid: 9_000 } });
  await mine(3);
  await expect.poll(async () => (await orderOf(id)).acceleration?.status, { timeout: 30_000 }).toBe('completed');
  const { claimable } = await orderOf(id);
  expect(claimable).toBeGreaterThan(0);
  const { balance } = await answerTo<{ balance: number }>('balance', { as: 'bob' });
  expect(await answerTo('bitcoinClaim', { as: 'bob', body: { id } })).toEqual({ amount: claimable });
  expect(await errorOf('bitcoinClaim', { as: 'alice', body: { id } })).toBe('bad_request');
  expect(await answerTo('balance', { as: 'bob' })).toMatchObject({ balance: balance + claimable });
});

it('credits a top-up on chain with its confirmations', async () => {
  const { btcpayInvoiceId: id, addresses } = await answerTo<PaymentInvoice>('topUp', {
    as: 'alice',
    form: { amount: '1000000' },
  });
  const { balance } = await answerTo<{ balance: number }>('balance', { as: 'alice' });
  const txid = await payTo(addresses.BTC!, 1_000_000);
  expect(await untilOrder(id, 'confirming')).toMatchObject({ received: 0, pending: 1_000_000 });
  expect((await checkOf(id)).status).toBe(204);
  // three confirmations for a million sats
  await mine(3);
  expect(await untilOrder(id, 'paid')).toMatchObject({ payments: [{ reference: `${txid}:0`, status: 'credited' }] });
  expect(await answerTo('balance', { as: 'alice' })).toMatchObject({ balance: balance + 1_000_000 });
  const [top] = await answerTo<{ invoiceId: string }[]>('topUps', { as: 'alice' });
  expect(top).toMatchObject({ invoiceId: id, status: 'paid', amount: 1_000_000, type: 'bitcoin' });
});

it('refuses payments that are not configured, out of bounds or unknown, and says when lnd is away', async () => {
  const txid = await send(3);
  const bidOf = (maxBidBoost: unknown) => errorOf('invoice', { body: { txid, maxBidBoost } });
  expect(await bidOf(1)).toBe('invalid_acceleration_request');
  expect(await bidOf(20_000_000)).toBe('payment_method_not_allowed_out_of_bound');
  expect(await bidOf('x')).toBe('bad_request');
  expect(await errorOf('topUp', { as: 'bob', body: { amount: 999_999 } })).toBe(
    'payment_method_not_allowed_out_of_bound',
  );
  expect(await errorOf('squareSetup')).toBe('payment_method_not_allowed');
  const card = { txInput: txid, token: 'x', referenceId: 'accelerator-x', cashtag: '$x' };
  for (const id of ['cashapp', 'applePay', 'googlePay'] as const)
    expect(await errorOf(id, { body: card })).toBe('payment_method_not_allowed');
  expect(await errorOf('cardOnFile', { as: 'bob', body: card })).toBe('payment_method_not_allowed');
  const { btcpayInvoiceId: id } = await answerTo<PaymentInvoice>('invoice', { body: { txid, maxBidBoost: 5_000 } });
  expect(await errorOf('bitcoinSimulate', { body: { id } })).toBe('not_available');
  await lnd.stop();
  await expect.poll(async () => (await checkOf(id)).status, { timeout: 30_000 }).toBe(504);
  expect(await bidOf(5_000)).toBe('temporarily_unavailable');
});

it('tracks and cancels automatic accelerations', async () => {
  const txid = await send(3);
  const auto = (body: object) => call('autoAccelerate', { as: 'bob', body: { txid, ...body } });
  for (const wrong of [{ type: 'never' }, { type: 'time_delay', value: 0.4 }, { type: 'block_height', value: 1 }])
    expect(await auto(wrong)).toMatchObject({ status: 400, text: 'invalid_acceleration_request' });
  expect(await auto({ type: 'time_delay', value: '0.5' })).toMatchObject({ status: 200, text: '' });
  expect(await auto({ type: 'time_delay', value: 1 })).toMatchObject({ text: 'acceleration_duplicated' });
  expect(await auto({ type: 'timestamp', value: 4_000_000_000 })).toMatchObject({ status: 200 });
  expect(await answerTo('autoHistory', { as: 'bob' })).toMatchObject([
    { txid, status: 'tracking', trigger_type: 'timestamp', trigger_value: 4_000_000_000 },
    { txid, status: 'tracking', trigger_type: 'time_delay', trigger_value: 0.5 },
  ]);
  expect(await answerTo('autoHistory', { as: 'alice' })).toEqual([]);
  const cancel = async (as: string) => (await call('autoCancel', { as, form: { txid } })).status;
  expect([await cancel('alice'), await cancel('bob'), await cancel('bob')]).toEqual([204, 200, 204]);
});

it('shows each user only what is theirs', async () => {
  const [alice, bob] = [await history('alice'), await history('bob')];
  expect([alice.length, bob.length]).toEqual([1, 2]);
  expect(new Set(alice.map(({ user_id }) => user_id))).toEqual(new Set([userIds['alice']]));
  expect(bob.every(({ user_id }) => user_id !== userIds['alice'])).toBe(true);
  for (const as of ['alice', 'bob']) {
    const credit = (await answerTo<{ invoiceId: string; amount: number }[]>('topUps', { as })).at(-1);
    expect(credit).toMatchObject({ amount: 50_000, status: 'paid', link: null });
    expect(await answerTo('account', { as })).toMatchObject({ username: as });
  }
  // ids of others, in every route that takes one
  for (const { id } of bob)
    expect(await errorOf('cancel', { as: 'alice', body: { id } })).toBe('invalid_acceleration_request');
  const foreign = await answerTo<OwnAccelerations>('history', {
    as: 'alice',
    query: `?status=all&user_id=${bob[0]!.user_id}&userId=${bob[0]!.user_id}`,
  });
  expect(foreign).toHaveLength(1);
});

it('commands credit once by reference, list users, revoke keys and disable users', async () => {
  expect(await command('credit', 'bob', '50000', '--reference', 'receipt of bob')).toContain('credited before');
  const id = /keys (\d+)/.exec(/^bob.*$/m.exec(await command('list'))![0])![1]!;
  await command('revoke-key', id);
  expect(await errorOf('balance', { as: 'bob' })).toBe('unauthorized');
  await expect(command('revoke-key', id)).rejects.toMatchObject({ code: 'cli.no-key' });
  await expect(command('credit', 'unknown', '5')).rejects.toMatchObject({ code: 'cli.no-user' });
  await expect(command('credit', 'bob', '0.5')).rejects.toMatchObject({ code: 'cli.no-amount' });
  await command('disable', 'alice');
  expect(await errorOf('account', { as: 'alice' })).toBe('invalid_user');
  const list = await command('list');
  expect(list).toContain('alice (disabled): balance');
  expect(list).not.toContain('guest');
  expect(list).toContain('2 users; the ledger is consistent.');
  const files = join(directory, 'data', 'services');
  for (const name of ['services.db', 'token-key.pem']) expect((await stat(join(files, name))).mode & 0o777).toBe(0o600);
  const stored = await readFile(join(files, 'services.db'), 'latin1');
  for (const secret of [password, keys['alice']!, keys['bob']!]) expect(stored).not.toContain(secret);
  // the miner that was away is in the log, its password is not
  expect(JSON.stringify(explorer.faults)).not.toContain('secret');
});
