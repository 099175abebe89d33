import { CodedError } from '@glassblock/primitives';
import type { Database } from '../database/database.ts';
import { transfer } from '../ledger/ledger.ts';
import { observedSeconds } from '../payments/invoices.ts';

/** No user can choose such a name. */
const deletedPrefix = 'deleted:';

/** Returns whether a user was deleted. */
export async function isDeleted(database: Database, userId: number): Promise<boolean> {
  const user = await database.selectFrom('users').select('username').where('id', '=', userId).executeTakeFirstOrThrow();
  return user.username.startsWith(deletedPrefix);
}

/**
 * Deletes the personal data of a user: name, address, password, passkeys, keys and sessions. Accelerations and
 * transfers stay, without a name, since the books need them. The rest of the balance goes to the operator. Later
 * payments for an invoice of the user are credited to a guest: they can be claimed with the id of the invoice.
 * @param forfeitSats the balance that the user has agreed to give up
 * @throws {CodedError} services.account-in-use while sats are on hold or a payment is not settled; services.balance-differs
 */
export async function deleteUser(
  database: Database,
  userId: number,
  forfeitSats: number,
  nowSeconds: number,
): Promise<void> {
  await database.transaction().execute(async (part) => {
    // first, so that no request of the user starts anything after the checks below
    const { email_key: key } = await part
      .updateTable('users')
      .set({ status: 'disabled', failed_logins: 0 })
      .where('id', '=', userId)
      .returning('email_key')
      .executeTakeFirstOrThrow();
    const accounts = await part
      .selectFrom('accounts')
      .select(['id', 'balance'])
      .where('id', 'in', [`user:${userId}`, `hold:${userId}`])
      .execute();
    const balanceOf = (id: string) => accounts.find((account) => account.id === id)?.balance ?? 0;
    if (balanceOf(`hold:${userId}`) > 0)
      throw new CodedError('services.account-in-use', 'accelerations of the user are not settled');
    if (balanceOf(`user:${userId}`) !== forfeitSats)
      throw new CodedError('services.balance-differs', 'the balance differs from the one that was agreed to');
    const invoices = part.selectFrom('invoices').where('user_id', '=', userId);
    const paying = await invoices
      .select('id')
      .where((at) =>
        at.or([
          at('status', 'in', ['underpaid', 'confirming']),
          at.and([at('status', '=', 'paid'), at('kind', '=', 'acceleration')]),
        ]),
      )
      .executeTakeFirst();
    // of an invoice that is paid already, too
    const coming = await part
      .selectFrom('payments')
      .innerJoin('invoices', 'invoices.id', 'payments.invoice_id')
      .select('payments.id')
      .where('invoices.user_id', '=', userId)
      .where('payments.status', '=', 'seen')
      .where('invoices.expires', '>', nowSeconds - observedSeconds)
      .executeTakeFirst();
    if (paying !== undefined || coming !== undefined)
      throw new CodedError('services.account-in-use', 'a payment of the user is not settled');
    await part
      .updateTable('invoices')
      .set({ user_id: null })
      .where('user_id', '=', userId)
      .where('status', 'in', ['pending', 'expired'])
      .execute();
    await part
      .updateTable('auto_accelerations')
      .set({ status: 'canceled' })
      .where('user_id', '=', userId)
      .where('status', '=', 'tracking')
      .execute();
    if (forfeitSats > 0) {
      const debit = `user:${userId}` as const;
      const key = `forfeit:${userId}`;
      const request = { debit, credit: 'revenue', amountSats: forfeitSats, reason: 'forfeit' } as const;
      await transfer(part, { ...request, idempotencyKey: key }, nowSeconds);
    }
    for (const table of ['sessions', 'api_keys', 'passkeys'] as const)
      await part.deleteFrom(table).where('user_id', '=', userId).execute();
    if (key !== null) await part.deleteFrom('email_links').where('email_key', '=', key).execute();
    await part
      .updateTable('users')
      .set({ username: `${deletedPrefix}${userId}`, email: null, email_key: null, password_hash: null })
      .where('id', '=', userId)
      .execute();
  });
}
