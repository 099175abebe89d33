import { CodedError } from '@glassblock/primitives';
import { type Selectable, sql } from 'kysely';
import { type Database, type DatabaseTransaction, isDuplicate } from '../database/database.ts';
import type { UserStatus, UserTable, UserType } from '../database/tables/tables.ts';
import { createAccounts } from '../ledger/ledger.ts';
import { hashPassword, isPassword, isPasswordOf, minPasswordLength } from './password.ts';

/** A stored user. */
export type User = Selectable<UserTable>;

/** A user to create. */
export interface NewUser {
  username: string;
  email?: string | undefined;
  /** Undefined: the user has keys only. */
  password?: string | undefined;
  type?: UserType;
}

const usernamePattern = /^[a-z0-9][a-z0-9_-]{1,29}$/;
const emailPattern = /^[^\s@]{1,64}@[^\s@]{1,180}$/;

/** Maximum consecutive failed logins without a lock. */
const freeFailures = 5;
const firstLockSeconds = 60;
const maxLockSeconds = 3_600;
/** Maximum doublings of the duration of a lock. */
const maxDoublings = 6;

/**
 * Returns an email address in the form in which addresses are compared: lower case of A to Z only, since other letters
 * may have the lower case of another mailbox (U+212A has that of `K`).
 */
export const emailKeyOf = (email: string): string => email.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Returns a name as it is stored. */
const normalized = (username: string) => username.trim().toLowerCase();

/** Runs work in a database transaction that another one of the same user waits for, so that limits of a user hold. */
export const forUser = <T>(
  database: Database,
  userId: number,
  work: (part: DatabaseTransaction) => Promise<T>,
): Promise<T> =>
  database.transaction().execute(async (part) => {
    await part
      .updateTable('users')
      .set(({ ref }) => ({ status: ref('status') }))
      .where('id', '=', userId)
      .execute();
    return work(part);
  });

/**
 * Creates a user with both accounts.
 * @throws {CodedError} services.bad-user with a sentence; services.user-exists
 */
export async function createUser(database: Database, user: NewUser, nowSeconds: number): Promise<User> {
  const username = normalized(user.username);
  const { email, password } = user;
  if (!usernamePattern.test(username))
    throw new CodedError('services.bad-user', 'a username has 2 to 30 letters, digits, - or _');
  if (email !== undefined && !emailPattern.test(email))
    throw new CodedError('services.bad-user', 'this is not an email address');
  if (password !== undefined && !isPassword(password))
    throw new CodedError('services.bad-user', `a password has ${minPasswordLength} to 200 characters`);
  const passwordHash = password === undefined ? null : await hashPassword(password);
  try {
    return await database.transaction().execute(async (part) => {
      const created = await part
        .insertInto('users')
        .values({
          username,
          email: email ?? null,
          email_key: email === undefined ? null : emailKeyOf(email),
          password_hash: passwordHash,
          type: user.type ?? 'community',
          status: 'verified',
          added: nowSeconds,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await createAccounts(part, created.id);
      return created;
    });
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    throw new CodedError('services.user-exists', 'there is a user of this name or address', { cause: error });
  }
}

/** Returns a user by name. */
export const findUser = (database: Database, username: string): Promise<User | undefined> =>
  database.selectFrom('users').selectAll().where('username', '=', normalized(username)).executeTakeFirst();

/** Returns the user who signs in by an email address. */
export const findUserByEmail = (database: Database, email: string): Promise<User | undefined> =>
  database.selectFrom('users').selectAll().where('email_key', '=', emailKeyOf(email)).executeTakeFirst();

/** Returns all users by name, at most 10,000. */
export const listUsers = (database: Database): Promise<User[]> =>
  database.selectFrom('users').selectAll().orderBy('username').limit(10_000).execute();

/** Sets the status of a user; sessions and keys of a user who is not verified are refused. */
export async function setStatus(database: Database, userId: number, status: UserStatus): Promise<void> {
  await database.updateTable('users').set({ status }).where('id', '=', userId).execute();
}

/**
 * Checks name, or email address, and password. After five failures in a row the user is locked for a minute, then for twice as long each
 * time, at most an hour.
 * @returns undefined for a wrong name, a wrong password and a locked user alike, after the same work
 */
export async function checkPassword(
  database: Database,
  { username, password }: { username: string; password: string },
  nowSeconds: number,
): Promise<User | undefined> {
  const user = await findUserOf(database, username);
  const isRight = await isPasswordOf(user?.password_hash, password);
  // without such a user too, so that the answer takes as long
  if (user === undefined || !isRight) return countFailure(database, user?.id ?? 0, nowSeconds);
  const { numUpdatedRows } = await database
    .updateTable('users')
    .set({ failed_logins: 0, locked_until: 0 })
    .where('id', '=', user.id)
    .where((at) => at.or([at('locked_until', '<=', nowSeconds), at('locked_until', '>', nowSeconds + maxLockSeconds)]))
    .where('status', '=', 'verified')
    .executeTakeFirst();
  return numUpdatedRows === 1n ? user : undefined;
}

/** Usernames have no `@`. */
const findUserOf = (database: Database, login: string) =>
  login.includes('@') ? findUserByEmail(database, login.slice(0, 250)) : findUser(database, login.slice(0, 100));

/** Counts and locks in one statement: concurrent guesses are all counted, and a known name costs no more queries. */
async function countFailure(database: Database, id: number, nowSeconds: number): Promise<undefined> {
  const doublings = sql<number>`cast(failed_logins + 1 - ${freeFailures} as integer)`;
  await database
    .updateTable('users')
    .set((at) => ({
      failed_logins: at('failed_logins', '+', 1),
      locked_until: sql<number>`case
        when ${doublings} < 0 then locked_until
        when ${doublings} >= ${maxDoublings} then ${nowSeconds + maxLockSeconds}
        else ${nowSeconds} + ${firstLockSeconds} * (1 << ${doublings}) end`,
    }))
    .where('id', '=', id)
    .where((at) => at.or([at('locked_until', '<=', nowSeconds), at('locked_until', '>', nowSeconds + maxLockSeconds)]))
    .execute();
  return undefined;
}

/**
 * Sets a password. @param current undefined for users without one
 * @returns false when the current password is wrong, or the user is locked
 * @throws {CodedError} services.bad-user for a password that is too short or too long
 */
export async function setPassword(
  database: Database,
  user: User,
  { current, next }: { current: string | undefined; next: string },
  nowSeconds: number,
): Promise<boolean> {
  if (!isPassword(next))
    throw new CodedError('services.bad-user', `a password has ${minPasswordLength} to 200 characters`);
  if (user.password_hash !== null) {
    const given = { username: user.username, password: current ?? '' };
    if ((await checkPassword(database, given, nowSeconds)) === undefined) return false;
  }
  await database
    .updateTable('users')
    .set({ password_hash: await hashPassword(next) })
    .where('id', '=', user.id)
    .execute();
  return true;
}
