import { type Kysely, sql } from 'kysely';

/** Adds the tables and columns of email links, passkeys, named keys and lists of sessions. */
export async function createSignInTables(database: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  const id =
    kind === 'sqlite' ? 'integer primary key autoincrement' : 'bigint generated always as identity primary key';
  const statements = [
    // unique, unlike the address itself: the operator may have given one address to several users
    'alter table users add column email_key text',
    `update users set email_key = lower(email)
      where id in (select min(id) from users where email is not null group by lower(email))`,
    'create unique index users_by_email on users (email_key)',
    "alter table sessions add column client text not null default ''",
    "alter table api_keys add column name text not null default ''",
    'create index api_keys_of_user on api_keys (user_id)',
    `create table email_links (
      id ${id}, token_hash text not null unique, email_key text not null, added bigint not null,
      expires bigint not null)`,
    'create index email_links_by_address on email_links (email_key, added)',
    'create index email_links_by_end on email_links (expires)',
    `create table passkeys (
      id ${id}, user_id bigint not null references users (id), credential_id text not null unique,
      public_key text not null, counter bigint not null, transports text not null, name text not null,
      added bigint not null, last_used bigint)`,
    'create index passkeys_of_user on passkeys (user_id)',
  ];
  for (const statement of statements) await sql.raw(statement).execute(database);
}
