import type { Generated } from 'kysely';
import type { AutoTable } from './auto-tables.ts';
import type { DayTable } from './day-tables.ts';
import type { FaucetTables } from './faucet-tables.ts';
import type { PaymentTables } from './payment-tables.ts';
import type { SignInTables } from './sign-in-tables.ts';
import type { HourTable } from './sum-tables.ts';
import type { WriterTable } from './writer-table.ts';

/** An account of the ledger: `external`, `revenue`, `user:ID` or `hold:ID`. */
export type AccountId = 'external' | 'revenue' | `user:${number}` | `hold:${number}`;

/** Type of a user, as clients of mempool.space expect it. */
export type UserType = 'enterprise' | 'community' | 'mining_pool';
/** Whether a user may sign in: only `verified` may. */
export type UserStatus = 'pending' | 'verified' | 'disabled';

/** States of an acceleration, as clients of mempool.space expect them. */
export type AccelerationStatus =
  | 'requested'
  | 'accelerating'
  | 'completed_provisional'
  | 'completed'
  | 'failed_provisional'
  | 'failed';

/** A user. Times of all tables are Unix seconds, amounts sats. */
export interface UserTable {
  id: Generated<number>;
  /** Lower case. */
  username: string;
  email: string | null;
  /** The address in lower case, by which the user can sign in; no other user has the same. */
  email_key: Generated<string | null>;
  /** Undefined for users without a password, who can use keys only. */
  password_hash: string | null;
  type: UserType;
  status: UserStatus;
  added: number;
  failed_logins: Generated<number>;
  locked_until: Generated<number>;
}

/** A session of a user; tokens are stored as SHA-256. */
export interface SessionTable {
  id: Generated<number>;
  user_id: number;
  token_hash: string;
  /** The token before the last rotation, accepted for a short time. */
  previous_hash: string | null;
  added: number;
  rotated: number;
  expires: number;
  /** User agent of the program that signed in. */
  client: Generated<string>;
}

/** A key for programs; the key itself is stored as SHA-256. */
export interface KeyTable {
  id: Generated<number>;
  user_id: number;
  key_hash: string;
  name: Generated<string>;
  added: number;
  revoked: number | null;
}

/** Balance of an account: the sum of its credits less the sum of its debits. */
export interface AccountTable {
  id: string;
  balance: number;
}

/** Sats that moved from one account to another. */
export interface TransferTable {
  id: Generated<number>;
  debit: string;
  credit: string;
  amount: number;
  reason: string;
  /** Unique: a transfer with a known key is not made twice. */
  idempotency_key: string;
  added: number;
}

/** An acceleration that a user bought. */
export interface AccelerationTable {
  id: Generated<number>;
  user_id: number;
  txid: string;
  status: AccelerationStatus;
  added: number;
  last_updated: number;
  expires: number;
  effective_fee: number;
  effective_vsize: number;
  bid: number;
  base_fee: number;
  vsize_fee: number;
  /** Part of the bid that is charged; null until it is mined. */
  bid_boost: number | null;
  block_hash: string | null;
  block_height: number | null;
  mined_by: number | null;
  /** Height of the tip when it was not accelerated any more; counts the blocks until a refund. */
  failed_height: number | null;
  /** 1 when the user canceled it. */
  canceled: Generated<number>;
  /** 1 once a miner had it. */
  accepted: Generated<number>;
}

/** A step in the life of an acceleration. */
export interface EventTable {
  id: Generated<number>;
  acceleration_id: number;
  event: string;
  added: number;
}

/** All tables. */
export interface Tables extends SignInTables, FaucetTables, PaymentTables {
  auto_accelerations: AutoTable;
  acceleration_days: DayTable<AccelerationStatus>;
  acceleration_hours: HourTable;
  users: UserTable;
  sessions: SessionTable;
  api_keys: KeyTable;
  accounts: AccountTable;
  transfers: TransferTable;
  accelerations: AccelerationTable;
  acceleration_events: EventTable;
  writer: WriterTable;
}
