import type { Generated } from 'kysely';

/** A faucet. Its row is written first in each transaction, so that limits are checked one after another. */
export interface FaucetTable {
  network: string;
  /** Requests that were accepted. */
  requests: number;
}

/** A transaction that pays requests. It is stored, signed, before it is sent: it can only be sent again, not made again. */
export interface FaucetBatchTable {
  id: Generated<number>;
  network: string;
  txid: string;
  /** Hex. */
  raw: string;
  status: 'signed' | 'sent' | 'rejected';
  added: number;
}

/** A request for test coins. Failed ones do not count towards limits. */
export interface FaucetRequestTable {
  id: Generated<number>;
  network: string;
  user_id: number;
  address: string;
  amount: number;
  status: 'waiting' | 'paid' | 'failed';
  batch_id: number | null;
  added: number;
}

/** Tables of faucets. */
export interface FaucetTables {
  faucets: FaucetTable;
  faucet_batches: FaucetBatchTable;
  faucet_requests: FaucetRequestTable;
}
