import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger, balanceOf, creditUser } from '../ledger/ledger.ts';
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { createApiKey, listApiKeys, revokeApiKey } from './api-keys.ts';
import { deleteUser } from './deletion.ts';
import { createEmailLink, isEmailAddress, mayUseLink, useEmailLink } from './email-links.ts';
import { exportUser } from './export.ts';
import { createPasskeys } from './passkeys.ts';
import { createProofOfWork } from './proof-of-work.ts';
import { endOtherSessions, endSessionOf, findSession, sessionsOf, startSession } from './sessions.ts';
import { checkPassword, createUser, findUser, setPassword, setStatus, type User } from './users.ts';

let test: TestDatabase;
const now = 1_700_000_000;
const password = 'correct horse';

beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());

const add = (username: string, rest: { email?: string; password?: string } = {}): Promise<User> =>
  createUser(test.database, { username, ...rest }, now);

describe('email links', () => {
  it('sign in a user once, within 15 minutes, and are stored as a hash', async () => {
    const { database } = test;
    const alice = await add('alice', { email: 'Alice@Example.org' });
    const token = (await createEmailLink(database, ' alice@example.ORG ', now))!;
    const rows = await database.selectFrom('email_links').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(await useEmailLink(database, `${token}x`, true, now)).toBeUndefined();
    // two requests at the same time: one signs in
    const both = await Promise.all([1, 2].map(() => useEmailLink(database, token, true, now + 899)));
    expect(both.map((user) => user?.id).sort()).toEqual([alice.id, undefined]);
    const late = (await createEmailLink(database, 'alice@example.org', now))!;
    expect(await useEmailLink(database, late, true, now + 900)).toBeUndefined();
  });

  it('create the user of an unknown address only while sign-up is open', async () => {
    const { database } = test;
    const links = [1, 2].map(() => createEmailLink(database, 'new@example.org', now));
    const [first, second] = (await Promise.all(links)) as [string, string];
    expect(await mayUseLink(database, 'new@example.org', false)).toBe(false);
    expect(await mayUseLink(database, 'new@example.org', true)).toBe(true);
    expect(await useEmailLink(database, first, true, now)).toMatchObject({
      username: expect.stringMatching(/^user-[0-9a-f]{8}$/),
      email: 'new@example.org',
      password_hash: null,
    });
    expect(await useEmailLink(database, second, false, now)).toMatchObject({ email: 'new@example.org' });
    const closed = (await createEmailLink(database, 'other@example.org', now))!;
    expect(await useEmailLink(database, closed, false, now)).toBeUndefined();
  });

  it('are limited to three per address in 15 minutes, and refused for a disabled user', async () => {
    const { database } = test;
    const { id } = await add('dora', { email: 'dora@example.org' });
    const links = await Promise.all([1, 2, 3, 4].map(() => createEmailLink(database, 'dora@example.org', now)));
    expect(links.filter((token) => token !== undefined).length).toBeLessThanOrEqual(3);
    expect(await createEmailLink(database, 'dora@example.org', now + 899)).toBeUndefined();
    const token = (await createEmailLink(database, 'dora@example.org', now + 900))!;
    await setStatus(database, id, 'disabled');
    expect(await mayUseLink(database, 'dora@example.org', true)).toBe(false);
    expect(await useEmailLink(database, token, true, now + 900)).toBeUndefined();
  });

  it.each([
    ['a@example.org', true],
    ['a.b+c@sub.example.org', true],
    ['a@b@example.org', false],
    ['a@example.org, b@example.org', false],
    ['"a b"@example.org', false],
    ['a@example.org\r\nBcc: b@example.org', false],
    ['<a@example.org>', false],
    [`${'a'.repeat(65)}@example.org`, false],
  ])('go to %o: %s', (address, isAllowed) => {
    expect(isEmailAddress(address)).toBe(isAllowed);
  });
});

it('an address belongs to one user, who can sign in with it and a password', async () => {
  const { database } = test;
  const erin = await add('erin', { email: 'erin@example.org', password });
  await expect(add('erin2', { email: 'ERIN@example.org' })).rejects.toMatchObject({ code: 'services.user-exists' });
  const found = await checkPassword(database, { username: 'Erin@example.org', password }, now);
  expect(found?.id).toBe(erin.id);
});

it('an address of other letters that look the same in lower case is another mailbox', async () => {
  const { database } = test;
  const kate = await add('kate', { email: 'Kate@Example.org' });
  // U+212A, the sign of the unit kelvin, is `k` in lower case
  const token = await createEmailLink(database, '\u212aate@example.org', now);
  const user = await useEmailLink(database, token!, true, now);
  expect(user?.id).not.toBe(kate.id);
  const own = await createEmailLink(database, ' kATE@example.ORG', now);
  expect((await useEmailLink(database, own!, true, now))?.id).toBe(kate.id);
});

