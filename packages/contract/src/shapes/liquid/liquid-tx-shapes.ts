import { type Static, Type } from 'typebox';
import { Fate } from '../replacement-shapes.ts';
import { closed, HashHex, Hex, Int, Nullable, Text } from '../terms.ts';
import { Status, Tx, Vin, Vout } from '../tx-shapes.ts';
import { FederationEvent } from './peg-shapes.ts';

/*
 * Wire shapes of transactions and outputs on Liquid. Amounts are in units of the asset. Of an explicit field and its commitment
 * one is present. Each exported type is the static type of the schema of the same name.
 */

/** A commitment or nonce: 33 bytes as hex. */
const Commitment = Type.String({ pattern: '^[0-9a-f]{66}$' });

/** A peg-out: the script to be paid on the parent chain. */
export const PegOut = Type.Object(
  {
    genesis_hash: HashHex,
    scriptpubkey: Hex,
    scriptpubkey_asm: Text,
    scriptpubkey_address: Type.Optional(Text),
  },
  closed,
);
export type PegOut = Static<typeof PegOut>;

/** An output; the type `fee` marks the output that states the fee. */
export const LiquidVout = Type.Object(
  {
    ...Vout.properties,
    value: Type.Optional(Int),
    valuecommitment: Type.Optional(Commitment),
    asset: Type.Optional(HashHex),
    assetcommitment: Type.Optional(Commitment),
    pegout: Type.Optional(PegOut),
  },
  closed,
);
export type LiquidVout = Static<typeof LiquidVout>;

/** Issuance of an input. */
export const Issuance = Type.Object(
  {
    asset_id: HashHex,
    is_reissuance: Type.Boolean(),
    asset_blinding_nonce: Type.Optional(HashHex),
    contract_hash: Type.Optional(HashHex),
    asset_entropy: HashHex,
    assetamount: Type.Optional(Int),
    assetamountcommitment: Type.Optional(Commitment),
    tokenamount: Type.Optional(Int),
    tokenamountcommitment: Type.Optional(Commitment),
  },
  closed,
);
export type Issuance = Static<typeof Issuance>;

/** An input; `prevout` is null for a coinbase and for a peg-in, whose outpoint is on the parent chain. */
export const LiquidVin = Type.Object(
  {
    ...Vin.properties,
    prevout: Nullable(LiquidVout),
    is_pegin: Type.Boolean(),
    issuance: Type.Optional(Issuance),
  },
  closed,
);
export type LiquidVin = Static<typeof LiquidVin>;

/** A transaction as Esplora returns it on Liquid; `fee` in sats of the pegged asset. */
export const LiquidTx = Type.Object(
  {
    ...Tx.properties,
    vin: Type.Array(LiquidVin),
    vout: Type.Array(LiquidVout),
    /** With discounted proofs (ELIP 200), which fee rates are based on; absent in answers of older servers. */
    discount_vsize: Type.Optional(Int),
    discount_weight: Type.Optional(Int),
  },
  closed,
);
export type LiquidTx = Static<typeof LiquidTx>;

/** An output by its outpoint. */
export const LiquidPrevout = Type.Object({ prevout: LiquidVout, unconfirmed: Type.Boolean() }, closed);
export type LiquidPrevout = Static<typeof LiquidPrevout>;

/** An unspent output, with its proofs. */
export const LiquidUtxo = Type.Object(
  {
    txid: HashHex,
    vout: Int,
    status: Status,
    value: Type.Optional(Int),
    valuecommitment: Type.Optional(Commitment),
    asset: Type.Optional(HashHex),
    assetcommitment: Type.Optional(Commitment),
    nonce: Type.Optional(Hex),
    noncecommitment: Type.Optional(Commitment),
    surjection_proof: Type.Optional(Hex),
    range_proof: Type.Optional(Hex),
  },
  closed,
);
export type LiquidUtxo = Static<typeof LiquidUtxo>;

/** Totals of a script: counts only, since amounts may be confidential. */
export const LiquidScriptStats = Type.Object({ tx_count: Int, funded_txo_count: Int, spent_txo_count: Int }, closed);
export type LiquidScriptStats = Static<typeof LiquidScriptStats>;

const scriptTotals = { chain_stats: LiquidScriptStats, mempool_stats: LiquidScriptStats };

/** Confirmed and unconfirmed totals of an address in the requested form: confidential or not. */
export const LiquidAddressInfo = Type.Object({ address: Text, ...scriptTotals }, closed);
export type LiquidAddressInfo = Static<typeof LiquidAddressInfo>;

/** Confirmed and unconfirmed totals of a script hash. */
export const LiquidScripthashInfo = Type.Object({ scripthash: HashHex, ...scriptTotals }, closed);
export type LiquidScripthashInfo = Static<typeof LiquidScripthashInfo>;

/**
 * A new transaction of the mempool: without the sum of its outputs, which may be confidential. Both sizes are rounded
 * up, because typed clients read integers.
 */
export const LiquidRecentTx = Type.Object({ txid: HashHex, fee: Int, vsize: Int, discount_vsize: Int }, closed);
export type LiquidRecentTx = Static<typeof LiquidRecentTx>;

const { id, txid: eventTxid, time } = Fate.properties.events.items.properties;

/** The lifecycle of a transaction, with its events of the federation's audit. */
export const LiquidFate = Type.Object(
  {
    ...Fate.properties,
    events: Type.Array(
      Type.Union([
        Fate.properties.events.items,
        Type.Object(
          {
            id,
            type: FederationEvent.properties.type,
            withdrawn: Type.Boolean(),
            txid: eventTxid,
            index: Int,
            amount: Int,
            time,
            of: Type.Optional(Text),
          },
          closed,
        ),
      ]),
    ),
  },
  closed,
);
export type LiquidFate = Static<typeof LiquidFate>;
