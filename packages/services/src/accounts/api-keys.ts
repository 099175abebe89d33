import { CodedError } from '@glassblock/primitives';
import type { Database } from '../database/database.ts';
import { hashOfSecret, newSecret } from './secret.ts';
import { verifiedUser } from './sessions.ts';
import { forUser, type User } from './users.ts';

const prefix = 'gbk_';

const maxKeys = 20;
const maxNameLength = 60;

/**
 * Creates a key. @returns the key, which is stored as a hash only
 * @throws {CodedError} services.too-many when the user has 20
 */
export async function createApiKey(
  database: Database,
  userId: number,
  nowSeconds: number,
  name = '',
): Promise<{ id: number; key: string }> {
  return forUser(database, userId, async (part) => {
    if ((await apiKeysOf(part, userId)).length >= maxKeys)
      throw new CodedError('services.too-many', `a user has at most ${maxKeys} keys`);
    const key = prefix + newSecret();
    const { id } = await part
      .insertInto('api_keys')
      .values({
        user_id: userId,
        key_hash: hashOfSecret(key),
        name: name.slice(0, maxNameLength),
        added: nowSeconds,
        revoked: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, key };
  });
}

/** Returns the verified user of a key that is not revoked. */
export async function userOfKey(database: Database, key: string): Promise<User | undefined> {
  const row = await database
    .selectFrom('api_keys')
    .select('user_id')
    .where('key_hash', '=', hashOfSecret(key))
    .where('revoked', 'is', null)
    .executeTakeFirst();
  return row === undefined ? undefined : verifiedUser(database, row.user_id);
}

/**
 * Revokes a key.
 * @param userId whose key it has to be; undefined: of any user, for the operator
 * @returns false when there is no such key, or it is revoked
 */
export async function revokeApiKey(
  database: Database,
  id: number,
  nowSeconds: number,
  userId?: number,
): Promise<boolean> {
  let update = database
    .updateTable('api_keys')
    .set({ revoked: nowSeconds })
    .where('id', '=', id)
    .where('revoked', 'is', null);
  if (userId !== undefined) update = update.where('user_id', '=', userId);
  const { numUpdatedRows } = await update.executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Returns the ids of the keys of a user that are not revoked. */
export const apiKeysOf = async (database: Database, userId: number): Promise<number[]> =>
  (await listApiKeys(database, userId)).map(({ id }) => id);

/** Returns the keys of a user that are not revoked, without the keys themselves. */
export const listApiKeys = (
  database: Database,
  userId: number,
): Promise<{ id: number; name: string; added: number }[]> =>
  database
    .selectFrom('api_keys')
    .select(['id', 'name', 'added'])
    .where('user_id', '=', userId)
    .where('revoked', 'is', null)
    .orderBy('id')
    .execute();
