import { type Static, Type } from 'typebox';
import { closed, HashHex, Int } from '../shapes/terms.ts';

/*
 * Wire shapes of payments; names as clients of mempool.space expect them. Amounts in sats and times in Unix seconds
 * unless noted. Each exported type is the static type of the schema of the same name.
 */

const IntOrNull = Type.Union([Int, Type.Null()]);

/** An invoice; `btcDue` is the missing amount, in BTC. */
export const PaymentInvoice = Type.Object(
  {
    btcpayInvoiceId: Type.String(),
    btcDue: Type.String({ pattern: '^\\d+\\.\\d{8}$' }),
    addresses: Type.Object(
      { BTC: Type.Optional(Type.String()), BTC_LightningLike: Type.Optional(Type.String()) },
      closed,
    ),
    expirationTime: Int,
    itemDesc: Type.String(),
    cryptoInfo: Type.Array(Type.Object({ payments: Type.Array(Type.Object({ id: Type.String() }, closed)) }, closed)),
    /** Only in the demo: it is paid by a button. */
    simulated: Type.Optional(Type.Boolean()),
  },
  closed,
);
export type PaymentInvoice = Static<typeof PaymentInvoice>;

/** Progress of an invoice, for its payer. */
export const PaymentOrder = Type.Object(
  {
    id: Type.String(),
    kind: Type.Enum(['top_up', 'acceleration']),
    status: Type.Enum(['pending', 'confirming', 'underpaid', 'paid', 'accelerated', 'credited', 'expired']),
    amount: Int,
    /** Credited. */
    received: Int,
    /** Seen in the mempool or with too few confirmations. */
    pending: Int,
    /** Can be claimed by a signed-in user. */
    claimable: Int,
    /** Paid, or to be paid, without an account. */
    guest: Type.Boolean(),
    added: Int,
    expires: Int,
    payments: Type.Array(
      Type.Object(
        {
          method: Type.Enum(['lightning', 'chain', 'card']),
          reference: Type.String(),
          amount: Int,
          status: Type.Enum(['seen', 'credited', 'owed', 'gone']),
          blockHeight: IntOrNull,
          added: Int,
        },
        closed,
      ),
    ),
    /** Why the acceleration was not bought. */
    reason: Type.Union([Type.String(), Type.Null()]),
    acceleration: Type.Optional(
      Type.Object(
        {
          txid: HashHex,
          status: Type.String(),
          maxBid: Int,
          bidBoost: IntOrNull,
          baseFee: Int,
          vsizeFee: Int,
          blockHeight: IntOrNull,
        },
        closed,
      ),
    ),
  },
  closed,
);
export type PaymentOrder = Static<typeof PaymentOrder>;

/** Sats that were moved to the balance. */
export const PaymentClaim = Type.Object({ amount: Int }, closed);
export type PaymentClaim = Static<typeof PaymentClaim>;

/** Settings for the widgets of a card provider. */
export const CardSetup = Type.Object({ squareAppId: Type.String(), squareLocationId: Type.String() }, closed);
export type CardSetup = Static<typeof CardSetup>;

const storedCard = {
  card_id: Type.String(),
  last_4: Type.String(),
  brand: Type.String(),
  name: Type.String(),
  billing: Type.String(),
};

/** The stored card of a quote, by which `cardOnFile` pays. */
export const QuotedCard = Type.Object(storedCard, closed);

/** Stored cards of the user; a card can be charged until the end of the month `exp_month`, 1 to 12. */
export const StoredCards = Type.Array(Type.Object({ ...storedCard, exp_month: Int, exp_year: Int }, closed));
export type StoredCards = Static<typeof StoredCards>;

/** A charged card; `receiptUrl` of the provider. */
export const CardReceipt = Type.Object({ receiptUrl: Type.Union([Type.String(), Type.Null()]) }, closed);
export type CardReceipt = Static<typeof CardReceipt>;

/** Automatic accelerations of the user, newest first. */
export const AutoAccelerations = Type.Array(
  Type.Object(
    {
      txid: HashHex,
      status: Type.Enum(['tracking', 'accelerated', 'confirmed', 'canceled']),
      added: Int,
      trigger_type: Type.Enum(['time_delay', 'block_height', 'timestamp', 'next_block']),
      trigger_value: Type.Number(),
    },
    closed,
  ),
);
export type AutoAccelerations = Static<typeof AutoAccelerations>;
