import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { apiKeysOf, createApiKey, revokeApiKey, userOfKey } from './api-keys.ts';
import { createEmailLink, useEmailLink } from './email-links.ts';
import { hashPassword, isPasswordOf } from './password.ts';
import { endSession, findSession, startSession, userOfSession } from './sessions.ts';
import { checkPassword, createUser, listUsers, setStatus, type User } from './users.ts';

let test: TestDatabase;
let alice: User;
const now = 1_700_000_000;
const password = 'correct horse';

beforeAll(async () => {
  test = await openTestDatabase();
  alice = await createUser(test.database, { username: 'Alice', email: 'a@example.org', password }, now);
});
afterAll(() => test.close());

const login = (username: string, given: string, at = now) =>
  checkPassword(test.database, { username, password: given }, at);

describe('users', () => {
  it('have unique names without regard to letter case', async () => {
    expect(alice).toMatchObject({ username: 'alice', email: 'a@example.org', status: 'verified', type: 'community' });
    await expect(createUser(test.database, { username: 'ALICE' }, now)).rejects.toMatchObject({
      code: 'services.user-exists',
    });
    expect(await listUsers(test.database)).toHaveLength(1);
  });

  it.each([
    [{ username: 'a' }],
    [{ username: 'a b' }],
    [{ username: 'x'.repeat(31) }],
    [{ username: 'bob', email: 'none' }],
    [{ username: 'bob', password: 'short' }],
  ])('are refused when malformed: %o', async (user) => {
    await expect(createUser(test.database, user, now)).rejects.toMatchObject({ code: 'services.bad-user' });
  });
});

describe('passwords', () => {
  it('are stored as argon2id with a salt', async () => {
    const [first, second] = [await hashPassword(password), await hashPassword(password)];
    expect(first).toMatch(/^argon2id\$[\w-]{22}\$[\w-]{43}$/);
    expect(first).not.toBe(second);
    expect(await isPasswordOf(first, password)).toBe(true);
    expect(await isPasswordOf(first, `${password} `)).toBe(false);
    expect(await isPasswordOf(undefined, password)).toBe(false);
    expect(await isPasswordOf(null, '')).toBe(false);
  });

  it('sign in by name and password, and lock the user after five failures in a row', async () => {
    const bob = await createUser(test.database, { username: 'bob', password }, now);
    expect((await login(' BOB ', password))?.id).toBe(bob.id);
    expect(await login('missing', password)).toBeUndefined();
    for (let failure = 0; failure < 4; failure++) expect(await login('bob', 'wrong')).toBeUndefined();
    expect((await login('bob', password))?.id).toBe(bob.id);
    // concurrent guesses are all counted
    await Promise.all(Array.from({ length: 5 }, () => login('bob', 'wrong')));
    expect(await login('bob', password)).toBeUndefined();
    expect(await login('bob', password, now + 59)).toBeUndefined();
    expect(await login('bob', 'wrong', now + 60)).toBeUndefined();
    // twice as long
    expect(await login('bob', password, now + 60 + 119)).toBeUndefined();
    expect((await login('bob', password, now + 60 + 120))?.id).toBe(bob.id);
  });
});

describe('sessions', () => {
  it('are found by a token that is stored as a hash, until they expire or end', async () => {
    const { token, sessionId } = await startSession(test.database, alice.id, now);
    const rows = await test.database.selectFrom('sessions').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(await findSession(test.database, token, now)).toMatchObject({ sessionId, token: undefined });
    expect(await findSession(test.database, `${token}x`, now)).toBeUndefined();
    expect(await findSession(test.database, token, now + 30 * 86_400)).toBeUndefined();
    expect((await userOfSession(test.database, sessionId, now))?.id).toBe(alice.id);
    await endSession(test.database, sessionId);
    expect(await findSession(test.database, token, now)).toBeUndefined();
    expect(await userOfSession(test.database, sessionId, now)).toBeUndefined();
  });

  it('get a new token each day; the old one is accepted for a minute more', async () => {
    const { token: old } = await startSession(test.database, alice.id, now);
    const later = now + 86_400;
    const found = await findSession(test.database, old, later);
    const token = found!.token!;
    expect(token).not.toBe(old);
    expect(await findSession(test.database, token, later)).toMatchObject({ token: undefined });
    expect(await findSession(test.database, old, later + 59)).toMatchObject({ token: undefined });
    expect(await findSession(test.database, old, later + 60)).toBeUndefined();
  });

  it('expire, like links and locks, after a clock was ahead by 400 days', async () => {
    const later = now + 400 * 86_400;
    const { token: first } = await startSession(test.database, alice.id, later - 86_400);
    const { token: rotated } = (await findSession(test.database, first, later))!;
    const { token, sessionId } = await startSession(test.database, alice.id, later);
    const link = (await createEmailLink(test.database, 'a@example.org', later))!;
    for (let i = 0; i < 5; i++) await login('alice', 'incorrect', later);
    expect(await login('alice', password, later)).toBeUndefined();
    // set back
    for (const old of [first, rotated!, token]) expect(await findSession(test.database, old, now)).toBeUndefined();
    expect(await userOfSession(test.database, sessionId, now)).toBeUndefined();
    expect(await useEmailLink(test.database, link, true, now)).toBeUndefined();
    expect(await login('alice', password, now)).toMatchObject({ id: alice.id });
    // new sessions are valid, also while the clock is an hour behind
    const { token: next } = await startSession(test.database, alice.id, now);
    expect(await findSession(test.database, next, now - 3_600)).toBeDefined();
    expect(await findSession(test.database, next, now + 400 * 86_400)).toBeUndefined();
  });

  it('are at most twenty of a user', async () => {
    const { token: first } = await startSession(test.database, alice.id, now);
    for (let i = 0; i < 20; i++) await startSession(test.database, alice.id, now);
    expect(await findSession(test.database, first, now)).toBeUndefined();
  });

  it('and keys of a disabled user are refused', async () => {
    const eve = await createUser(test.database, { username: 'eve', password }, now);
    const { token } = await startSession(test.database, eve.id, now);
    const { key } = await createApiKey(test.database, eve.id, now);
    await setStatus(test.database, eve.id, 'disabled');
    expect(await findSession(test.database, token, now)).toBeUndefined();
    expect(await userOfKey(test.database, key)).toBeUndefined();
    expect(await login('eve', password)).toBeUndefined();
  });
});

it('keys are stored as a hash and can be revoked', async () => {
  const { id, key } = await createApiKey(test.database, alice.id, now);
  expect(key).toMatch(/^gbk_[\w-]{43}$/);
  expect(JSON.stringify(await test.database.selectFrom('api_keys').selectAll().execute())).not.toContain(key);
  expect((await userOfKey(test.database, key))?.id).toBe(alice.id);
  expect(await userOfKey(test.database, key.slice(0, -1))).toBeUndefined();
  expect(await apiKeysOf(test.database, alice.id)).toEqual([id]);
  expect(await revokeApiKey(test.database, id, now)).toBe(true);
  expect(await revokeApiKey(test.database, id, now)).toBe(false);
  expect(await userOfKey(test.database, key)).toBeUndefined();
});
