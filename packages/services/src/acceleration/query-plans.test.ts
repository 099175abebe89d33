// Lists must not read whole tables: of the statements that they run, SQLite's plans are examined.
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { listApiKeys } from '../accounts/api-keys.ts';
import { sessionsOf } from '../accounts/sessions.ts';
import { createUser, findUser, findUserByEmail } from '../accounts/users.ts';
import { openDatabase } from '../database/database.ts';
import { balanceOf, creditsOf } from '../ledger/ledger.ts';
import {
  countOpenInvoices,
  lightningInvoices,
  observedInvoices,
  openInvoices,
  paymentsOf,
  topUpsOf,
} from '../payments/invoices.ts';
import { autoAccelerationsOf } from './auto-accelerations.ts';
import { accelerationPage } from './list-page.ts';
import { accelerationsOfUser, eventsOf } from './own-history.ts';
import { accelerationOfTx, accelerationTotals, activeAccelerations } from './public-lists.ts';
import { countOpen, isAccelerated, openAccelerations } from './records.ts';

const now = 1_700_000_000;
const page = { page: 1, pageLength: 50 };

it('reads by indexes, or in the order of ids up to a limit', async () => {
  const prepared = vi.spyOn(DatabaseSync.prototype, 'prepare');
  const database = await openDatabase({ kind: 'sqlite', path: ':memory:' });
  try {
    const { id } = await createUser(database, { username: 'alice', password: undefined }, now);
    // one that all lists have: an empty page is not read
    const sizes = { effective_fee: 1, effective_vsize: 1, bid: 1, base_fee: 0, vsize_fee: 0, bid_boost: 1 };
    const mined = { block_hash: 'ab', block_height: 100, mined_by: 1, failed_height: null };
    const times = { added: now, last_updated: now, expires: now };
    await database
      .insertInto('accelerations')
      .values({ user_id: id, txid: 'ab', status: 'completed', ...times, ...sizes, ...mined })
      .execute();
    prepared.mockClear();
    await eventsOf(database, await accelerationsOfUser(database, 1, undefined));
    await accelerationsOfUser(database, 1, ['accelerating']);
    await accelerationPage(database, { statuses: ['completed'], since: now }, page);
    await accelerationPage(database, { statuses: ['completed', 'failed'], since: now, until: now }, page);
    await accelerationPage(database, { minedBy: 1, since: now }, page);
    await accelerationPage(database, { blockHeight: 100 }, page);
    await accelerationPage(database, { blockHash: 'ab' }, page);
    await accelerationTotals(database, { since: 1, until: now, minedBy: 1 });
    await accelerationTotals(database, {});
    await activeAccelerations(database);
    await accelerationOfTx(database, 'ab');
    await openAccelerations(database);
    await countOpen(database);
    await isAccelerated(database, 'ab');
    await autoAccelerationsOf(database, 1);
    await balanceOf(database, 1);
    await creditsOf(database, 1);
    await openInvoices(database);
    await countOpenInvoices(database);
    await observedInvoices(database, now);
    await lightningInvoices(database, now);
    await paymentsOf(database, 'id');
    await topUpsOf(database, 1);
    await listApiKeys(database, 1);
    await sessionsOf(database, 1, now);
    await findUser(database, 'alice');
    await findUserByEmail(database, 'alice@example.org');
    const statements = prepared.mock.calls.map(([statement]) => statement);
    prepared.mockRestore();
    expect(statements.length).toBeGreaterThan(20);
    const scanning: string[] = [];
    for (const statement of statements) {
      const bare = statement.replaceAll('?', "''");
      const { rows } = await sql.raw<{ detail: string }>(`explain query plan ${bare}`).execute(database);
      const isLimited = /order by "id" desc limit/.test(statement);
      // the exceptions have a row for each hour and mining pool, and for each day
      for (const { detail } of rows)
        if (/^SCAN (?!acceleration_hours$|days$|\(subquery-\d+\)$|.*USING)/.test(detail) && !isLimited)
          scanning.push(`${detail}: ${statement}`);
    }
    expect(scanning).toEqual([]);
  } finally {
    await database.destroy();
  }
});
