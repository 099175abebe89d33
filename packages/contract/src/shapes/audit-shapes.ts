import { type Static, Type } from 'typebox';
import { closed, HashHex, Int, Num } from './terms.ts';
import { TxClassified } from './tx-shapes.ts';

const Flag = Type.Boolean();
const Txids = Type.Array(HashHex);

const scoreFields = {
  /** Per cent, two decimals. */
  matchRate: Num,
  expectedFees: Int,
  expectedWeight: Int,
};

/** What was expected of a block and what came of it. (rest-bitcoin 5.1) */
export const BlockAudit = Type.Object(
  {
    version: Type.Literal(1),
    /** 1: by clusters. */
    templateAlgorithm: Type.Literal(1),
    height: Int,
    id: HashHex,
    timestamp: Int,
    template: Type.Array(TxClassified),
    unseenTxs: Txids,
    missingTxs: Txids,
    addedTxs: Txids,
    prioritizedTxs: Txids,
    /** Mined below their fee rank; our own addition. */
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

/** What an audit says of one transaction of the block. (rest-bitcoin 5.2) */
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

/** An audit in short. (rest-bitcoin 7) */
export const AuditScore = Type.Object({ hash: HashHex, ...scoreFields }, closed);
export type AuditScore = Static<typeof AuditScore>;

/** [time, height, matchRate]: means over a stretch of time. (rest-bitcoin 7) */
export const BlockHealth = Type.Tuple([Int, Int, Num]);
export type BlockHealth = Static<typeof BlockHealth>;
