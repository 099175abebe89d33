import { type Static, Type } from 'typebox';
import { closed, HashHex, Hex, Int, Nullable, Text } from '../terms.ts';
import { Status } from '../tx-shapes.ts';

/*
 * Wire shapes of assets. Each exported type is the static type of the schema of the same name.
 */

/** Totals of an issued asset. `reissuance_tokens` is null when the number of tokens is confidential. */
export const IssuedAssetStats = Type.Object(
  {
    tx_count: Int,
    issuance_count: Int,
    issued_amount: Int,
    burned_amount: Int,
    has_blinded_issuances: Type.Boolean(),
    reissuance_tokens: Nullable(Int),
    burned_reissuance_tokens: Int,
  },
  closed,
);
export type IssuedAssetStats = Static<typeof IssuedAssetStats>;

/** Registry entry of an asset. */
const registryFields = {
  precision: Type.Optional(Int),
  name: Type.Optional(Text),
  ticker: Type.Optional(Text),
  entity: Type.Optional(Type.Object({ domain: Text })),
  contract: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
};

/** An issued asset. */
export const IssuedAsset = Type.Object(
  {
    asset_id: HashHex,
    issuance_txin: Type.Object({ txid: HashHex, vin: Int }, closed),
    issuance_prevout: Type.Object({ txid: HashHex, vout: Int }, closed),
    reissuance_token: HashHex,
    /** Absent unless the issuer committed to a contract. */
    contract_hash: Type.Optional(HashHex),
    status: Status,
    chain_stats: IssuedAssetStats,
    mempool_stats: IssuedAssetStats,
    ...registryFields,
  },
  closed,
);
export type IssuedAsset = Static<typeof IssuedAsset>;

/** Totals of the pegged asset. Supply: peg-ins less peg-outs and burns. */
export const NativeAssetStats = Type.Object(
  {
    tx_count: Int,
    peg_in_count: Int,
    peg_in_amount: Int,
    peg_out_count: Int,
    peg_out_amount: Int,
    burn_count: Int,
    burned_amount: Int,
  },
  closed,
);
export type NativeAssetStats = Static<typeof NativeAssetStats>;

/** The pegged asset. */
export const NativeAsset = Type.Object(
  { asset_id: HashHex, chain_stats: NativeAssetStats, mempool_stats: NativeAssetStats },
  closed,
);
export type NativeAsset = Static<typeof NativeAsset>;

/** A featured asset, or a featured group of assets. */
export const FeaturedAsset = Type.Union([
  Type.Object({ id: Text, name: Text, assets: Type.Array(HashHex) }),
  Type.Object({ asset: HashHex, name: Text, ticker: Text }),
]);
export type FeaturedAsset = Static<typeof FeaturedAsset>;

/** A group of assets. */
export const AssetGroup = Type.Object({ id: Type.Optional(Text), name: Text, assets: Type.Array(HashHex) });
export type AssetGroup = Static<typeof AssetGroup>;

/** An asset of a search in the registry. */
export const AssetMatch = Type.Object(
  { asset_id: HashHex, name: Text, ticker: Type.Optional(Text), domain: Type.Optional(Text) },
  closed,
);
export type AssetMatch = Static<typeof AssetMatch>;

/**
 * The node's validation of an address. The fields from `address` on are present when it is valid; those after
 * `unconfidential` only when it is not.
 */
export const LiquidAddressValidation = Type.Object({
  isvalid: Type.Boolean(),
  isvalid_parent: Type.Optional(Type.Boolean()),
  address: Type.Optional(Text),
  scriptPubKey: Type.Optional(Hex),
  isscript: Type.Optional(Type.Boolean()),
  iswitness: Type.Optional(Type.Boolean()),
  witness_version: Type.Optional(Int),
  witness_program: Type.Optional(Hex),
  confidential: Type.Optional(Text),
  /** Empty for an unconfidential address. */
  confidential_key: Type.Optional(Hex),
  unconfidential: Type.Optional(Text),
  parent_address_info: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  error: Type.Optional(Text),
  error_parent: Type.Optional(Text),
  error_locations: Type.Optional(Type.Array(Int)),
});
export type LiquidAddressValidation = Static<typeof LiquidAddressValidation>;
