import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createFaucetTables } from './faucet-migration.ts';
import { listMigrations } from './list-indexes.ts';
import { createSignInTables } from './sign-in-migration.ts';
import { autoMigrations } from './tables/auto-tables.ts';
import { dayMigrations } from './tables/day-tables.ts';
import { paymentMigrations } from './tables/payment-tables.ts';
import { sumMigrations } from './tables/sum-tables.ts';
import { writerMigrations } from './tables/writer-table.ts';

/** Databases that are supported. */
export type DatabaseKind = 'sqlite' | 'postgres';

/** Returns all migrations by name, in the order of their names. A released migration is never changed. */
export const migrationsFor = (kind: DatabaseKind): Record<string, Migration> => ({
  '0001-accounts-ledger-accelerations': { up: (database) => createFirstTables(database, kind) },
  ...paymentMigrations(idColumn(kind)),
  ...autoMigrations(idColumn(kind)),
  ...sumMigrations,
  '0020-email-links-passkeys': { up: (database) => createSignInTables(database, kind) },
  '0021-faucets': { up: (database) => createFaucetTables(database, kind) },
  ...listMigrations,
  ...writerMigrations,
  ...dayMigrations,
});

/** States in which an acceleration holds sats; at most one of a transaction is in one of them. */
export const openStates = ['requested', 'accelerating', 'completed_provisional', 'failed_provisional'] as const;

const idColumn = (kind: DatabaseKind): string =>
  kind === 'sqlite' ? 'integer primary key autoincrement' : 'bigint generated always as identity primary key';

async function createFirstTables(database: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const id = idColumn(kind);
  const statements = [
    `create table users (
      id ${id}, username text not null unique, email text, password_hash text,
      type text not null check (type in ('enterprise', 'community', 'mining_pool')),
      status text not null check (status in ('pending', 'verified', 'disabled')),
      added bigint not null, failed_logins bigint not null default 0, locked_until bigint not null default 0)`,
    `create table sessions (
      id ${id}, user_id bigint not null references users (id), token_hash text not null unique,
      previous_hash text unique, added bigint not null, rotated bigint not null, expires bigint not null)`,
    'create index sessions_of_user on sessions (user_id)',
    `create table api_keys (
      id ${id}, user_id bigint not null references users (id), key_hash text not null unique,
      added bigint not null, revoked bigint)`,
    `create table accounts (
      id text primary key, balance bigint not null default 0,
      check (id = 'external' or balance >= 0))`,
    `create table transfers (
      id ${id}, debit text not null references accounts (id), credit text not null references accounts (id),
      amount bigint not null check (amount > 0), reason text not null, idempotency_key text not null unique,
      added bigint not null, check (debit <> credit))`,
    'create index transfers_by_credit on transfers (credit, id)',
    'create index transfers_by_debit on transfers (debit, id)',
    `create table accelerations (
      id ${id}, user_id bigint not null references users (id), txid text not null,
      status text not null check (status in ('requested', 'accelerating', 'completed_provisional', 'completed',
        'failed_provisional', 'failed')),
      added bigint not null, last_updated bigint not null, expires bigint not null,
      effective_fee bigint not null, effective_vsize bigint not null,
      bid bigint not null check (bid > 0), base_fee bigint not null, vsize_fee bigint not null,
      bid_boost bigint check (bid_boost between 0 and bid), block_hash text, block_height bigint, mined_by bigint,
      failed_height bigint, canceled bigint not null default 0)`,
    `create unique index one_open_acceleration on accelerations (txid)
      where status in (${openStates.map((state) => `'${state}'`).join(', ')})`,
    'create index accelerations_of_user on accelerations (user_id, id)',
    'create index accelerations_by_time on accelerations (added)',
    'create index accelerations_by_block on accelerations (block_height)',
    'create index accelerations_by_status on accelerations (status, id)',
    // has all columns of totals and sums
    'create index accelerations_for_sums on accelerations (status, added, bid_boost, effective_vsize, block_height)',
    'create index accelerations_by_txid on accelerations (txid)',
    `create table acceleration_events (
      id ${id}, acceleration_id bigint not null references accelerations (id), event text not null,
      added bigint not null)`,
    'create index events_of_acceleration on acceleration_events (acceleration_id, id)',
    "insert into accounts (id) values ('external'), ('revenue')",
  ];
  for (const statement of statements) await sql.raw(statement).execute(database);
}
