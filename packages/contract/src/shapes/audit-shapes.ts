import { type Static, Type } from 'typebox';
import { closed, HashHex, Int, Num } from './terms.ts';
import { TxClassified } from './tx-shapes.ts';

/*
 * Wire shapes of block audits. Each exported type is the static type of the schema of the same name.
 */

const Flag = Type.Boolean();
const Txids = Type.Array(HashHex);

const scoreFields = {
  /** Percent, two decimals. */
  matchRate: Num,
  expectedFees: Int,
  expectedWeight: Int,
};

/** A block audit: the projected block compared with the mined block. */
export const BlockAudit = Type.Object(
  {
    version: Type.Literal(1),
    /** 1: cluster linearization. */
    templateAlgorithm: Type.Literal(1),
    height: Int,
    id: HashHex,
    timestamp: Int,
    template: Type.Array(TxClassified),
    unseenTxs: Txids,
    missingTxs: Txids,
    addedTxs: Txids,
    prioritizedTxs: Txids,
    /** Placed lower in the block than their fee rate ranks; a Glassblock extension. */
    deprioritizedTxs: Txids,
    freshTxs: Txids,
    sigopTxs: Txids,
    fullrbfTxs: Txids,
    acceleratedTxs: Txids,
    ...scoreFields,
  },
  closed,
);
export type BlockAudit = Static<typeof BlockAudit>;

/** The audit result of one transaction of a block. */
export const TxAudit = Type.Object(
  {
    seen: Flag,
    expected: Flag,
    added: Flag,
    prioritized: Flag,
    conflict: Flag,
    accelerated: Flag,
    firstSeen: Type.Optional(Int),
  },
  closed,
);
export type TxAudit = Static<typeof TxAudit>;

/** Summary of a block audit. */
export const AuditScore = Type.Object({ hash: HashHex, ...scoreFields }, closed);
export type AuditScore = Static<typeof AuditScore>;

/** [time, height, matchRate]: averages per interval. */
export const BlockHealth = Type.Tuple([Int, Int, Num]);
export type BlockHealth = Static<typeof BlockHealth>;
