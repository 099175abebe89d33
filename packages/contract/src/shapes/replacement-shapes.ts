import { type Static, Type } from 'typebox';
import { closed, HashHex, Int, Num, Text } from './terms.ts';
import { Status, TxStripped } from './tx-shapes.ts';

/*
 * Wire shapes of replacements. Each exported type is the static type of the schema of the same name.
 */

/** A tree of replacements with the latest transaction as root. */
export interface RbfTree {
  tx: TxStripped & { rbf: boolean; mined?: boolean; fullRbf?: boolean };
  time: number;
  interval?: number;
  mined?: boolean;
  fullRbf: boolean;
  replaces: RbfTree[];
}
/** Schema of `RbfTree`; `replaces` is recursive. */
export const RbfTree = Type.Object(
  {
    tx: Type.Object(
      {
        ...TxStripped.properties,
        rbf: Type.Boolean(),
        mined: Type.Optional(Type.Boolean()),
        fullRbf: Type.Optional(Type.Boolean()),
      },
      { ...closed, description: 'this transaction' },
    ),
    time: Num,
    interval: Type.Optional(Num),
    mined: Type.Optional(Type.Boolean()),
    fullRbf: Type.Boolean(),
    replaces: Type.Unsafe<RbfTree[]>(
      Type.Array(Type.Object({}), { description: 'replaced transactions, as trees of the same form' }),
    ),
  },
  closed,
);
/** A list of replacement trees. */
export const RbfTrees = Type.Array(RbfTree);
/** The replacement tree of a transaction, and the txids that it replaced; null when there are none. */
export const RbfHistory = Type.Object(
  {
    replacements: Type.Union([RbfTree, Type.Null()]),
    replaces: Type.Union([Type.Array(HashHex), Type.Null()]),
  },
  closed,
);
export type RbfHistory = Static<typeof RbfHistory>;

/** The lifecycle of a transaction: its current state and its journal events, oldest first. */
export const Fate = Type.Object(
  {
    txid: HashHex,
    /** `pool`: in the mempool; `chain`: confirmed; `gone`: neither. */
    now: Type.Union([Type.Literal('pool'), Type.Literal('chain'), Type.Literal('gone')]),
    status: Status,
    /** The serialized transaction in hex, if it is not confirmed and still stored. */
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
