import type { Database } from '../database/database.ts';
import { aheadSeconds } from './clock.ts';
import { hashOfSecret, newSecret } from './secret.ts';
import type { User } from './users.ts';

const sessionSeconds = 30 * 86_400;
/** Age at which a token is replaced. */
const rotationSeconds = 86_400;
/** Time for which a replaced token is still accepted: requests with it may be in flight. */
const graceSeconds = 60;
/** The oldest session of a user ends when there are more. */
const maxSessions = 20;
const maxClientLength = 200;

/** A verified user and the session of the request. */
export interface Session {
  user: User;
  sessionId: number;
  /** A new token that replaces the one of the request. */
  token: string | undefined;
}

/** Starts a session. @returns its token, which is stored as a hash only */
export async function startSession(
  database: Database,
  userId: number,
  nowSeconds: number,
  client = '',
): Promise<{ token: string; sessionId: number }> {
  const token = newSecret();
  return database.transaction().execute(async (part) => {
    const { id } = await part
      .insertInto('sessions')
      .values({
        user_id: userId,
        token_hash: hashOfSecret(token),
        previous_hash: null,
        added: nowSeconds,
        rotated: nowSeconds,
        expires: nowSeconds + sessionSeconds,
        client: client.slice(0, maxClientLength),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await part
      .deleteFrom('sessions')
      .where((at) => at.or([at('expires', '<=', nowSeconds), at('rotated', '>', nowSeconds + aheadSeconds)]))
      .execute();
    const newest = part
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', userId)
      .orderBy('id', 'desc')
      .limit(maxSessions);
    await part.deleteFrom('sessions').where('user_id', '=', userId).where('id', 'not in', newest).execute();
    return { token, sessionId: id };
  });
}

/** Returns the verified user of a token; rotates an old one. */
export async function findSession(database: Database, token: string, nowSeconds: number): Promise<Session | undefined> {
  const hash = hashOfSecret(token);
  const row = await database
    .selectFrom('sessions')
    .selectAll()
    .where('expires', '>', nowSeconds)
    .where('rotated', '<=', nowSeconds + aheadSeconds)
    .where((at) =>
      at.or([
        at('token_hash', '=', hash),
        at.and([at('previous_hash', '=', hash), at('rotated', '>', nowSeconds - graceSeconds)]),
      ]),
    )
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const user = await verifiedUser(database, row.user_id);
  if (user === undefined) return undefined;
  const isOld = row.token_hash === hash && row.rotated <= nowSeconds - rotationSeconds;
  return { user, sessionId: row.id, token: isOld ? await rotate(database, hash, nowSeconds) : undefined };
}

/** Replaces a token; undefined when another request has just done so. */
async function rotate(database: Database, hash: string, nowSeconds: number): Promise<string | undefined> {
  const token = newSecret();
  const { numUpdatedRows } = await database
    .updateTable('sessions')
    .set({ token_hash: hashOfSecret(token), previous_hash: hash, rotated: nowSeconds })
    .where('token_hash', '=', hash)
    .executeTakeFirst();
  return numUpdatedRows === 1n ? token : undefined;
}

/** Returns the verified user of a session by its id, as in a signed token. */
export async function userOfSession(
  database: Database,
  sessionId: number,
  nowSeconds: number,
): Promise<User | undefined> {
  const row = await database
    .selectFrom('sessions')
    .select('user_id')
    .where('id', '=', sessionId)
    .where('expires', '>', nowSeconds)
    .where('rotated', '<=', nowSeconds + aheadSeconds)
    .executeTakeFirst();
  return row === undefined ? undefined : verifiedUser(database, row.user_id);
}

/** A session as its user sees it. */
export interface ListedSession {
  id: number;
  added: number;
  /** When its token was last replaced: at most a day before its last request. */
  rotated: number;
  client: string;
}

/** Returns the sessions of a user that have not expired, newest first. */
export const sessionsOf = (database: Database, userId: number, nowSeconds: number): Promise<ListedSession[]> =>
  database
    .selectFrom('sessions')
    .select(['id', 'added', 'rotated', 'client'])
    .where('user_id', '=', userId)
    .where('expires', '>', nowSeconds)
    .orderBy('id', 'desc')
    .execute();

/** Ends one session of a user. @returns false when the user has no such session */
export async function endSessionOf(database: Database, userId: number, sessionId: number): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', sessionId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Ends all sessions of a user but one. @param currentId undefined: all */
export async function endOtherSessions(
  database: Database,
  userId: number,
  currentId: number | undefined,
): Promise<void> {
  await database
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '!=', currentId ?? 0)
    .execute();
}

/** Ends a session. */
export async function endSession(database: Database, sessionId: number): Promise<void> {
  await database.deleteFrom('sessions').where('id', '=', sessionId).execute();
}

/** Returns a user who may act. */
export const verifiedUser = (database: Database, userId: number): Promise<User | undefined> =>
  database.selectFrom('users').selectAll().where('id', '=', userId).where('status', '=', 'verified').executeTakeFirst();
