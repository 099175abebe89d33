// Not part of `npm test`: `npm run test:postgres` has a server.
import { randomBytes } from 'node:crypto';
import type { CodedError } from '@glassblock/primitives';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from './database.ts';

const url = process.env['GLASSBLOCK_TEST_POSTGRES'] ?? '';

describe('the writer of a database on PostgreSQL', () => {
  let schema: string;
  let opened: Database[];
  beforeEach(() => {
    schema = `test_${randomBytes(6).toString('hex')}`;
    opened = [];
  });
  afterEach(async () => {
    const last = await openDatabase({ kind: 'postgres', url, schema });
    await sql.raw(`drop schema ${schema} cascade`).execute(last);
    await Promise.all([...opened, last].map((database) => database.destroy()));
  });

  const replaced = expect.objectContaining({ code: 'services.replaced' });
  const claim = async (confirm: () => Promise<boolean> = async () => true) => {
    const reports: CodedError[] = [];
    const writer = { confirm, onReplaced: (error: CodedError) => void reports.push(error) };
    const database = await openDatabase({ kind: 'postgres', url, schema, writer });
    opened.push(database);
    return { database, reports };
  };
  const addRevenue = (database: Database) =>
    database.updateTable('accounts').set({ balance: sql`balance + 1` }).where('id', '=', 'revenue').execute();
  const revenueOf = async (database: Database) => {
    const found = database.selectFrom('accounts').select('balance').where('id', '=', 'revenue');
    return (await found.executeTakeFirstOrThrow()).balance;
  };

  it('rolls back the open transaction of an earlier process, and refuses its new connections', async () => {
    const first = await claim();
    await addRevenue(first.database);
    const written = Promise.withResolvers<void>();
    const resumed = Promise.withResolvers<void>();
    const open = first.database.transaction().execute(async (transaction) => {
      await transaction.updateTable('accounts').set({ balance: 100 }).where('id', '=', 'revenue').execute();
      written.resolve();
      await resumed.promise;
    });
    open.catch(() => undefined);
    await written.promise;
    const second = await claim();
    resumed.resolve();
    await expect(open).rejects.toBeInstanceOf(Error);
    // its connections are closed one after another
    await expect.poll(() => addRevenue(first.database).catch((error: unknown) => error)).toEqual(replaced);
    expect(first.reports[0]).toEqual(replaced);
    await addRevenue(second.database);
    expect(await revenueOf(second.database)).toBe(2);
    expect(second.reports).toEqual([]);
  });

  it('does not let a process that was paused before its claim replace a later one', async () => {
    const later: Awaited<ReturnType<typeof claim>>[] = [];
    const paused = claim(async () => {
      later.push(await claim());
      return true;
    });
    await expect(paused).rejects.toEqual(replaced);
    await addRevenue(later[0]!.database);
    expect(await revenueOf(later[0]!.database)).toBe(1);
    await expect(claim(async () => false)).rejects.toEqual(replaced);
  });

  it('leaves commands and other schemas alone', async () => {
    const command = await openDatabase({ kind: 'postgres', url, schema });
    opened.push(command);
    await addRevenue(command);
    const own = schema;
    schema = `${own}_other`;
    const other = await claim();
    schema = own;
    const { database } = await claim();
    await addRevenue(command);
    expect(await revenueOf(database)).toBe(2);
    await addRevenue(other.database);
    await sql.raw(`drop schema ${own}_other cascade`).execute(other.database);
  });
});
