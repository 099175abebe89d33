import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  errorsOf,
  type OwnAccelerations,
  type ServiceError,
  type ServiceRoute,
  type ServiceRouteId,
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
import { expect } from 'vitest';
import { addServicesCommands } from '../../src/cli/services.ts';
import { loadConfig } from '../../src/index.ts';
import { type Mailbox, startMailbox } from '../support/mailbox.ts';
import { type ScriptedInvoices, startScriptedInvoices } from '../support/scripted-invoices.ts';
import { startTestExplorer, type TestExplorer } from '../support/test-explorer.ts';

const program = new URL('../../src/launch.cjs', import.meta.url).pathname;
const run = promisify(execFile);
/** Path of the routes of services. */
export const base = '/api/v1/services';
/** Password of the users. */
export const password = 'correct horse';
/** Address of the key of BIP 173's test vectors. */
export const watched = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

/** Data directory of the explorer. */
export let directory: string;
/** Path of the configuration file. */
export let config: string;
/** Node of the miner and the faucet. */
export let node: RealNode;
/** Outputs that tests can spend. */
export let utxos: OpenUtxo[];
/** Mail server that receives links. */
export let mailbox: Mailbox;
/** The running explorer. */
export let explorer: TestExplorer;
/** Lightning node that issues invoices. */
export let lnd: ScriptedInvoices;
/** API keys by user name. */
export const keys: Record<string, string> = {};
/** Ids by user name. */
export const userIds: Record<string, number> = {};

/** Runs a command on the database in this process, also while the server runs. */
export async function command(...words: string[]): Promise<string> {
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

/** Starts node, mailbox, Lightning node and explorer, with two users who have a balance and a key. */
export async function startWorld(): Promise<void> {
  directory = await mkdtemp(join(tmpdir(), 'glassblock-services-'));
  config = join(directory, 'glassblock.json');
  node = await startRealNode();
  mailbox = await startMailbox();
  // for the faucet
  await node.mine(1);
  utxos = await mineOpenUtxos(node.client, 19, 1_000_000);
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
  const wallets = [
    { name: 'cold', addresses: [watched], treasury: 'Example' },
    { name: 'hidden', addresses: ['bcrt1qs758ursh4q9z627kt3pp5yysm78ddny6txaqgw'] },
  ];
  const logo = join(directory, 'logo.svg');
  await writeFile(logo, '<svg xmlns="http://www.w3.org/2000/svg"/>');
  const boards = join(directory, 'boards.toml');
  await writeFile(
    boards,
    '[[boards]]\nname = "reserves"\ntitle = "Reserves"\n[[boards.widgets]]\ntype = "wallet"\nwallet = "cold"\n',
  );
  const enterprise = [{ name: 'acme', hosts: ['btc.acme.example'], title: 'Acme', siteId: 3, logo, boards }];
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
}

/** Starts the explorer again. */
export async function restartExplorer(between: () => Promise<unknown>): Promise<void> {
  await explorer.stop();
  await between();
  explorer = await start();
}

/** Stops all of it. */
export async function stopWorld(): Promise<void> {
  await explorer?.stop();
  await node?.stop();
  await mailbox?.close();
  await lnd?.stop();
  await rm(directory, { recursive: true, force: true });
}

interface Sent {
  as?: string;
  headers?: Record<string, string>;
  body?: unknown;
  form?: Record<string, string>;
  query?: string;
  network?: string;
}

/** Sends a request and checks its answer against the contract. */
export async function call(
  id: ServiceRouteId,
  { as, headers = {}, body, form, query = '', network = 'regtest' }: Sent = {},
) {
  const route: ServiceRoute = serviceRoutes[id];
  const { method, path, answer, emptyWhen } = route;
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
  else if (response.status === 204) expect(emptyWhen).toBeDefined();
  else {
    expect(serviceErrors[response.text as ServiceError]?.status, response.text).toBe(response.status);
    expect(errorsOf(route), id).toContain(response.text);
  }
  return { ...response, value: undefined };
}

/** Sends a request and returns the text of its error. */
export const errorOf = async (id: ServiceRouteId, sent?: Sent) => (await call(id, sent)).text;
/** Sends a request and returns its answer. */
export const answerTo = async <T>(id: ServiceRouteId, sent?: Sent) => (await call(id, sent)).value as T;
/** Returns the accelerations of a user. */
export const history = (as: string, status = 'all') =>
  answerTo<OwnAccelerations>('history', { as, query: `?status=${status}&details=true` });

/** Sends a transaction to the node. @returns its txid, once the explorer has it */
export async function send(feeRate: number, spends: readonly OpenUtxo[] = [utxos.pop()!]): Promise<string> {
  const value = spends.reduce((sum, utxo) => sum + utxo.value, 0);
  const vsize = Math.ceil(openTx(spends, [value]).weight / 4);
  const { raw, txid } = openTx(spends, [value - feeRate * vsize]);
  await node.client.rpc('sendrawtransaction', toHex(raw));
  const id = displayHash(txid);
  await explorer.until(`/api/tx/${id}`, (tx) => typeof tx === 'object');
  return id;
}

/** Returns the fee deltas of the node by txid. */
export const deltas = async () =>
  (await node.client.rpc('getprioritisedtransactions')) as Record<string, { fee_delta: number }>;
/** Mines blocks one by one: the transactions of the mempool are in the first. */
export async function mine(count: number): Promise<void> {
  for (let block = 0; block < count; block++) {
    await node.mine(1);
    const height = (await node.client.rpc('getblockcount')) as number;
    await explorer.until('/api/blocks/tip/height', (tip) => Number(tip) === height);
  }
}
/** Waits for the state of the newest acceleration. */
export async function untilState(as: string, state: string): Promise<OwnAccelerations[number]> {
  const headers = { 'x-mempool-auth': keys[as]! };
  for (;;) {
    const rows = JSON.parse((await explorer.status(`${base}/accelerator/history?status=all`, { headers })).text);
    if (rows[0]?.status === state) return rows[0];
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A browser: an address of its own for the limits, the origin of the pages and its cookie. */
export function browser(address: string) {
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
export async function proof(of: ReturnType<typeof browser>): Promise<string> {
  const challenge = (await of.call('challenge')).value as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

/** Requests a link, with a proof of work. @returns the token of the mail */
export async function linkFor(of: ReturnType<typeof browser>, email: string): Promise<string> {
  expect(await of.call('emailLink', { body: { email, altcha: await proof(of) } })).toMatchObject({ status: 200 });
  const mail = await mailbox.next();
  expect(mail.to).toBe(email);
  return /https:\/\/explorer\.example\/login\/link\?token=([\w-]{43})\r\n/.exec(mail.text)![1]!;
}

/** Returns a browser that has signed in by a link. */
export const signedIn = async (address: string, email: string) => {
  const of = browser(address);
  expect(await of.call('useLink', { body: { token: await linkFor(of, email) } })).toMatchObject({ status: 200 });
  return of;
};
