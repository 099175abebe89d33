import type { KyselyPlugin } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createUser } from '../accounts/users.ts';
import { createScriptedWallet, type ScriptedWallet } from '../testing/scripted-wallet.ts';
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { createFaucet, type Faucet } from './faucet.ts';
import { createFaucetRow, storeRequest } from './faucet-requests.ts';

const limits = { min: 5_000, max: 100_000, userPerDay: 150_000, allPerDay: 250_000, waitSeconds: 3_600 };

let test: TestDatabase;
let wallet: ScriptedWallet;
let faucet: Faucet;
let now: number;
let calls: number;
let killAt: number;
const users: number[] = [];

function call(): void {
  calls += 1;
  if (calls >= killAt) throw new Error('the program ended');
}

async function open(): Promise<void> {
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      call();
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  [calls, killAt, now] = [0, Number.POSITIVE_INFINITY, 1_700_000_000];
  test = await openTestDatabase([plugin]);
  users.length = 0;
  for (const name of ['alice', 'bob', 'carol'])
    users.push((await createUser(test.database, { username: name }, now)).id);
  wallet = createScriptedWallet(call);
  start();
  await createFaucetRow(test.database, 'signet');
}

/** Starts the faucet again on the same database and wallet. */
function start(): void {
  const options = { network: 'signet', limits, collectMs: 0, nowSeconds: () => now, onFailure: () => undefined };
  faucet = createFaucet({ ...options, database: test.database, wallet });
}

beforeEach(open);
afterEach(async () => {
  killAt = Number.POSITIVE_INFINITY;
  await faucet.stop();
  await test.close();
});

const ask = (user: number, sats = 10_000, address = `tb1${user}`) => faucet.request(users[user]!, address, sats);
const refusal = (user: number, sats?: number, address?: string) =>
  ask(user, sats, address).then(
    () => 'paid',
    (error: { code?: string }) => error.code,
  );

it('pays requests that wait with one transaction', async () => {
  for (const user of [0, 1]) {
    const asked = { userId: users[user]!, address: `tb1${user}`, sats: 10_000 };
    await storeRequest(test.database, 'signet', limits, asked, now);
  }
  const txid = await ask(2);
  expect([...wallet.sent.keys()]).toEqual([txid]);
  expect(wallet.sent.get(txid)!.map(({ address }) => address)).toEqual(['tb10', 'tb11', 'tb12']);
});

describe('refuses', () => {
  it('amounts outside of its limits, its own address, and no addresses', async () => {
    expect(await refusal(0, 4_999)).toBe('services.faucet-below-minimum');
    expect(await refusal(0, 100_001)).toBe('services.faucet-above-maximum');
    expect(await refusal(0, 5_000, 'own')).toBe('services.faucet-address-not-allowed');
    expect(await refusal(0, 5_000, 'bc1x')).toBe('services.faucet-bad-address');
    expect(wallet.sent.size).toBe(0);
  });

  it('a user or an address too soon, and more than a share of the day', async () => {
    const [alice] = users;
    expect(await refusal(0, 100_000)).toBe('paid');
    expect((await faucet.status(alice!)).state).toBe('too-soon');
    expect(await refusal(0, 5_000, 'tb1other')).toBe('services.faucet-too-soon');
    expect(await refusal(1, 5_000, 'tb10')).toBe('services.faucet-too-soon');
    now += 3_600;
    expect(await refusal(0, 50_001)).toBe('services.faucet-maximum-reached');
    expect(await refusal(0, 50_000)).toBe('paid');
    expect((await faucet.status(alice!)).state).toBe('maximum-reached');
    // of all users
    expect(await refusal(1, 100_000, 'tb1b')).toBe('paid');
    expect(await refusal(2, 5_000, 'tb1c')).toBe('services.faucet-not-available');
    now += 86_400;
    expect(await faucet.status(alice!)).toEqual({ address: 'own', state: 'ok' });
  });

  it('concurrent requests of one user but one', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, place) => refusal(0, 5_000, `tb1x${place}`)));
    expect(answers.filter((answer) => answer === 'paid')).toHaveLength(1);
    expect(answers.filter((answer) => answer === 'services.faucet-too-soon')).toHaveLength(19);
  });

  it('all while it is empty or its node is away; such requests do not count', async () => {
    wallet.sats = 4_999;
    expect(await refusal(0)).toBe('services.faucet-empty');
    expect((await faucet.status(users[0]!)).state).toBe('empty');
    wallet.isAway = true;
    expect(await refusal(0)).toBe('services.faucet-not-available');
    expect(await faucet.status(users[0]!)).toEqual({ address: undefined, state: 'not-available' });
    Object.assign(wallet, { isAway: false, sats: 10_000, isRejecting: true });
    expect(await refusal(0)).toBe('services.faucet-not-available');
    wallet.isRejecting = false;
    expect(await refusal(0)).toBe('paid');
  });
});

// on PostgreSQL, 40 s on an idle machine
it('pays each request once when the program ends at any step', async () => {
  for (let step = 1, isWhole = false; !isWhole; step++) {
    now += 86_400;
    const addresses = [0, 1, 2].map((user) => `tb1-${step}-${user}`);
    [calls, killAt] = [0, step];
    const killed = await Promise.all([refusal(0, 10_000, addresses[0]), refusal(1, 10_000, addresses[1])]);
    isWhole = calls < step;
    killAt = Number.POSITIVE_INFINITY;
    await faucet.stop();
    start();
    // paid after all that was stored before
    await ask(2, 10_000, addresses[2]);
    const paid = [...wallet.sent.values()].flat().map(({ address }) => address);
    expect(new Set(paid).size, `step ${step}`).toBe(paid.length);
    for (const [user, answer] of killed.entries()) if (answer === 'paid') expect(paid).toContain(addresses[user]);
    const rows = await test.database.selectFrom('faucet_requests').selectAll().execute();
    for (const { address, status } of rows) expect(paid.includes(address), `step ${step}`).toBe(status === 'paid');
  }
});
