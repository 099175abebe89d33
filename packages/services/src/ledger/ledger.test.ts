import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createUser } from '../accounts/users.ts';
import { openDatabase } from '../database/database.ts';
import type { AccountId } from '../database/tables/tables.ts';
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { auditLedger, balanceOf, creditsOf, creditUser, transfer } from './ledger.ts';

let test: TestDatabase;
let users: number[];
const now = 1_700_000_000;

beforeEach(async () => {
  test = await openTestDatabase();
  users = [];
  for (const username of ['alice', 'bob']) users.push((await createUser(test.database, { username }, now)).id);
});
afterEach(() => test.close());

const move = (debit: AccountId, credit: AccountId, amountSats: number, idempotencyKey: string) =>
  test.database
    .transaction()
    .execute((part) => transfer(part, { debit, credit, amountSats, reason: 'test', idempotencyKey }, now));
const credit = (userId: number, amountSats: number, idempotencyKey: string) =>
  creditUser(test.database, { userId, amountSats, idempotencyKey }, now);

it('moves sats once per idempotency key', async () => {
  const [alice = 0] = users;
  expect(await credit(alice, 5_000, 'a')).toBe(true);
  expect(await credit(alice, 5_000, 'a')).toBe(false);
  expect(await balanceOf(test.database, alice)).toEqual({ balance: 5_000, hold: 0, feesPaid: 0 });
  expect(await creditsOf(test.database, alice)).toEqual([{ id: expect.any(Number), amount: 5_000, added: now }]);
  await expect(credit(alice, 6_000, 'a')).rejects.toMatchObject({ code: 'services.key-reused' });
  await move(`user:${alice}`, `hold:${alice}`, 3_000, 'b');
  await move(`hold:${alice}`, 'revenue', 1_000, 'c');
  expect(await balanceOf(test.database, alice)).toEqual({ balance: 2_000, hold: 2_000, feesPaid: 1_000 });
  expect(await auditLedger(test.database)).toEqual([]);
});

it('refuses a transfer without cover, of no amount, or of an unknown account, and moves nothing', async () => {
  const [alice = 0, bob = 0] = users;
  await credit(alice, 100, 'a');
  await expect(move(`user:${alice}`, `user:${bob}`, 101, 'b')).rejects.toMatchObject({
    code: 'services.not-enough-balance',
  });
  for (const amount of [0, -5, 0.5, Number.NaN, 2 ** 60])
    await expect(move(`user:${alice}`, `user:${bob}`, amount, 'c')).rejects.toThrow();
  await expect(move(`user:${alice}`, 'user:999', 1, 'd')).rejects.toThrow();
  await expect(move(`user:${alice}`, `user:${alice}`, 1, 'e')).rejects.toThrow();
  expect(await balanceOf(test.database, alice)).toMatchObject({ balance: 100 });
  expect(await auditLedger(test.database)).toEqual([]);
});

it('holds balances by constraints of the database', async () => {
  const [alice = 0] = users;
  const update = (id: string, balance: number) =>
    test.database.updateTable('accounts').set({ balance }).where('id', '=', id).execute();
  await expect(update(`user:${alice}`, -1)).rejects.toThrow();
  await expect(update('revenue', -1)).rejects.toThrow();
  const insert = (amount: number) =>
    test.database
      .insertInto('transfers')
      .values({
        debit: 'external',
        credit: 'revenue',
        amount,
        reason: '',
        idempotency_key: `x${amount}`,
        added: now,
      })
      .execute();
  await expect(insert(0)).rejects.toThrow();
  await insert(5);
  // a row that the ledger did not write is found
  expect(await auditLedger(test.database)).toEqual(expect.arrayContaining(['external', 'revenue']));
});

it('spends one balance once under 100 concurrent spends', async () => {
  const [alice = 0] = users;
  await credit(alice, 1_000, 'a');
  const spends = Array.from({ length: 100 }, (_, i) => move(`user:${alice}`, `hold:${alice}`, 30, `spend ${i}`));
  const outcomes = await Promise.allSettled(spends);
  const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : []));
  expect(new Set(refusals)).toEqual(new Set(['CodedError: the balance is not enough']));
  expect(refusals).toHaveLength(67);
  expect(await balanceOf(test.database, alice)).toEqual({ balance: 10, hold: 990, feesPaid: 0 });
  expect(await auditLedger(test.database)).toEqual([]);
});

it.each([1, 2, 3])('random histories sum to zero and never fall below zero: seed %i', async (seed) => {
  let state = seed * 7_919;
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  const accounts: AccountId[] = [
    'external',
    'revenue',
    ...users.flatMap((id): AccountId[] => [`user:${id}`, `hold:${id}`]),
  ];
  const balances = new Map<string, number>(accounts.map((id) => [id, 0]));
  const seenKeys = new Set<string>();
  for (let step = 0; step < 150; step++) {
    const debit = accounts[random(accounts.length)]!;
    const credit = accounts[random(accounts.length)]!;
    const amount = 1 + random(1_000);
    const key = `${random(1_000)}`;
    const isAllowed =
      debit !== credit && !seenKeys.has(key) && (debit === 'external' || balances.get(debit)! >= amount);
    const isMoved = await move(debit, credit, amount, key).catch(() => false);
    expect(isMoved).toBe(isAllowed);
    if (!isAllowed) continue;
    seenKeys.add(key);
    balances.set(debit, balances.get(debit)! - amount);
    balances.set(credit, balances.get(credit)! + amount);
  }
  const stored = await test.database.selectFrom('accounts').select(['id', 'balance']).execute();
  expect(new Map(stored.map(({ id, balance }) => [id, balance]))).toEqual(balances);
  expect(await auditLedger(test.database)).toEqual([]);
});

it('a SQLite file is readable by its owner only and survives reopening', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'glassblock-services-'));
  try {
    const place = { kind: 'sqlite', path: join(directory, 'services.db') } as const;
    const first = await openDatabase(place);
    const { id } = await createUser(first, { username: 'carol' }, now);
    await creditUser(first, { userId: id, amountSats: 7, idempotencyKey: 'a' }, now);
    // the command line opens it beside the server
    const second = await openDatabase(place);
    await creditUser(second, { userId: id, amountSats: 8, idempotencyKey: 'b' }, now);
    expect(await balanceOf(first, id)).toMatchObject({ balance: 15 });
    expect((await stat(place.path)).mode & 0o777).toBe(0o600);
    expect((await stat(`${place.path}-wal`)).mode & 0o777).toBe(0o600);
    await first.destroy();
    await second.destroy();
    const refused = (path: string, reason: string) =>
      expect(openDatabase({ kind: 'sqlite', path })).rejects.toMatchObject({
        code: 'services.database',
        message: `the database of services "${path}" cannot be opened (${reason})`,
      });
    await refused(directory, 'EISDIR');
    await writeFile(join(directory, 'damaged.db'), Buffer.alloc(5_000, 7));
    await refused(join(directory, 'damaged.db'), 'file is not a database');
    const newer = await openDatabase(place);
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2026-01-01')`.execute(newer);
    await newer.destroy();
    await refused(place.path, 'a newer version has changed its tables');
  } finally {
    await rm(directory, { recursive: true });
  }
});
