import type { Database } from '../database/database.ts';
import { balanceOf } from '../ledger/ledger.ts';
import { listApiKeys } from './api-keys.ts';
import { passkeysOf } from './passkeys.ts';
import { sessionsOf } from './sessions.ts';
import type { User } from './users.ts';

/** The newest rows of each list. */
const maxRows = 10_000;

/** Returns all stored data of a user except secrets and their hashes; times are Unix seconds, amounts sats. */
export async function exportUser(database: Database, user: User, nowSeconds: number) {
  const { id, username, email, type, status, added } = user;
  const accounts = [`user:${id}`, `hold:${id}`];
  const transfers = await database
    .selectFrom('transfers')
    .select(['id', 'debit', 'credit', 'amount', 'reason', 'added'])
    .where((at) => at.or([at('debit', 'in', accounts), at('credit', 'in', accounts)]))
    .orderBy('id', 'desc')
    .limit(maxRows)
    .execute();
  const accelerations = await database
    .selectFrom('accelerations')
    .selectAll()
    .where('user_id', '=', id)
    .orderBy('id', 'desc')
    .limit(maxRows)
    .execute();
  return {
    exported: nowSeconds,
    user: { id, username, email, type, status, added, hasPassword: user.password_hash !== null },
    balance: await balanceOf(database, id),
    transfers,
    accelerations,
    keys: await listApiKeys(database, id),
    passkeys: await passkeysOf(database, id),
    sessions: await sessionsOf(database, id, nowSeconds),
  };
}
