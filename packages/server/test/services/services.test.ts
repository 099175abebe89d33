import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Acceleration, Treasuries, type Tx, WatchedWallet } from '@glassblock/contract';
import {
  type AccelerationEstimate,
  type FaucetStatus,
  type NewKey,
  type OwnAccelerations,
  type OwnSessions,
  type PaymentInvoice,
  type PaymentOrder,
  type ServiceAuth,
  type ServiceError,
  type ServiceRoute,
  type ServiceRouteId,
  type ServiceUser,
  serviceErrors,
  serviceRoutes,
} from '@glassblock/contract/services';
import { mineOpenUtxos, type OpenUtxo, openTx, type RealNode, startRealNode } from '@glassblock/node/testing';
import { displayHash, toHex } from '@glassblock/primitives';
import { HDKey } from '@scure/bip32';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { Command } from 'commander';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addServicesCommands } from '../../src/cli/services.ts';
import { loadConfig } from '../../src/index.ts';
import { type Mailbox, startMailbox } from '../support/mailbox.ts';
import { type ScriptedInvoices, startScriptedInvoices } from '../support/scripted-invoices.ts';
import { startTestExplorer, type TestExplorer } from '../support/test-explorer.ts';

const program = new URL('../../src/launch.cts', import.meta.url).pathname;
const run = promisify(execFile);
const base = '/api/v1/services';
const password = 'correct horse';
/** Address of the key of BIP 173's test vectors. */
const watched = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

let directory: string;
let config: string;
let node: RealNode;
let utxos: OpenUtxo[];
let mailbox: Mailbox;
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
  mailbox = await startMailbox();
  // for the faucet
  await node.mine(1);
  utxos = await mineOpenUtxos(node.client, 18, 1_000_000);
  lnd = await startScriptedInvoices();
  const testKeys = { public: 0x043587cf, private: 0x04358394 };
  const accountKey = HDKey.fromMasterSeed(new Uint8Array(32).fill(7), testKeys).publicExtendedKey;
  const services = {
    payments: { lnd: { url: lnd.url }, accountKey },
    baseFee: 500,
    feePerVbyte: 1,
    origin: 'https://explorer.example',
    proofCost: 100,
    faucets: [{ network: 'regtest', node: node.url, collectSeconds: 0, allPerDay: 1_000_000 }],
    mail: { host: '127.0.0.1', port: mailbox.port, tls: 'none', from: 'explorer@example.org' },
    miners: [
      { name: 'own', node: node.url },
      { name: 'away', node: 'http://user:secret@127.0.0.1:9' },
    ],
  };
  const networks = [{ name: 'regtest', node: node.url, zmq: node.zmq }];
  const wallets = [{ name: 'cold', addresses: [watched], treasury: 'Example' }];
  const logo = join(directory, 'logo.svg');
  await writeFile(logo, '<svg xmlns="http://www.w3.org/2000/svg"/>');
  const enterprise = [{ name: 'acme', hosts: ['btc.acme.example'], title: 'Acme', siteId: 3, logo }];
  const own = { networks, services, trustProxy: ['127.0.0.1'], wallets, enterprise };
  await writeFile(config, JSON.stringify({ dataDir: join(directory, 'data'), ...own }));
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
  await mailbox?.close();
  await lnd?.stop();
  await rm(directory, { recursive: true, force: true });
});

interface Sent {
  as?: string;
  headers?: Record<string, string>;
  body?: unknown;
  form?: Record<string, string>;
  query?: string;
  network?: string;
}

