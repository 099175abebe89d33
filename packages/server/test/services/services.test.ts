import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Acceleration } from '@glassblock/contract';
import {
  type AccelerationEstimate,
  type OwnAccelerations,
  type ServiceAuth,
  type ServiceError,
  type ServiceRouteId,
  serviceErrors,
  serviceRoutes,
} from '@glassblock/contract/services';
import { mineOpenUtxos, type OpenUtxo, openTx, type RealNode, startRealNode } from '@glassblock/node/testing';
import { displayHash, toHex } from '@glassblock/primitives';
import { Command } from 'commander';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addServicesCommands } from '../../src/cli/services.ts';
import { loadConfig } from '../../src/index.ts';
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
  utxos = await mineOpenUtxos(node.client, 12, 1_000_000);
  const services = {
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
  expect(await explorer.get(`${base}/accelerator/accelerations/stats`)).toMatchObject({ totalCompleted: 1 });
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

it('shows each user only what is theirs', async () => {
  const [alice, bob] = [await history('alice'), await history('bob')];
  expect([alice.length, bob.length]).toEqual([1, 2]);
  expect(new Set(alice.map(({ user_id }) => user_id))).toEqual(new Set([userIds['alice']]));
  expect(bob.every(({ user_id }) => user_id !== userIds['alice'])).toBe(true);
  for (const as of ['alice', 'bob']) {
    const [credit] = await answerTo<{ invoiceId: string; amount: number }[]>('topUps', { as });
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
  expect(list).toContain('2 users; the ledger is consistent.');
  const files = join(directory, 'data', 'services');
  for (const name of ['services.db', 'token-key.pem']) expect((await stat(join(files, name))).mode & 0o777).toBe(0o600);
  const stored = await readFile(join(files, 'services.db'), 'latin1');
  for (const secret of [password, keys['alice']!, keys['bob']!]) expect(stored).not.toContain(secret);
  // the miner that was away is in the log, its password is not
  expect(JSON.stringify(explorer.faults)).not.toContain('secret');
});
