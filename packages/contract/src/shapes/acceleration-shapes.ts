import { type Static, type TSchema, Type } from 'typebox';
import { closed, HashHex, Int, Num } from './terms.ts';

/*
 * Wire shapes of transaction accelerations. Each exported type is the static type of the schema of the same name.
 */

const Maybe = <T extends TSchema>(schema: T) => Type.Optional(schema);

/**
 * An accepted acceleration that is not mined yet: amounts in sats, sizes in vB, and the unique ids of the participating
 * mining pools.
 */
export const Acceleration = Type.Object(
  { txid: HashHex, added: Int, effectiveVsize: Num, effectiveFee: Num, feeDelta: Num, pools: Type.Array(Int) },
  closed,
);
export type Acceleration = Static<typeof Acceleration>;

/** An acceleration that was mined; `boost_rate` in sat/vB, `boost_cost` in sats. */
export const MinedAcceleration = Type.Object(
  {
    txid: HashHex,
    height: Int,
    added: Int,
    pool: Type.Object({ id: Int, slug: Type.String(), name: Type.String() }, closed),
    effective_vsize: Num,
    effective_fee: Num,
    boost_rate: Num,
    boost_cost: Num,
  },
  closed,
);
export type MinedAcceleration = Static<typeof MinedAcceleration>;

/** Total sats added to fees (a decimal string unless it is 0), and the number of transactions. */
export const AccelerationTotal = Type.Object({ cost: Type.Union([Type.String(), Int]), count: Int }, closed);
export type AccelerationTotal = Static<typeof AccelerationTotal>;

/** An acceleration request as the source reports it; fields that the source omits are absent. */
export const AccelerationRecord = Type.Object(
  {
    txid: HashHex,
    status: Type.String(),
    added: Int,
    lastUpdated: Maybe(Int),
    effectiveFee: Num,
    effectiveVsize: Num,
    feeDelta: Maybe(Num),
    bidBoost: Maybe(Num),
    boostRate: Maybe(Num),
    boostCost: Maybe(Num),
    blockHash: Maybe(HashHex),
    blockHeight: Maybe(Int),
    pools: Maybe(Type.Array(Int)),
    minedByPoolUniqueId: Maybe(Int),
    canceled: Maybe(Int),
  },
  closed,
);
export type AccelerationRecord = Static<typeof AccelerationRecord>;

/** Totals of the acceleration requests in a timeframe: sats and vB. */
export const AccelerationStats = Type.Object(
  {
    totalRequested: Int,
    totalAccepted: Maybe(Int),
    totalCompleted: Maybe(Int),
    totalBidBoost: Num,
    totalVsize: Num,
  },
  closed,
);
export type AccelerationStats = Static<typeof AccelerationStats>;

/** Acceleration totals per interval: `sumBidBoost` in sats. */
export const AccelerationSums = Type.Array(
  Type.Object({ timestamp: Int, sumBidBoost: Num, avgHeight: Int, count: Maybe(Int) }, closed),
);
export type AccelerationSums = Static<typeof AccelerationSums>;

/**
 * Quote of this server for accelerating a transaction. Sats, sizes in vB, rates in sat/vB; `options` are the
 * recommended bids: minimum, default, maximum.
 */
export const AccelerationQuote = Type.Object(
  {
    txid: HashHex,
    /** Why there is no quote: a word of the services routes. */
    reason: Type.Union([Type.String(), Type.Null()]),
    quote: Maybe(
      Type.Object(
        {
          effectiveVsize: Int,
          effectiveFee: Int,
          ancestorCount: Int,
          targetFeeRate: Num,
          baseFee: Int,
          vsizeFee: Int,
          options: Type.Array(Int, { minItems: 3, maxItems: 3 }),
        },
        closed,
      ),
    ),
    /** Invoices in bitcoin can be paid. */
    hasInvoices: Type.Boolean(),
    /** Of the demo: invoices are paid by a button. */
    isSimulated: Type.Boolean(),
  },
  closed,
);
export type AccelerationQuote = Static<typeof AccelerationQuote>;
