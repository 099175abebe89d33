import { type Static, Type } from 'typebox';
import { closed, HashHex, Int, Num, Text } from './terms.ts';
import { Status, TxStripped } from './tx-shapes.ts';

/** Versions of a payment, the newest as root. (rest-bitcoin 2.8) */
export interface RbfTree {
  tx: TxStripped & { rbf: boolean; mined?: boolean; fullRbf?: boolean };
  time: number;
  interval?: number;
  mined?: boolean;
  fullRbf: boolean;
  replaces: RbfTree[];
}
export const RbfTree = Type.Object(
  {
    tx: Type.Object(
      { ...TxStripped.properties, rbf: Type.Boolean(), mined: Type.Optional(Type.Boolean()) },
      { ...closed, description: 'this version' },
    ),
    time: Num,
    interval: Type.Optional(Num),
    mined: Type.Optional(Type.Boolean()),
    fullRbf: Type.Boolean(),
    replaces: Type.Unsafe<RbfTree[]>(Type.Array(Type.Object({}, closed), { description: 'trees of the same shape' })),
  },
  closed,
);
/** (rest-bitcoin 6) */
export const RbfTrees = Type.Array(RbfTree);
export const RbfHistory = Type.Object(
  {
    replacements: Type.Union([RbfTree, Type.Null()]),
    replaces: Type.Union([Type.Array(HashHex), Type.Null()]),
  },
  closed,
);
export type RbfHistory = Static<typeof RbfHistory>;

/** What became of a transaction: where it is now, and everything that the journal knows of it, oldest first. */
export const Fate = Type.Object(
  {
    txid: HashHex,
    /** `gone`: neither in the chain nor in the mempool any more. */
    now: Type.Union([Type.Literal('pool'), Type.Literal('chain'), Type.Literal('gone')]),
    status: Status,
    /** The serialised transaction in hex, of one that is not in the chain, while its bytes are kept. */
    raw: Type.Optional(Text),
    events: Type.Array(
      Type.Object(
        {
          id: Text,
          type: Type.Union([Type.Literal('tx-added'), Type.Literal('tx-removed')]),
          txid: HashHex,
          time: Int,
          fee: Type.Optional(Int),
          weight: Type.Optional(Int),
          reason: Type.Optional(Text),
          by: Type.Optional(HashHex),
          certain: Type.Optional(Type.Boolean()),
        },
        closed,
      ),
    ),
  },
  closed,
);
export type Fate = Static<typeof Fate>;
