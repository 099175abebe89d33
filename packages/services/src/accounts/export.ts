import type { Database } from '../database/database.ts';
import { balanceOf } from '../ledger/ledger.ts';
import { listApiKeys } from './api-keys.ts';
import { passkeysOf } from './passkeys.ts';
import { sessionsOf } from './sessions.ts';
import type { User } from './users.ts';

/** The newest rows of each list. */
const maxRows = 10_000;

/** Columns of invoices; without the key of the request, which returns the invoice to its bearer. */
const invoiceColumns = [
  ...(['id', 'kind', 'method', 'status', 'amount', 'txid', 'bid', 'base_fee', 'vsize_fee'] as const),
  ...(['payment_request', 'payment_hash', 'address', 'added', 'expires', 'paid'] as const),
  ...(['acceleration_id', 'reason', 'receipt_url'] as const),
];

const rowsOf = (database: Database, table: 'accelerations' | 'auto_accelerations', userId: number) =>
  database.selectFrom(table).selectAll().where('user_id', '=', userId).orderBy('id', 'desc').limit(maxRows).execute();

/** Requests for test coins, with the transaction that paid each. */
const faucetRequestsOf = (database: Database, userId: number) =>
  database
    .selectFrom('faucet_requests as request')
    .leftJoin('faucet_batches as batch', 'batch.id', 'request.batch_id')
    .select(['request.id', 'request.network', 'request.address', 'request.amount', 'request.status', 'request.added'])
    .select('batch.txid')
    .where('request.user_id', '=', userId)
    .orderBy('request.id', 'desc')
    .limit(maxRows)
    .execute();

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
  const invoices = await database
    .selectFrom('invoices')
    .select(invoiceColumns)
    .where('user_id', '=', id)
    .where('is_guest', '=', 0)
    .orderBy('added', 'desc')
    .orderBy('id')
    .limit(maxRows)
    .execute();
  const payments = await database
    .selectFrom('payments')
    .innerJoin('invoices', 'invoices.id', 'payments.invoice_id')
    .selectAll('payments')
    .where('invoices.user_id', '=', id)
    .where('invoices.is_guest', '=', 0)
    .orderBy('payments.id', 'desc')
    .limit(maxRows)
    .execute();
  return {
    exported: nowSeconds,
    user: { id, username, email, type, status, added, hasPassword: user.password_hash !== null },
    balance: await balanceOf(database, id),
    transfers,
    accelerations: await rowsOf(database, 'accelerations', id),
    autoAccelerations: await rowsOf(database, 'auto_accelerations', id),
    invoices,
    payments,
    faucetRequests: await faucetRequestsOf(database, id),
    keys: await listApiKeys(database, id),
    passkeys: await passkeysOf(database, id),
    sessions: await sessionsOf(database, id, nowSeconds),
  };
}
