import { type Static, type TSchema, Type } from 'typebox';
import { closed, HashHex, Int, Num } from './terms.ts';

const Maybe = <T extends TSchema>(schema: T) => Type.Optional(schema);

/** One that is paid for and not mined yet: sats, vB, and the mining pools that take part, by number. (rest-bitcoin 8.2) */
export const Acceleration = Type.Object(
  { txid: HashHex, added: Int, effectiveVsize: Num, effectiveFee: Num, feeDelta: Num, pools: Type.Array(Int) },
  closed,
);
export type Acceleration = Static<typeof Acceleration>;

/** One that was mined. (rest-bitcoin 8.1) */
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

/** Sats that were added, a text unless it is 0, and of how many transactions. (rest-bitcoin 8) */
export const AccelerationTotal = Type.Object({ cost: Type.Union([Type.String(), Int]), count: Int }, closed);
export type AccelerationTotal = Static<typeof AccelerationTotal>;

/** A request as the source keeps it; what it does not say is absent. (rest-services 4.1) */
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

/** (rest-services 4.3) */
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

/** What was added over stretches of time. (rest-services 4.4) */
export const AccelerationSums = Type.Array(
  Type.Object({ timestamp: Int, sumBidBoost: Num, avgHeight: Int, count: Maybe(Int) }, closed),
);
export type AccelerationSums = Static<typeof AccelerationSums>;