it('a password is changed with the current one', async () => {
  const { database } = test;
  const user = await add('frank');
  expect(await setPassword(database, user, { current: undefined, next: password }, now)).toBe(true);
  const frank = (await findUser(database, 'frank'))!;
  expect(await setPassword(database, frank, { current: 'incorrect!', next: 'another one' }, now)).toBe(false);
  expect(await setPassword(database, frank, { current: password, next: 'another one' }, now)).toBe(true);
  expect(await checkPassword(database, { username: 'frank', password: 'another one' }, now)).toBeDefined();
  const short = setPassword(database, frank, { current: 'another one', next: 'short' }, now);
  await expect(short).rejects.toMatchObject({ code: 'services.bad-user' });
});

it('sessions and keys are listed and ended by their own user only', async () => {
  const { database } = test;
  const [gina, hugo] = [await add('gina'), await add('hugo')];
  const { sessionId, token } = await startSession(database, gina.id, now, 'Browser/1.0');
  const second = await startSession(database, gina.id, now);
  const key = await createApiKey(database, gina.id, now, 'my script');
  expect(await sessionsOf(database, gina.id, now)).toMatchObject([
    { client: '' },
    { id: sessionId, client: 'Browser/1.0' },
  ]);
  expect(await sessionsOf(database, hugo.id, now)).toEqual([]);
  expect(await endSessionOf(database, hugo.id, sessionId)).toBe(false);
  expect(await revokeApiKey(database, key.id, now, hugo.id)).toBe(false);
  await endOtherSessions(database, gina.id, sessionId);
  expect(await findSession(database, second.token, now)).toBeUndefined();
  expect(await endSessionOf(database, gina.id, sessionId)).toBe(true);
  expect(await findSession(database, token, now)).toBeUndefined();
  expect(await listApiKeys(database, gina.id)).toEqual([{ id: key.id, name: 'my script', added: now }]);
  expect(await revokeApiKey(database, key.id, now, gina.id)).toBe(true);
  const parallel = Array.from({ length: 21 }, () => createApiKey(database, gina.id, now));
  const outcomes = (await Promise.allSettled(parallel)).map(({ status }) => status);
  expect(outcomes.filter((status) => status === 'fulfilled')).toHaveLength(20);
  await expect(createApiKey(database, gina.id, now)).rejects.toMatchObject({ code: 'services.too-many' });
});

it('a passkey without a challenge is refused', async () => {
  const passkeys = createPasskeys(test.database, 'https://explorer.example', () => now);
  const user = await add('ivan');
  await passkeys.registrationOptions(user);
  for (const response of [null, {}, { id: 'x', response: {} }, { id: 'x'.repeat(2_000) }, 'x']) {
    expect(await passkeys.signIn(response)).toBeUndefined();
    await expect(passkeys.register(user, response, 'mine')).rejects.toMatchObject({ code: 'services.bad-passkey' });
  }
});

describe('export of a user', () => {
  /** Adds a row of each exported table, all with the mark of the user. */
  async function addRows(user: User, mark: string): Promise<void> {
    const { database } = test;
    const { id: user_id } = user;
    const at = { added: now, expires: now };
    await database
      .insertInto('auto_accelerations')
      .values({ user_id, txid: mark, status: 'tracking', trigger_type: 'next_block', trigger_value: 1, added: now })
      .execute();
    await database
      .insertInto('invoices')
      .values({
        ...{
          id: mark,
          user_id,
          kind: 'top_up',
          method: 'both',
          status: 'paid',
          amount: 900,
          base_fee: 0,
          vsize_fee: 0,
        },
        ...{ address: `address of ${mark}`, request_key: `key of ${mark}`, ...at },
      })
      .execute();
    await database
      .insertInto('payments')
      .values({
        ...{ invoice_id: mark, method: 'chain', reference: `outpoint of ${mark}`, amount: 900, status: 'credited' },
        ...{ added: now, credits: 1 },
      })
      .execute();
    const network = 'signet';
    await database
      .insertInto('faucets')
      .values({ network, requests: 0 })
      .onConflict((row) => row.doNothing())
      .execute();
    const batch = { network, txid: `payout of ${mark}`, raw: '', status: 'sent', added: now } as const;
    const { id } = await database.insertInto('faucet_batches').values(batch).returning('id').executeTakeFirstOrThrow();
    await database
      .insertInto('faucet_requests')
      .values({ network, user_id, address: mark, amount: 5_000, status: 'paid', batch_id: id, added: now })
      .execute();
  }

  it('has the rows of the user in every table, and none of other users or guests', async () => {
    const { database } = test;
    const [nina, oscar] = [await add('nina'), await add('oscar')];
    const guest = await add('quentin');
    await addRows(nina, 'mark-of-nina');
    await addRows(oscar, 'mark-of-oscar');
    await addRows(guest, 'mark-of-guest');
    await database.updateTable('invoices').set({ is_guest: 1 }).where('user_id', '=', guest.id).execute();
    const exported = await exportUser(database, nina, now);
    const mark = 'mark-of-nina';
    expect(exported).toMatchObject({
      autoAccelerations: [{ txid: mark, status: 'tracking', trigger_type: 'next_block' }],
      invoices: [{ id: mark, kind: 'top_up', amount: 900, address: `address of ${mark}` }],
      payments: [{ invoice_id: mark, reference: `outpoint of ${mark}`, amount: 900 }],
      faucetRequests: [{ address: mark, amount: 5_000, status: 'paid', txid: `payout of ${mark}` }],
    });
    expect(JSON.stringify(exported)).not.toMatch(/mark-of-(oscar|guest)|key of/);
    expect(await exportUser(database, guest, now)).toMatchObject({ invoices: [], payments: [] });
  });

  it('a deleted user has no automatic accelerations that are still tracked', async () => {
    const { database } = test;
    const paula = await add('paula');
    await addRows(paula, 'mark-of-paula');
    await deleteUser(database, paula.id, 0, now);
    const { autoAccelerations } = await exportUser(database, paula, now);
    expect(autoAccelerations).toMatchObject([{ txid: 'mark-of-paula', status: 'canceled' }]);
  });
});

