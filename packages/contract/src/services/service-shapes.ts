import { type Static, Type } from 'typebox';
import { closed, HashHex, Int, Num } from '../shapes/terms.ts';
import { QuotedCard } from './payment-shapes.ts';

/*
 * Wire shapes of services; names as clients of mempool.space expect them. Amounts in sats, times in Unix seconds unless
 * noted. Each exported type is the static type of the schema of the same name.
 */

const Maybe = <T extends Parameters<typeof Type.Optional>[0]>(schema: T) => Type.Optional(schema);
const TextOrNull = Type.Union([Type.String(), Type.Null()]);

/** The signed-in user. */
export const ServiceUser = Type.Object(
  {
    username: Type.String(),
    email: TextOrNull,
    passwordIsSet: Type.Boolean(),
    snsId: Type.String(),
    type: Type.Enum(['enterprise', 'community', 'mining_pool']),
    subscription_tag: Type.String(),
    status: Type.Enum(['pending', 'verified', 'disabled']),
    features: TextOrNull,
    countryCode: TextOrNull,
    imageMd5: Type.String(),
    ogRank: Type.Union([Int, Type.Null()]),
  },
  closed,
);
export type ServiceUser = Static<typeof ServiceUser>;

/** Groups of the account menu; the link `logout` signs out. */
export const ServiceMenu = Type.Array(
  Type.Object(
    {
      title: Type.String(),
      i18n: Type.String(),
      items: Type.Array(
        Type.Object(
          {
            title: Type.String(),
            i18n: Type.String(),
            faIcon: Type.String(),
            link: Type.String(),
            isExternal: Maybe(Type.Boolean()),
          },
          closed,
        ),
      ),
    },
    closed,
  ),
);
export type ServiceMenu = Static<typeof ServiceMenu>;

/** Data that a client stores after signing in: a signed token that is valid for 15 minutes, and the user. */
export const ServiceAuth = Type.Object(
  { token: Type.String(), user: Type.Object({ userId: Int, username: Type.String() }, closed) },
  closed,
);
export type ServiceAuth = Static<typeof ServiceAuth>;

/** Version of the services backend. */
export const ServiceVersion = Type.Object(
  { hostname: Type.String(), gitCommit: Type.String(), version: Type.String() },
  closed,
);
export type ServiceVersion = Static<typeof ServiceVersion>;

/** Bounds of a payment method: sats for bitcoin, USD for the others. */
const MethodBounds = Type.Object({ enabled: Type.Boolean(), min: Num, max: Num }, closed);

/** Quote for accelerating a transaction; `targetFeeRate` in sat/vB, sizes in vB. */
export const AccelerationEstimate = Type.Object(
  {
    txSummary: Type.Object({ txid: HashHex, effectiveVsize: Int, effectiveFee: Int, ancestorCount: Int }, closed),
    cost: Int,
    targetFeeRate: Num,
    nextBlockFee: Int,
    userBalance: Int,
    enoughBalance: Type.Boolean(),
    mempoolBaseFee: Int,
    vsizeFee: Int,
    pools: Type.Array(Int),
    options: Type.Array(Type.Object({ fee: Int }, closed), { minItems: 3, maxItems: 3 }),
    isProUser: Type.Boolean(),
    availablePaymentMethods: Type.Object(
      {
        balance: Type.Object({ enabled: Type.Boolean(), min: Int, max: Int }, closed),
        bitcoin: Maybe(MethodBounds),
        cashapp: Maybe(MethodBounds),
        applePay: Maybe(MethodBounds),
        googlePay: Maybe(MethodBounds),
        cardOnFile: Maybe(
          Type.Object({ enabled: Type.Boolean(), min: Num, max: Num, card: Maybe(QuotedCard) }, closed),
        ),
      },
      closed,
    ),
    unavailable: Type.Boolean(),
  },
  closed,
);
export type AccelerationEstimate = Static<typeof AccelerationEstimate>;

/** Balance of the user, sats held for accelerations, and sats charged so far. */
export const ServiceBalance = Type.Object({ balance: Int, hold: Int, feesPaid: Int }, closed);
export type ServiceBalance = Static<typeof ServiceBalance>;

/** Credits of the user; `date` in milliseconds. */
export const TopUpHistory = Type.Array(
  Type.Object(
    { type: Type.String(), invoiceId: Type.String(), amount: Int, status: Type.String(), date: Int, link: TextOrNull },
    closed,
  ),
);
export type TopUpHistory = Static<typeof TopUpHistory>;

/** Accelerations of the user, newest first; `history` only with `details`. */
export const OwnAccelerations = Type.Array(
  Type.Object(
    {
      id: Int,
      user_id: Int,
      txid: HashHex,
      status: Type.String(),
      fee_paid: Int,
      added: Int,
      last_updated: Int,
      confirmations: Int,
      base_fee: Int,
      vsize_fee: Int,
      max_bid: Int,
      effective_vsize: Int,
      effective_fee: Int,
      history: Maybe(Type.Array(Type.Object({ event: Type.String(), timestamp: Int }, closed))),
    },
    closed,
  ),
);
export type OwnAccelerations = Static<typeof OwnAccelerations>;