/** Sends a request and checks its answer against the contract. */
async function call(id: ServiceRouteId, { as, headers = {}, body, form, query = '', network = 'regtest' }: Sent = {}) {
  const { method, path, answer }: ServiceRoute = serviceRoutes[id];
  const key = as === undefined ? {} : { 'x-mempool-auth': keys[as]! };
  const sent = form === undefined ? JSON.stringify(body ?? {}) : new URLSearchParams(form);
  const response = await explorer.status(base + path.replace(':network', network) + query, {
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

/** A browser: an address of its own for the limits, the origin of the pages and its cookie. */
function browser(address: string) {
  const headers: Record<string, string> = { 'x-forwarded-for': address, origin: explorer.url };
  return {
    headers,
    /** Sends a request, and keeps the cookie. */
    async call(id: ServiceRouteId, sent: Sent = {}) {
      const response = await call(id, { ...sent, headers: { ...headers, ...sent.headers } });
      const set = response.headers.get('set-cookie');
      if (set !== null) headers['cookie'] = set.split(';')[0]!;
      return response;
    },
  };
}

/** Solves a proof of work. */
async function proof(of: ReturnType<typeof browser>): Promise<string> {
  const challenge = (await of.call('challenge')).value as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

/** Asks for a link, with a proof of work. @returns the token of the mail */
async function linkFor(of: ReturnType<typeof browser>, email: string): Promise<string> {
  expect(await of.call('emailLink', { body: { email, altcha: await proof(of) } })).toMatchObject({ status: 200 });
  const mail = await mailbox.next();
  expect(mail.to).toBe(email);
  return /https:\/\/explorer\.example\/login\/link\?token=([\w-]{43})\r\n/.exec(mail.text)![1]!;
}

const signedIn = async (address: string, email: string) => {
  const of = browser(address);
  expect(await of.call('useLink', { body: { token: await linkFor(of, email) } })).toMatchObject({ status: 200 });
  return of;
};

it('signs up and in by a link in a mail, once, with the same answer for every address', async () => {
  const carol = browser('10.0.0.1');
  const token = await linkFor(carol, 'carol@example.org');
  expect((await carol.call('useLink', { body: { token: `${token}x` } })).text).toBe('invalid_credentials');
  const { user } = (await carol.call('useLink', { body: { token } })).value as ServiceAuth;
  const fixed = carol.headers['cookie'];
  expect((await carol.call('account')).value).toMatchObject({ username: user.username, email: 'carol@example.org' });
  expect((await carol.call('useLink', { body: { token } })).text).toBe('invalid_credentials');
  // known, unknown and disabled addresses: the same answer, and a mail only to those who may sign in
  await command('add-user', 'dave', '--email', 'dave@example.org');
  await command('disable', 'dave');
  const [work, ...addresses] = [await proof(carol), 'carol@example.org', 'dave@example.org'];
  for (const [email, altcha] of [
    [addresses[0]!, work],
    [addresses[1]!, await proof(carol)],
  ])
    expect(await carol.call('emailLink', { body: { email, altcha } })).toMatchObject({ status: 200, text: '' });
  const mail = await mailbox.next();
  expect([mail.to, mailbox.count]).toEqual(['carol@example.org', 0]);
  // a session that was there before signing in ends: a planted one is of no use
  const next = /token=([\w-]{43})/.exec(mail.text)![1]!;
  await carol.call('useLink', { body: { token: next } });
  expect(carol.headers['cookie']).not.toBe(fixed);
  expect(await errorOf('account', { headers: { cookie: fixed! } })).toBe('invalid_user');
  // a proof is accepted once; wrong ones and no addresses are refused
  for (const body of [
    { email: 'x@example.org', altcha: work },
    { email: 'x@example.org', altcha: 'x' },
    { email: 'a@example.org,b@example.org', altcha: 'x' },
    { email: { a: 1 } },
  ])
    expect((await browser('10.0.0.2').call('emailLink', { body })).text).toBe('bad_request');
});

it('sends forms without scripts to a page of its own, never to one that the form names', async () => {
  const of = browser('10.0.0.3');
  const headers = { accept: 'text/html,*/*', 'content-type': 'application/x-www-form-urlencoded' };
  const post = (id: ServiceRouteId, form: Record<string, string>) =>
    explorer.status(base + serviceRoutes[id].path, {
      method: 'POST',
      redirect: 'manual',
      headers: { ...of.headers, ...headers },
      body: new URLSearchParams({ ...form, next: 'https://evil.example', redirect: '//evil.example' }),
    });
  const where = async (...sent: Parameters<typeof post>) => {
    const { status, headers: given } = await post(...sent);
    return [status, given.get('location')];
  };
  expect(await where('login', { username: 'alice', password: 'wrong' })).toEqual([
    303,
    '/login?error=invalid_credentials',
  ]);
  expect(await where('login', { username: 'alice@example.org', password })).toEqual([303, '/account']);
  expect(await where('emailLink', { email: 'forms@example.org' })).toEqual([303, '/login?sent=1']);
  const token = /token=([\w-]{43})/.exec((await mailbox.next()).text)![1]!;
  expect(await where('useLink', { token })).toEqual([303, '/account']);
  expect(await where('emailLink', { email: 'nothing' })).toEqual([303, '/login?error=bad_request']);
});

const accountPosts = (Object.keys(serviceRoutes) as ServiceRouteId[]).filter(
  (id) => serviceRoutes[id].method === 'POST' && serviceRoutes[id].path.startsWith('/account/'),
);

it('manages passwords, keys and sessions of their own user, and of no other', async () => {
  const [erin, frank] = [
    await signedIn('10.0.0.4', 'erin@example.org'),
    await signedIn('10.0.0.5', 'frank@example.org'),
  ];
  const { key, id } = (await erin.call('createKey', { body: { name: 'script' } })).value as NewKey;
  expect((await call('balance', { headers: { 'x-mempool-auth': key } })).status).toBe(200);
  const [session] = (await erin.call('sessions')).value as OwnSessions;
  expect(session).toMatchObject({ current: true });
  // another user names the rows of the first, in every route that takes an id
  for (const [route, body] of [
    ['revokeKey', { id }],
    ['endSession', { id: session!.id }],
    ['removePasskey', { id: 1 }],
    ['deleteAccount', { username: (await userOf(erin)).username, balance: 0 }],
  ] as const)
    expect((await frank.call(route, { body })).text, route).toBe('bad_request');
  expect((await frank.call('keys')).value).toEqual([]);
  const exported = (await frank.call('exportAccount')).text;
  for (const foreign of ['erin', key, 'script']) expect(exported).not.toContain(foreign);
  // a key is not a session
  for (const route of accountPosts)
    expect(await errorOf(route, { headers: { 'x-mempool-auth': key } })).toBe('forbidden');
  // another site makes the browser send the cookie
  for (const route of accountPosts)
    for (const origin of ['https://evil.example', 'null'])
      expect((await erin.call(route, { headers: { origin } })).text, route).toBe('forbidden');
  for (const route of ['login', 'emailLink', 'useLink', 'passkeyLogin'] as const)
    expect((await browser('10.0.0.6').call(route, { headers: { origin: 'https://evil.example' } })).text).toBe(
      'forbidden',
    );

  expect((await erin.call('setPassword', { body: { password: 'short' } })).text).toBe('bad_request');
  const other = await signedIn('10.0.0.7', 'erin@example.org');
  expect((await erin.call('setPassword', { body: { password } })).status).toBe(200);
  expect((await other.call('account')).text).toBe('invalid_user');
  const wrong = { current: 'incorrect!', password: 'another password' };
  expect((await erin.call('setPassword', { body: wrong })).text).toBe('invalid_credentials');
  expect((await erin.call('revokeKey', { body: { id } })).status).toBe(200);
  expect(await errorOf('balance', { headers: { 'x-mempool-auth': key } })).toBe('unauthorized');
  expect(JSON.parse((await erin.call('exportAccount')).text)).toMatchObject({ user: { email: 'erin@example.org' } });
  const { username } = await userOf(erin);
  expect((await erin.call('deleteAccount', { body: { username, balance: 1 } })).text).toBe('bad_request');
  expect((await erin.call('deleteAccount', { body: { username, balance: 0 } })).status).toBe(200);
  expect((await erin.call('account')).text).toBe('invalid_user');
});

const userOf = async (of: ReturnType<typeof browser>) => (await of.call('account')).value as ServiceUser;

it('pays from the faucet once a user and address, and reports why not', async () => {
  const [gina, hugo] = [
    await signedIn('10.0.0.20', 'gina@example.org'),
    await signedIn('10.0.0.21', 'hugo@example.org'),
  ];
  for (const of of [gina, hugo]) of.headers['sec-fetch-site'] = 'same-origin';
  const ask = async (of: typeof gina, address: string, sats: number, headers: Record<string, string> = {}) => {
    const query = new URLSearchParams({ address, sats: String(sats), altcha: await proof(of) });
    return of.call('faucetRequest', { query: `?${query}`, headers });
  };
  const status = async (of: typeof gina) => (await of.call('faucetStatus')).value as FaucetStatus;
  expect(await status(gina)).toEqual({ address: expect.any(String), min: 5_000, max: 500_000, code: 'ok' });
  const { address: own } = await status(gina);
  // of a wallet of its own: the faucet never pays itself
  const [first, second] = [watched, 'bcrt1qs758ursh4q9z627kt3pp5yysm78ddny6txaqgw'];
  for (const [address, sats, word] of [
    [own!, 5_000, 'faucet_address_not_allowed'],
    [first, 4_999, 'faucet_below_minimum'],
    [first, 500_001, 'faucet_above_maximum'],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 5_000, 'bad_request'],
  ] as const)
    expect((await ask(gina, address, sats)).text).toBe(word);
  // another site makes the browser send the request
  expect((await ask(gina, first, 5_000, { 'sec-fetch-site': 'cross-site' })).text).toBe('forbidden');
  const unproven = `?${new URLSearchParams({ address: first, sats: '5000' })}`;
  expect((await gina.call('faucetRequest', { query: unproven })).text).toBe('bad_request');
  // a wallet that cannot spend what it has
  const unspent = ((await node.client.rpc('listunspent')) as { txid: string; vout: number }[]).map(
    ({ txid, vout }) => ({
      txid,
      vout,
    }),
  );
  await node.client.rpc('lockunspent', false, unspent);
  expect((await ask(gina, first, 5_000)).text).toBe('faucet_not_available_no_utxo');
  await node.client.rpc('lockunspent', true, unspent);
  const { txid } = (await ask(gina, first, 5_000)).value as { txid: string };
  const tx = await explorer.until<Tx>(`/api/tx/${txid}`, (answer) => typeof answer === 'object');
  expect(tx.vout.map(({ scriptpubkey_address: to, value }) => [to, value])).toContainEqual([first, 5_000]);
  expect((await status(gina)).code).toBe('faucet_too_soon');
  expect((await ask(gina, second, 5_000)).text).toBe('faucet_too_soon');
  expect((await ask(hugo, first, 5_000)).text).toBe('faucet_too_soon');
  expect((await status(hugo)).code).toBe('ok');
  expect(await errorOf('faucetStatus', { as: 'alice', network: 'testnet4' })).toBe('faucet_not_available');
  const socket = await explorer.socket();
  socket.send({ 'track-wallet': 'cold', action: 'ping' });
  await socket.next(({ pong }) => pong === true);
  await mine(1);

  // the address is watched as a wallet
  const { 'wallet-transactions': received } = await socket.next((frame) => 'wallet-transactions' in frame);
  expect(received).toMatchObject([{ txid, status: { confirmed: true } }]);
  socket.close();
  const wallet = await explorer.get<WatchedWallet>('/api/v1/wallet/cold');
  expect([...Value.Errors(WatchedWallet, wallet)]).toEqual([]);
  expect(wallet[watched]).toMatchObject({ stats: { funded_txo_sum: 5_000 }, transactions: [{ txid, value: 5_000 }] });
  const treasuries = await explorer.get('/api/v1/treasuries');
  expect([...Value.Errors(Treasuries, treasuries)]).toEqual([]);
  expect(treasuries).toMatchObject([{ name: 'Example', wallet: 'cold', balances: [{ balance: 5_000 }] }]);
  expect(await explorer.status('/api/v1/wallet/other')).toMatchObject({ status: 404, text: 'No such wallet' });
});

it('serves the info of the site of an enterprise, by the host name of a trusted proxy too', async () => {
  const infoOf = async (name: string, host: string) => {
    const headers = { 'x-forwarded-host': host };
    return (await explorer.status(`/api/v1/services/enterprise/info/${name}`, { headers })).text;
  };
  const info = await infoOf('acme', 'explorer.example');
  const img = '/api/v1/services/enterprise/images/acme/logo';
  expect(JSON.parse(info)).toEqual({ site_id: 3, title: 'Acme', name: 'acme', img, cobranded: false });
  expect(await infoOf('btc', 'btc.acme.example')).toBe(info);
  expect(await infoOf('btc', 'explorer.example')).toBe('No such enterprise');
  expect((await explorer.status(img)).headers.get('content-type')).toBe('image/svg+xml');
});

it('limits links by address of the client and by server without proofs', async () => {
  const of = browser('10.0.0.8');
  const statuses: number[] = [];
  for (let count = 0; count < 6; count++)
    statuses.push((await of.call('emailLink', { body: { email: 'invalid' } })).status);
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  const answers: string[] = [];
  for (let client = 0; client < 20; client++) {
    const sent = { body: { email: `client-${client}@example.org` } };
    answers.push((await browser(`10.1.0.${client}`).call('emailLink', sent)).text);
  }
  // one was spent by the form
  expect(answers.filter((text) => text === 'temporarily_unavailable')).toHaveLength(1);
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
    const headers = { 'x-forwarded-for': '10.0.0.9' };
    expect(await errorOf(id, { headers }), id).toBe(word);
    expect(await errorOf(id, { headers: { ...headers, 'x-mempool-auth': 'gbk_wrong' } }), id).toBe(word);
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
  expect(list).toContain('; the ledger is consistent.');
  const files = join(directory, 'data', 'services');
  for (const name of ['services.db', 'token-key.pem']) expect((await stat(join(files, name))).mode & 0o777).toBe(0o600);
  const stored = await readFile(join(files, 'services.db'), 'latin1');
  for (const secret of [password, keys['alice']!, keys['bob']!]) expect(stored).not.toContain(secret);
  // the miner that was away is in the log, its password is not
  expect(JSON.stringify(explorer.faults)).not.toContain('secret');
});
