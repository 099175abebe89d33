import { type Static, Type } from 'typebox';
import { HashHex, TxClassified } from './shapes.ts';

const Int = Type.Integer();
const Num = Type.Number();
const Flag = Type.Boolean();
const Txids = Type.Array(HashHex);
const open = { additionalProperties: false } as const;

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
  open,
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
  open,
);
export type TxAudit = Static<typeof TxAudit>;

/** An audit in short. (rest-bitcoin 7) */
export const AuditScore = Type.Object({ hash: HashHex, ...scoreFields }, open);
export type AuditScore = Static<typeof AuditScore>;

/** [time, height, matchRate]: means over a stretch of time. (rest-bitcoin 7) */
export const BlockHealth = Type.Tuple([Int, Int, Num]);
export type BlockHealth = Static<typeof BlockHealth>;