describe('deletion of a user', () => {
  it('needs an agreement to the exact balance, and none on hold', async () => {
    const { database } = test;
    const judy = await add('judy', { email: 'judy@example.org', password });
    await creditUser(database, { userId: judy.id, amountSats: 700, idempotencyKey: 'judy' }, now);
    await startSession(database, judy.id, now);
    await createApiKey(database, judy.id, now);
    await createEmailLink(database, 'judy@example.org', now);
    const exported = JSON.stringify(await exportUser(database, judy, now));
    expect(JSON.parse(exported)).toMatchObject({
      user: { username: 'judy', email: 'judy@example.org', hasPassword: true },
      balance: { balance: 700 },
      transfers: [{ amount: 700, reason: 'credit' }],
    });
    expect(exported).not.toContain(judy.password_hash);
    const differs = { code: 'services.balance-differs' };
    for (const sats of [0, 699, 701])
      await expect(deleteUser(database, judy.id, sats, now)).rejects.toMatchObject(differs);
    expect(await checkPassword(database, { username: 'judy', password }, now)).toBeDefined();
    await database.updateTable('accounts').set({ balance: 1 }).where('id', '=', `hold:${judy.id}`).execute();
    await expect(deleteUser(database, judy.id, 700, now)).rejects.toMatchObject({ code: 'services.account-in-use' });
    await database.updateTable('accounts').set({ balance: 0 }).where('id', '=', `hold:${judy.id}`).execute();
    await deleteUser(database, judy.id, 700, now);
    expect(await findUser(database, 'judy')).toBeUndefined();
    expect(await balanceOf(database, judy.id)).toMatchObject({ balance: 0, hold: 0 });
    expect(await auditLedger(database)).toEqual([]);
    const left = await exportUser(database, { ...judy, username: '' }, now);
    expect(left).toMatchObject({ keys: [], passkeys: [], sessions: [], transfers: [{ reason: 'forfeit' }, {}] });
    const rows = await database.selectFrom('users').selectAll().where('id', '=', judy.id).execute();
    expect(rows).toMatchObject([
      { username: `deleted:${judy.id}`, email: null, password_hash: null, status: 'disabled' },
    ]);
    // the address is free again
    await add('judy', { email: 'judy@example.org' });
  });
});

describe('proofs of work', () => {
  const solve = async (work: ReturnType<typeof createProofOfWork>) => {
    const challenge = await work.create();
    const solution = await solveChallenge({ challenge, deriveKey });
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
    return { challenge, solution, encode, payload: encode({ challenge, solution }) };
  };

  it('are accepted once, of this server, unchanged and in time', async () => {
    let seconds = Math.floor(Date.now() / 1000);
    const work = createProofOfWork(() => seconds, 1);
    const { payload, challenge, solution, encode } = await solve(work);
    expect(await createProofOfWork(() => seconds, 1).verify(payload)).toBe(false);
    const easier = { ...challenge, parameters: { ...challenge.parameters, keyPrefix: '0' } };
    for (const wrong of ['', 'x', encode(null), encode({ challenge }), encode({ challenge: easier, solution })])
      expect(await work.verify(wrong)).toBe(false);
    const both = await Promise.all([work.verify(payload), work.verify(payload)]);
    expect(both.filter(Boolean)).toHaveLength(1);
    expect(await work.verify(payload)).toBe(false);
    const late = await solve(work);
    seconds += 600;
    expect(await work.verify(late.payload)).toBe(false);
  });
});
