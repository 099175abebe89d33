// What an answer costs must not show whether a user exists: expensive operations are counted, time is not measured.
import { createHook } from 'node:async_hooks';
import type { KyselyPlugin } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { checkPassword, createUser, setStatus } from './users.ts';

const work = { hashes: 0, queries: 0 };
const isHash = (type: string) => type.startsWith('ARGON2') || type.startsWith('SCRYPT');
const hashes = createHook({
  init: (_id, type) => {
    if (isHash(type)) work.hashes += 1;
  },
});

const now = 1_700_000_000;
const password = 'correct horse';
let test: TestDatabase;

beforeEach(async () => {
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      work.queries += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  test = await openTestDatabase([plugin]);
  hashes.enable();
});
afterEach(async () => {
  hashes.disable();
  await test.close();
});

/** Returns what an attempt costs. */
async function costOf(username: string, given: string): Promise<{ hashes: number; queries: number }> {
  Object.assign(work, { hashes: 0, queries: 0 });
  await checkPassword(test.database, { username, password: given }, now);
  return { ...work };
}

it('an attempt to sign in costs one hash and two queries for every name', async () => {
  const { database } = test;
  await createUser(database, { username: 'alice', email: 'alice@example.org', password }, now);
  await createUser(database, { username: 'keys-only' }, now);
  const { id } = await createUser(database, { username: 'disabled', password }, now);
  await setStatus(database, id, 'disabled');
  const names = ['alice', 'alice@example.org', 'keys-only', 'disabled', 'unknown', 'unknown@example.org', ''];
  for (const name of names) expect(await costOf(name, 'incorrect'), name).toEqual({ hashes: 1, queries: 2 });
  // failures of both names of a user count together: the fifth in a row locks, later ones name a locked user
  for (let attempt = 0; attempt < 4; attempt++)
    expect(await costOf('alice', 'incorrect')).toEqual({ hashes: 1, queries: 2 });
  for (const name of names) expect(await costOf(name, password), name).toEqual({ hashes: 1, queries: 2 });
  // too long to be a password
  expect(await costOf('alice', 'x'.repeat(10_000))).toEqual(await costOf('unknown', 'x'.repeat(10_000)));
});
