import { isCoded } from '@glassblock/primitives';
import type { Database } from '../database/database.ts';
import { aheadSeconds } from './clock.ts';
import { hashOfSecret, newSecret } from './secret.ts';
import { createUser, emailKeyOf, findUserByEmail, type User } from './users.ts';

/** Lifetime of a link. */
export const emailLinkSeconds = 900;
/** Links to one address within that time. */
const maxLinks = 3;
const emailPattern = /^[^\s@<>(),;:\\"[\]]{1,64}@[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63}){0,8}$/i;

/** Returns whether a text can be an email address that gets a link. */
export const isEmailAddress = (text: string): boolean => text.length <= 200 && emailPattern.test(text.trim());

/**
 * Creates a link for an address, whether it is known or not.
 * @returns its token, which is stored as a hash only; undefined when the address has had three links in 15 minutes
 */
export async function createEmailLink(
  database: Database,
  email: string,
  nowSeconds: number,
): Promise<string | undefined> {
  const token = newSecret();
  const key = emailKeyOf(email);
  await database
    .deleteFrom('email_links')
    .where((at) => at.or([at('expires', '<=', nowSeconds), at('added', '>', nowSeconds + aheadSeconds)]))
    .execute();
  await database
    .insertInto('email_links')
    .values({
      token_hash: hashOfSecret(token),
      email_key: key,
      added: nowSeconds,
      expires: nowSeconds + emailLinkSeconds,
    })
    .execute();
  // counted after it was stored: concurrent requests count each other
  const { count } = await database
    .selectFrom('email_links')
    .select((at) => at.fn.countAll<number | string>().as('count'))
    .where('email_key', '=', key)
    .executeTakeFirstOrThrow();
  return Number(count) > maxLinks ? undefined : token;
}

/**
 * Returns whether to send a mail to an address: it belongs to a user who may sign in, or to a visitor who may sign up.
 */
export async function mayUseLink(database: Database, email: string, isSignUpOpen: boolean): Promise<boolean> {
  const user = await findUserByEmail(database, email);
  return user === undefined ? isSignUpOpen : user.status === 'verified';
}

/**
 * Uses a link, once. Creates the user of an unknown address.
 * @returns undefined for an unknown, used or expired link, and for a user who may not sign in
 */
export async function useEmailLink(
  database: Database,
  token: string,
  isSignUpOpen: boolean,
  nowSeconds: number,
): Promise<User | undefined> {
  const used = await database
    .deleteFrom('email_links')
    .where('token_hash', '=', hashOfSecret(token))
    .where('expires', '>', nowSeconds)
    .where('added', '<=', nowSeconds + aheadSeconds)
    .returning('email_key')
    .executeTakeFirst();
  if (used === undefined) return undefined;
  const user = await findUserByEmail(database, used.email_key);
  if (user !== undefined) return user.status === 'verified' ? user : undefined;
  return isSignUpOpen ? signUp(database, used.email_key, nowSeconds) : undefined;
}

const nameLength = 8;

/** Creates the user of an address; another link to it may have done so at the same time. */
async function signUp(database: Database, email: string, nowSeconds: number): Promise<User | undefined> {
  const username = `user-${hashOfSecret(newSecret()).slice(0, nameLength)}`;
  try {
    return await createUser(database, { username, email }, nowSeconds);
  } catch (error) {
    if (!isCoded(error, 'services.user-exists')) throw error;
    return findUserByEmail(database, email);
  }
}
