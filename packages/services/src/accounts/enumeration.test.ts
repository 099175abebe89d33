// The cost of an answer must not reveal whether a user exists: expensive operations are counted, time is not measured.
import { createHook } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import type { KyselyPlugin } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { createEmailLink, mayUseLink } from './email-links.ts';
import { createPasskeys } from './passkeys.ts';
import { checkPassword, createUser, setStatus } from './users.ts';

const work = { hashes: 0, signatures: 0, queries: 0 };
const isHash = (type: string) => type.startsWith('ARGON2') || type.startsWith('SCRYPT');
const operations = createHook({
  init: (_id, type) => {
    if (isHash(type)) work.hashes += 1;
    if (type === 'SIGNREQUEST') work.signatures += 1;
  },
});
const nothing = { hashes: 0, signatures: 0, queries: 0 };

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
  operations.enable();
});
afterEach(async () => {
  operations.disable();
  await test.close();
});

/** Returns the cost of an attempt. */
async function costOf(attempt: () => Promise<unknown>): Promise<typeof work> {
  Object.assign(work, nothing);
  await attempt();
  return { ...work };
}
const passwordCost = (username: string, given: string) =>
  costOf(() => checkPassword(test.database, { username, password: given }, now));

it('an attempt to sign in costs one hash and two queries for every name', async () => {
  const { database } = test;
  await createUser(database, { username: 'alice', email: 'alice@example.org', password }, now);
  await createUser(database, { username: 'keys-only' }, now);
  const { id } = await createUser(database, { username: 'disabled', password }, now);
  await setStatus(database, id, 'disabled');
  const names = ['alice', 'alice@example.org', 'keys-only', 'disabled', 'unknown', 'unknown@example.org', ''];
  for (const name of names)
    expect(await passwordCost(name, 'incorrect'), name).toEqual({ ...nothing, hashes: 1, queries: 2 });
  // failures of both names of a user count together: the fifth in a row locks, later ones name a locked user
  for (let attempt = 0; attempt < 4; attempt++)
    expect(await passwordCost('alice', 'incorrect')).toEqual({ ...nothing, hashes: 1, queries: 2 });
  for (const name of names)
    expect(await passwordCost(name, password), name).toEqual({ ...nothing, hashes: 1, queries: 2 });
  // too long to be a password
  expect(await passwordCost('alice', 'x'.repeat(10_000))).toEqual(await passwordCost('unknown', 'x'.repeat(10_000)));
});

it('a link in a mail costs the same queries for every address', async () => {
  const { database } = test;
  await createUser(database, { username: 'alice', email: 'alice@example.org' }, now);
  const { id } = await createUser(database, { username: 'disabled', email: 'disabled@example.org' }, now);
  await setStatus(database, id, 'disabled');
  for (const isSignUpOpen of [true, false])
    for (const email of ['alice@example.org', 'disabled@example.org', 'unknown@example.org'])
      expect(
        await costOf(async () => {
          await createEmailLink(database, email, now);
          await mayUseLink(database, email, isSignUpOpen);
        }),
        email,
      ).toEqual({ ...nothing, queries: 4 });
});

it('a passkey costs one query and one signature, known or not, and a made-up one is refused', async () => {
  const { database } = test;
  const origin = 'https://explorer.example';
  const user = await createUser(database, { username: 'alice' }, now);
  const [own, other] = await Promise.all([1, 2].map(() => generateKey()));
  const row = { user_id: user.id, counter: 0, transports: '', name: 'own', added: now, last_used: null };
  await database
    .insertInto('passkeys')
    .values({ ...row, credential_id: 'AAAA', public_key: own!.cose })
    .execute();
  const passkeys = createPasskeys(database, origin, () => now);
  const attempt = async (id: string, key: CryptoKey) => {
    const { challenge } = await passkeys.signInOptions();
    const response = await assertionOf({ id, challenge, origin, key });
    let found: Awaited<ReturnType<typeof passkeys.signIn>>;
    const cost = await costOf(async () => {
      found = await passkeys.signIn(response);
    });
    return { cost, username: found?.username };
  };
  // the library is loaded
  await attempt('BBBB', other!.key);
  const refused = { cost: { ...nothing, signatures: 1, queries: 1 }, username: undefined };
  expect(await attempt('AAAA', other!.key)).toEqual(refused);
  expect(await attempt('BBBB', other!.key)).toEqual(refused);
  // the key that stands for unknown passkeys: its private key is 1
  expect(await attempt('BBBB', await knownToAll())).toEqual(refused);
  expect(await attempt('AAAA', own!.key)).toMatchObject({ username: 'alice' });
});

const curve = { name: 'ECDSA', namedCurve: 'P-256' } as const;

/** A key pair of an authenticator; the public one as COSE. */
async function generateKey() {
  const { publicKey, privateKey: key } = await crypto.subtle.generateKey(curve, true, ['sign', 'verify']);
  const raw = Buffer.from(await crypto.subtle.exportKey('raw', publicKey));
  const [x, y] = [raw.subarray(1, 33), raw.subarray(33)];
  const parts = [Buffer.from('a5010203262001215820', 'hex'), x, Buffer.from('225820', 'hex'), y];
  return { key, cose: Buffer.concat(parts).toString('base64url') };
}

function knownToAll(): Promise<CryptoKey> {
  const coordinate = (hex: string) => Buffer.from(hex, 'hex').toString('base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: coordinate('6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296'),
    y: coordinate('4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5'),
    d: coordinate('01'.padStart(64, '0')),
  };
  return crypto.subtle.importKey('jwk', jwk, curve, false, ['sign']);
}

/** The answer of an authenticator to a challenge. */
async function assertionOf(of: { id: string; challenge: string; origin: string; key: CryptoKey }) {
  const text = { type: 'webauthn.get', challenge: of.challenge, origin: of.origin, crossOrigin: false };
  const client = Buffer.from(JSON.stringify(text));
  const hash = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest();
  // a user was present; the counter is 0
  const data = Buffer.concat([hash(new URL(of.origin).hostname), Buffer.from('0100000000', 'hex')]);
  const signed = Buffer.concat([data, hash(client)]);
  const plain = Buffer.from(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, of.key, signed));
  return {
    id: of.id,
    rawId: of.id,
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: derOf(plain).toString('base64url'),
    },
  };
}

/** Encodes a signature of two numbers of 32 bytes as authenticators do. */
function derOf(plain: Buffer): Buffer {
  const numbers = [plain.subarray(0, 32), plain.subarray(32)].map((bytes) => {
    let start = 0;
    while (start < 31 && bytes[start] === 0) start++;
    const short = bytes.subarray(start);
    const positive = short[0]! < 0x80 ? short : Buffer.concat([Buffer.of(0), short]);
    return Buffer.concat([Buffer.of(2, positive.length), positive]);
  });
  const body = Buffer.concat(numbers);
  return Buffer.concat([Buffer.of(0x30, body.length), body]);
}
