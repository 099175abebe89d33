import { type Kysely, sql } from 'kysely';

/** Creates the tables of faucets. */
export async function createFaucetTables(database: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  const id =
    kind === 'sqlite' ? 'integer primary key autoincrement' : 'bigint generated always as identity primary key';
  const statements = [
    'create table faucets (network text primary key, requests bigint not null)',
    `create table faucet_batches (
      id ${id}, network text not null references faucets (network), txid text not null unique, raw text not null,
      status text not null check (status in ('signed', 'sent', 'rejected')), added bigint not null)`,
    "create index open_faucet_batches on faucet_batches (network, id) where status = 'signed'",
    `create table faucet_requests (
      id ${id}, network text not null references faucets (network), user_id bigint not null references users (id),
      address text not null, amount bigint not null check (amount > 0),
      status text not null check (status in ('waiting', 'paid', 'failed')),
      batch_id bigint references faucet_batches (id), added bigint not null)`,
    "create index waiting_faucet_requests on faucet_requests (network, id) where status = 'waiting'",
    'create index faucet_requests_by_time on faucet_requests (network, added)',
    'create index faucet_requests_by_user on faucet_requests (user_id, network, added)',
    'create index faucet_requests_by_address on faucet_requests (address, network, added)',
  ];
  for (const statement of statements) await sql.raw(statement).execute(database);
}
