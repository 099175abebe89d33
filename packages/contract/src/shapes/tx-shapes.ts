import { type Static, Type } from 'typebox';
import { closed, HashHex, Hex, Int, Nullable, Num, Text } from './terms.ts';

/*
 * Wire shapes of transactions. Each exported type is the static type of the schema of the same name.
 */

/** Confirmation status of a transaction; the block fields are absent while it is unconfirmed. */
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

/** A transaction output; `value` in sats. */
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

/** A transaction input; `prevout` is null for a coinbase input or when unknown. */
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

/** A transaction as Esplora returns it. */
export const Tx = Type.Object(txFields, closed);
export type Tx = Static<typeof Tx>;

/** A relative of a transaction; fee in sats. */
export const Relative = Type.Object({ txid: HashHex, fee: Int, weight: Int }, closed);

/** Acceleration fields; absent for transactions without acceleration. */
const paidFields = {
  /** Unique ids of the participating mining pools. */
  acceleratedBy: Type.Optional(Type.Array(Int)),
  /** Unix seconds. */
  acceleratedAt: Type.Optional(Int),
  /** Sats added to the fee. */
  feeDelta: Type.Optional(Num),
};
/**
 * Position in the projected blocks: block index from 0, and vB from the start of the block to the middle of the
 * transaction.
 */
export const Position = Type.Object(
  { block: Int, vsize: Num, accelerated: Type.Optional(Type.Boolean()), ...paidFields },
  closed,
);
export type Position = Static<typeof Position>;

/** A mempool transaction on the socket: `Tx` with mempool data. */
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

/** A transaction in a live list; fee and value in sats. */
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
/** A `TxStripped` with effective fee rate (sat/vB) and flags. */
export const TxClassified = Type.Object(
  { ...TxStripped.properties, rate: Num, flags: Num, acc: Type.Optional(Type.Boolean()) },
  closed,
);
export type TxClassified = Static<typeof TxClassified>;

/** A transaction of Esplora's `/api/mempool/recent`; vsize is rounded up, because typed clients read an integer. */
export const RecentTx = Type.Object({ txid: HashHex, fee: Int, vsize: Int, value: Int }, closed);
export type RecentTx = Static<typeof RecentTx>;

/** A transaction of mempool.space's `/api/v1/mempool/recent`; vsize is a quarter of the weight. */
export const V1RecentTx = Type.Object({ ...RecentTx.properties, vsize: Num }, closed);
export type V1RecentTx = Static<typeof V1RecentTx>;

/** CPFP information: relatives, effective fee rate (sat/vB), sigops and adjusted vsize. */
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

/** Spending status of an output. */
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

/**
 * Merkle inclusion proof: sibling hashes from the leaves up, in display order; `pos` is the index of the transaction in
 * the block.
 */
export const MerkleProof = Type.Object({ block_height: Int, merkle: Type.Array(HashHex), pos: Int }, closed);
export type MerkleProof = Static<typeof MerkleProof>;

/** The node's `testmempoolaccept` result for one transaction; `base` in BTC, fee rates in BTC/kvB. */
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

/** The node's `submitpackage` result; `tx-results` by wtxid. */
export const PackageResult = Type.Object(
  {
    package_msg: Text,
    'tx-results': Type.Record(Type.String(), Type.Unknown()),
    'replaced-transactions': Type.Optional(Type.Array(HashHex)),
  },
  closed,
);
export type PackageResult = Static<typeof PackageResult>;

/** An output looked up by outpoint, and whether its transaction is unconfirmed. */
export const Prevout = Type.Object({ prevout: Vout, unconfirmed: Type.Boolean() }, closed);
export type Prevout = Static<typeof Prevout>;
