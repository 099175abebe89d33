import { type Static, Type } from 'typebox';
import { closed, Int } from './terms.ts';

/*
 * Watched wallets and treasuries. Amounts in sats, times in Unix seconds unless noted. Each exported type is the static type
 * of the schema of the same name.
 */

const Totals = Type.Object(
  {
    tx_count: Int,
    funded_txo_count: Int,
    funded_txo_sum: Int,
    spent_txo_count: Int,
    spent_txo_sum: Int,
  },
  closed,
);
const Row = Type.Object(
  { txid: Type.String(), value: Int, height: Int, time: Int, tx_position: Type.Optional(Int) },
  closed,
);

/** Confirmed totals and history of the addresses of a watched wallet; `lastSync` in milliseconds. */
export const WatchedWallet = Type.Record(
  Type.String(),
  Type.Object({ address: Type.String(), stats: Totals, transactions: Type.Array(Row), lastSync: Int }, closed),
);
export type WatchedWallet = Static<typeof WatchedWallet>;

/** A watched wallet as the services API has it, for other servers: without `lastSync`, with `active`. */
export const ServiceWallet = Type.Record(
  Type.String(),
  Type.Object({ address: Type.String(), active: Type.Boolean(), stats: Totals, transactions: Type.Array(Row) }, closed),
);
export type ServiceWallet = Static<typeof ServiceWallet>;

/** Treasuries, each with its wallet; balances after each transaction, oldest first. */
export const Treasuries = Type.Array(
  Type.Object(
    {
      id: Int,
      name: Type.String(),
      wallet: Type.String(),
      enterprise: Type.String(),
      verifiedAddresses: Type.Array(Type.String()),
      balances: Type.Array(Type.Object({ balance: Int, time: Int }, closed)),
    },
    closed,
  ),
);
export type Treasuries = Static<typeof Treasuries>;
