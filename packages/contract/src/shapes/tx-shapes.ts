import { type Static, Type } from 'typebox';
import { closed, HashHex, Hex, Int, Nullable, Num, Text } from './terms.ts';

/** Confirmation of a transaction; the three block fields are absent while it is not confirmed. (rest-bitcoin 2.1) */
export const Status = Type.Object(
  {
    confirmed: Type.Boolean(),
    block_height: Type.Optional(Int),
    block_hash: Type.Optional(HashHex),
    block_time: Type.Optional(Int),
  },
  closed,
);
export type Status = Static<typeof Status>;

/** An output: amounts in sats. (rest-bitcoin 2.1) */
export const Vout = Type.Object(
  {
    scriptpubkey: Hex,
    scriptpubkey_asm: Text,
    scriptpubkey_type: Text,
    scriptpubkey_address: Type.Optional(Text),
    value: Int,
  },
  closed,
);
export type Vout = Static<typeof Vout>;

export const Vin = Type.Object(
  {
    txid: HashHex,
    vout: Int,
    prevout: Nullable(Vout),
    scriptsig: Hex,
    scriptsig_asm: Text,
    witness: Type.Optional(Type.Array(Hex)),
    is_coinbase: Type.Boolean(),
    sequence: Int,
    inner_redeemscript_asm: Type.Optional(Text),
    inner_witnessscript_asm: Type.Optional(Text),
  },
  closed,
);
export type Vin = Static<typeof Vin>;

const txFields = {
  txid: HashHex,
  version: Int,
  locktime: Int,
  vin: Type.Array(Vin),
  vout: Type.Array(Vout),
  size: Int,
  weight: Int,
  sigops: Int,
  fee: Int,
  status: Status,
};

/** A transaction as the index server gives it. (rest-bitcoin 2.1) */
export const Tx = Type.Object(txFields, closed);
export type Tx = Static<typeof Tx>;

export const Relative = Type.Object({ txid: HashHex, fee: Int, weight: Int }, closed);

/** What was paid for a transaction beside its fee; absent while nothing was. (rest-bitcoin 2.7) */
const paidFields = {
  /** Unique ids of the mining pools that were paid. */
  acceleratedBy: Type.Optional(Type.Array(Int)),
  /** Seconds since 1970. */
  acceleratedAt: Type.Optional(Int),
  /** Sats beside the fee. */
  feeDelta: Type.Optional(Num),
};
/** Where a mempool transaction stands: projected block from 0, and vB from the block's start to the middle of the tx. */
export const Position = Type.Object(
  { block: Int, vsize: Num, accelerated: Type.Optional(Type.Boolean()), ...paidFields },
  closed,
);
export type Position = Static<typeof Position>;

/** A mempool transaction on the socket: `Tx` and what the mempool knows of it. (rest-bitcoin 2.2) */
export const TxExt = Type.Object(
  {
    ...txFields,
    vsize: Num,
    adjustedVsize: Num,
    feePerVsize: Num,
    adjustedFeePerVsize: Num,
    effectiveFeePerVsize: Num,
    firstSeen: Type.Optional(Int),
    ancestors: Type.Optional(Type.Array(Relative)),
    descendants: Type.Optional(Type.Array(Relative)),
    bestDescendant: Type.Optional(Type.Null()),
    position: Type.Optional(Position),
    flags: Type.Optional(Num),
    acceleration: Type.Optional(Type.Literal(true)),
    ...paidFields,
  },
  closed,
);
export type TxExt = Static<typeof TxExt>;

/** One line of a live list. (rest-bitcoin 2.3) */
export const TxStripped = Type.Object(
  {
    txid: HashHex,
    fee: Int,
    vsize: Num,
    value: Int,
    rate: Type.Optional(Num),
    time: Type.Optional(Int),
  },
  closed,
);
export type TxStripped = Static<typeof TxStripped>;
/** With the rate of its package and its flags. (rest-bitcoin 2.3, 2.4) */
export const TxClassified = Type.Object(
  { ...TxStripped.properties, rate: Num, flags: Num, acc: Type.Optional(Type.Boolean()) },
  closed,
);
export type TxClassified = Static<typeof TxClassified>;

/** `/api/mempool/recent` of the index server. */
export const RecentTx = Type.Object({ txid: HashHex, fee: Int, vsize: Num, value: Int }, closed);
export type RecentTx = Static<typeof RecentTx>;

/** (rest-bitcoin 2.7) */
export const CpfpInfo = Type.Object(
  {
    ancestors: Type.Array(Relative),
    descendants: Type.Optional(Type.Array(Relative)),
    bestDescendant: Type.Optional(Type.Null()),
    effectiveFeePerVsize: Type.Optional(Num),
    sigops: Type.Optional(Int),
    fee: Type.Optional(Int),
    adjustedVsize: Type.Optional(Num),
    acceleration: Type.Optional(Type.Boolean()),
    ...paidFields,
    cluster: Type.Optional(
      Type.Object({
        txs: Type.Array(Type.Object({ txid: HashHex, fee: Int, weight: Int, parents: Type.Array(Int) })),
        chunks: Type.Array(Type.Object({ txs: Type.Array(Int), feerate: Num })),
        chunkIndex: Int,
      }),
    ),
  },
  closed,
);
export type CpfpInfo = Static<typeof CpfpInfo>;

export const Outspend = Type.Object(
  {
    spent: Type.Boolean(),
    txid: Type.Optional(HashHex),
    vin: Type.Optional(Int),
    status: Type.Optional(Status),
  },
  closed,
);
export type Outspend = Static<typeof Outspend>;

/** Siblings from the bottom up, display order; `pos` is the transaction's place in its block. */
export const MerkleProof = Type.Object({ block_height: Int, merkle: Type.Array(HashHex), pos: Int }, closed);
export type MerkleProof = Static<typeof MerkleProof>;

/** The node's word on one transaction that was not sent; `base` BTC, rates BTC/kvB. (rest-bitcoin 6.2) */
export const TestedTx = Type.Object(
  {
    txid: HashHex,
    wtxid: HashHex,
    allowed: Type.Optional(Type.Boolean()),
    vsize: Type.Optional(Int),
    fees: Type.Optional(
      Type.Object(
        {
          base: Num,
          'effective-feerate': Type.Optional(Num),
          'effective-includes': Type.Optional(Type.Array(HashHex)),
        },
        closed,
      ),
    ),
    'reject-reason': Type.Optional(Text),
  },
  closed,
);
export type TestedTx = Static<typeof TestedTx>;

/** The node's word on a package; `tx-results` by wtxid. (rest-bitcoin 6.3) */
export const PackageResult = Type.Object(
  {
    package_msg: Text,
    'tx-results': Type.Record(Type.String(), Type.Unknown()),
    'replaced-transactions': Type.Optional(Type.Array(HashHex)),
  },
  closed,
);
export type PackageResult = Static<typeof PackageResult>;

/** An output asked for by its outpoint, and whether its transaction is in the mempool. */
export const Prevout = Type.Object({ prevout: Vout, unconfirmed: Type.Boolean() }, closed);
export type Prevout = Static<typeof Prevout>;
