import { type Static, Type } from 'typebox';
import { closed, HashHex, Hex, Int, Nullable, Text } from '../terms.ts';

/*
 * Wire shapes of the audit of pegs and reserves. Each exported type is the static type of the schema of the same name.
 */

/** A sum in sats as decimal text; a peg-out counts negative. */
const Sum = Type.String({ pattern: '^-?(0|[1-9][0-9]*)$' });
/** A txid, or an empty text where there is none. */
const MaybeTxid = Type.String({ pattern: '^([0-9a-f]{64})?$' });

/** Circulating supply or reserves. `lastBlockUpdate`: height on the chain that was read; `hash`: that block. */
export const PegTotal = Type.Object({ amount: Sum, lastBlockUpdate: Int, hash: HashHex }, closed);
export type PegTotal = Static<typeof PegTotal>;

/** A sum of one month; `date` is its first day, `YYYY-MM-01`. */
export const MonthlyAmount = Type.Object(
  { amount: Sum, date: Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-01$' }) },
  closed,
);
export type MonthlyAmount = Static<typeof MonthlyAmount>;

/**
 * A peg-in (amount above 0), or a peg-out or burn (below 0). `txindex` is the index of the input or output on Liquid.
 * An empty address marks a burn; an address without `bitcointxid` a peg-out that is not paid yet.
 */
export const Peg = Type.Object(
  {
    txid: HashHex,
    txindex: Int,
    amount: Int,
    bitcoinaddress: Text,
    bitcointxid: MaybeTxid,
    bitcoinindex: Int,
    /** Time of the Liquid block. */
    blocktime: Int,
  },
  closed,
);
export type Peg = Static<typeof Peg>;

/** Pegs of one direction in the last day; no volume without pegs. */
const PegVolume = Type.Object({ volume: Nullable(Sum), number: Int }, closed);

/** Peg-ins, then peg-outs of the last day. */
export const PegVolumes = Type.Tuple([PegVolume, PegVolume]);
export type PegVolumes = Static<typeof PegVolumes>;

/** Number of pegs. */
export const PegsCount = Type.Object({ pegs_count: Int }, closed);
export type PegsCount = Static<typeof PegsCount>;

/** Progress of the audit, in blocks of the parent chain. */
export const AuditStatus = Type.Object(
  { bitcoinBlocks: Int, bitcoinHeaders: Int, lastBlockAudit: Int, isAuditSynced: Type.Boolean() },
  closed,
);
export type AuditStatus = Static<typeof AuditStatus>;

/** Balance of an address of the federation. */
export const FederationAddress = Type.Object({ bitcoinaddress: Text, balance: Sum }, closed);
export type FederationAddress = Static<typeof FederationAddress>;

/** Number of addresses of the federation. */
export const AddressesTotal = Type.Object({ address_count: Int }, closed);
export type AddressesTotal = Static<typeof AddressesTotal>;

const utxoFields = {
  txid: HashHex,
  txindex: Int,
  bitcoinaddress: Text,
  amount: Int,
  blocknumber: Int,
  blocktime: Int,
  /** Peg-in that claimed the output; empty and 0 for change. */
  pegtxid: MaybeTxid,
  pegindex: Int,
  pegblocktime: Int,
  /** Blocks until the emergency keys can spend. */
  timelock: Int,
  /** Unix seconds; 0 unless the time lock has passed. */
  expiredAt: Int,
};

/** An unspent output of the federation on the parent chain. */
export const FederationUtxo = Type.Object(utxoFields, closed);
export type FederationUtxo = Static<typeof FederationUtxo>;

/** One whose time lock has passed. `isDust`: spending it costs more than its value. */
export const ExpiredUtxo = Type.Object({ ...utxoFields, isDust: Type.Boolean() }, closed);
export type ExpiredUtxo = Static<typeof ExpiredUtxo>;

/** Number of unspent outputs of the federation. */
export const UtxosTotal = Type.Object({ utxo_count: Int }, closed);
export type UtxosTotal = Static<typeof UtxosTotal>;

/** Outputs that the emergency keys have spent. */
export const EmergencyStats = Type.Object({ utxo_count: Int, total_amount: Nullable(Sum) }, closed);
export type EmergencyStats = Static<typeof EmergencyStats>;

/** A block of a chain. */
const AuditedBlock = Type.Object({ height: Int, hash: HashHex }, closed);

/**
 * State of the audit. `off`: this server does not follow the parent chain; `waiting`: an index is not complete yet;
 * `running`: no result yet; `failed`: the last audit failed, and values are those of an earlier one, if any.
 */
export const AuditState = Type.Object(
  {
    state: Type.Union([
      Type.Literal('off'),
      Type.Literal('waiting'),
      Type.Literal('running'),
      Type.Literal('ready'),
      Type.Literal('failed'),
    ]),
    sentence: Text,
    /** Newest block of each chain that the audit includes; null without a result. */
    block: Nullable(AuditedBlock),
    parentBlock: Nullable(AuditedBlock),
    /** Supply of the pegged asset and reserves at these blocks; null without a result. */
    supply: Nullable(Sum),
    reserves: Nullable(Sum),
    /** Peg-outs without a payment. */
    unmatchedPegOuts: Int,
    /** Claimed outputs that the parent chain does not have at its block: after a reorg, or while it is behind. */
    missingDeposits: Int,
  },
  closed,
);
export type AuditState = Static<typeof AuditState>;

/** A peg-out that no payment redeems. `other-amount`: its address was paid, but another amount. */
export const UnmatchedPegOut = Type.Object(
  {
    txid: HashHex,
    txindex: Int,
    /** Sats. */
    amount: Int,
    bitcoinaddress: Text,
    blocktime: Int,
    reason: Type.Union([Type.Literal('no-payment'), Type.Literal('other-amount')]),
  },
  closed,
);
export type UnmatchedPegOut = Static<typeof UnmatchedPegOut>;

/**
 * A peg-in whose deposit the audit did not find. `no-deposit`: the parent chain does not have the claimed output at the
 * block of the audit, after a reorg or while it is behind.
 */
export const UnmatchedPegIn = Type.Object(
  {
    txid: HashHex,
    txindex: Int,
    /** Sats. */
    amount: Int,
    /** The claimed output. */
    bitcointxid: HashHex,
    bitcoinindex: Int,
    blocktime: Int,
    reason: Type.Literal('no-deposit'),
  },
  closed,
);
export type UnmatchedPegIn = Static<typeof UnmatchedPegIn>;

const HoldingState = Type.Union([
  Type.Literal('unspent'),
  Type.Literal('expired'),
  Type.Literal('spent'),
  Type.Literal('emergency-spent'),
]);

/** An output that the federation holds or held, with the facts of both chains that make it one. */
export const FederationOutput = Type.Object(
  {
    txid: HashHex,
    vout: Int,
    state: HoldingState,
    /** Sats. */
    value: Int,
    address: Text,
    scriptpubkey: Hex,
    block_height: Int,
    block_time: Int,
    /** `deposit`: claimed by the peg-in below; `change`: of a transaction of the federation, or paid to its own address. */
    origin: Type.Union([Type.Literal('deposit'), Type.Literal('change')]),
    /** Peg-in on the Liquid chain: txid, input, block time; null for change. */
    pegin_txid: Nullable(HashHex),
    pegin_vin: Nullable(Int),
    pegin_time: Nullable(Int),
    /** Script of the peg-in whose hash tweaks the keys of the federation's script; both null for change. */
    claim_script: Nullable(Hex),
    federation_script: Nullable(Hex),
    /** Blocks until the emergency keys can spend; null when the script has none or is not known. */
    timelock: Nullable(Int),
    expires_height: Nullable(Int),
    expired_at: Nullable(Int),
    /** Transaction that spends it; null while unspent. */
    spender_txid: Nullable(HashHex),
    spender_height: Nullable(Int),
    spender_time: Nullable(Int),
    spender_witness_items: Nullable(Int),
  },
  closed,
);
export type FederationOutput = Static<typeof FederationOutput>;

/** The newest block of each chain that changed supply or reserves, and the time of the newer one. */
const DeficitPoint = Type.Object({ height: Int, parent_height: Int, time: Int }, closed);

/** A period in which the federation held less than the supply; `end` is null while it lasts. */
export const Deficit = Type.Object(
  { start: DeficitPoint, end: Nullable(DeficitPoint), largest: Sum, largest_at: DeficitPoint },
  closed,
);
export type Deficit = Static<typeof Deficit>;

/** A change of supply or reserves; `chain`: where the transaction is. */
export const FederationEvent = Type.Object(
  {
    type: Type.Union([
      Type.Literal('peg-in'),
      Type.Literal('peg-out'),
      Type.Literal('peg-out-paid'),
      Type.Literal('federation-utxo-expired'),
      Type.Literal('emergency-spend'),
      Type.Literal('peg-in-unmatched'),
    ]),
    /** Of the block, Unix seconds. */
    time: Int,
    chain: Type.Union([Type.Literal('side'), Type.Literal('parent')]),
    txid: HashHex,
    /** Input of a peg-in; of an emergency spend 0; else output. */
    index: Int,
    /** Sats. */
    amount: Int,
    /**
     * The peg-out that was paid, the output that was spent by the emergency keys, or the claimed output that the parent
     * chain does not have, as `txid:index`; else null.
     */
    of: Nullable(Text),
  },
  closed,
);
export type FederationEvent = Static<typeof FederationEvent>;
