import type { Database } from '../database/database.ts';
import { hashOfSecret, newSecret } from './secret.ts';
import { verifiedUser } from './sessions.ts';
import type { User } from './users.ts';

const prefix = 'gbk_';

/** Creates a key. @returns the key, which is stored as a hash only */
export async function createApiKey(
  database: Database,
  userId: number,
  nowSeconds: number,
): Promise<{ id: number; key: string }> {
  const key = prefix + newSecret();
  const { id } = await database
    .insertInto('api_keys')
    .values({ user_id: userId, key_hash: hashOfSecret(key), added: nowSeconds, revoked: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, key };
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

/** Revokes a key. @returns false when there is no such key, or it is revoked */
export async function revokeApiKey(database: Database, id: number, nowSeconds: number): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('api_keys')
    .set({ revoked: nowSeconds })
    .where('id', '=', id)
    .where('revoked', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Returns the ids of the keys of a user that are not revoked. */
export async function apiKeysOf(database: Database, userId: number): Promise<number[]> {
  const rows = await database
    .selectFrom('api_keys')
    .select('id')
    .where('user_id', '=', userId)
    .where('revoked', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
