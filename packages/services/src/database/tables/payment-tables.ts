import { type Generated, type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Purpose of an invoice. */
export type InvoiceKind = 'top_up' | 'acceleration';

/**
 * States of an invoice.
 * - `pending`: nothing was received
 * - `confirming`: enough was seen, not all of it is credited
 * - `underpaid`: less than the amount was seen
 * - `paid`: credited; an acceleration follows
 * - `accelerated`: the acceleration was bought
 * - `credited`: something was credited, but not what the invoice is for
 * - `expired`: nothing was received in time
 */
export type InvoiceStatus = 'pending' | 'confirming' | 'underpaid' | 'paid' | 'accelerated' | 'credited' | 'expired';

/** How a payment was made. */
export type PaymentMethod = 'lightning' | 'chain' | 'card';

/**
 * States of a payment.
 * - `seen`: not final enough to be credited
 * - `credited`: on the balance
 * - `owed`: credited, then removed by a reorg when the balance did not cover it any more
 * - `gone`: neither in the chain nor in the mempool
 */
export type PaymentStatus = 'seen' | 'credited' | 'owed' | 'gone';

/** A request for a payment. Times are Unix seconds, amounts sats. */
export interface InvoiceTable {
  /** Random; a user with this id may claim sats that were credited without an account. */
  id: string;
  /** The user who is credited; null until something is received without an account. */
  user_id: number | null;
  /** 1 when `user_id` is a guest: a balance without a person. */
  is_guest: Generated<number>;
  kind: InvoiceKind;
  method: string;
  status: InvoiceStatus;
  amount: number;
  txid: string | null;
  bid: number | null;
  base_fee: number;
  vsize_fee: number;
  /** Unique: a second request with a known key returns the same invoice. */
  request_key: string | null;
  payment_request: string | null;
  payment_hash: string | null;
  address: string | null;
  added: number;
  expires: number;
  /** When it was paid. */
  paid: number | null;
  acceleration_id: number | null;
  /** Why the acceleration was not bought. */
  reason: string | null;
  receipt_url: string | null;
  /** 1: the Lightning payment is known, or can no longer be made. */
  lightning_closed: Generated<number>;
}

/** A payment that was received for an invoice. */
export interface PaymentTable {
  id: Generated<number>;
  invoice_id: string;
  method: PaymentMethod;
  /** Payment hash, outpoint, or id at the provider. */
  reference: string;
  amount: number;
  status: PaymentStatus;
  block_height: number | null;
  block_hash: string | null;
  /** First seen. */
  added: number;
  /** Number of times it was credited: more than once after reorgs. */
  credits: number;
}

/** Number of addresses that were derived from a key. */
export interface AddressCounterTable {
  source: string;
  next: number;
}

/** Tables of payments. */
export interface PaymentTables {
  invoices: InvoiceTable;
  payments: PaymentTable;
  address_counters: AddressCounterTable;
}

/** Migrations of payments. @param id definition of an id column */
export const paymentMigrations = (id: string): Record<string, Migration> => ({
  '0010-payments': {
    async up(database: Kysely<unknown>): Promise<void> {
      const statements = [
        `create table invoices (
          id text primary key, user_id bigint references users (id), is_guest bigint not null default 0,
          kind text not null check (kind in ('top_up', 'acceleration')), method text not null,
          status text not null check (status in ('pending', 'confirming', 'underpaid', 'paid', 'accelerated',
            'credited', 'expired')),
          amount bigint not null check (amount > 0), txid text, bid bigint, base_fee bigint not null,
          vsize_fee bigint not null, request_key text unique, payment_request text, payment_hash text unique,
          address text unique, added bigint not null, expires bigint not null, paid bigint,
          acceleration_id bigint unique references accelerations (id), reason text, receipt_url text)`,
        'create index invoices_by_status on invoices (status, expires)',
        'create index invoices_by_expiry on invoices (expires)',
        'create index invoices_of_user on invoices (user_id, added)',
        `create table payments (
          id ${id}, invoice_id text not null references invoices (id),
          method text not null check (method in ('lightning', 'chain', 'card')),
          reference text not null unique, amount bigint not null check (amount > 0),
          status text not null check (status in ('seen', 'credited', 'owed', 'gone')),
          block_height bigint, block_hash text, added bigint not null, credits bigint not null)`,
        'create index payments_of_invoice on payments (invoice_id, id)',
        'create table address_counters (source text primary key, next bigint not null)',
      ];
      for (const statement of statements) await sql.raw(statement).execute(database);
    },
  },
  '0027-lightning-payments': {
    async up(database: Kysely<unknown>): Promise<void> {
      const statements = [
        'alter table invoices add column lightning_closed bigint not null default 0',
        `update invoices set lightning_closed = 1 where payment_hash is null
          or exists (select 1 from payments where reference = invoices.payment_hash)`,
        'create index invoices_by_lightning on invoices (lightning_closed, expires)',
      ];
      for (const statement of statements) await sql.raw(statement).execute(database);
    },
  },
});
