import { bytes, listToEnd, mapped, record, sized, u8, u32be, varint } from '@glassblock/primitives/records';
import type { AssetTotals } from '../../assets/asset-totals.ts';

/*
 * Rows of assets, which only Elements chains have. Each transaction that issues, burns or pegs an asset has a row with the totals
 * after it: the newest row of an asset has its current totals, and removing the rows of a block disconnects it.
 */

/** An amount without limit, big-endian without leading zeros. */
export const amount = mapped(
  sized(u8),
  (value: bigint) => {
    if (value < 0n) throw new RangeError('a stored amount is not negative');
    const hex = value === 0n ? '' : value.toString(16);
    const even = hex.length % 2 === 0 ? hex : `0${hex}`;
    return Uint8Array.from(even.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  },
  (stored) => stored.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n),
);

/** Sort key of a transaction of an asset. */
export const assetTxSortKey = record({
  /** Complement of the transaction's number: the newest comes first. */
  number: mapped(
    u32be,
    (number: number) => 0xffffffff - number,
    (stored) => 0xffffffff - stored,
  ),
});

/** Totals of an asset after a transaction. */
export const assetTxRow = record({
  txCount: varint,
  issuanceCount: varint,
  issuedAmount: amount,
  confidentialIssuances: varint,
  tokenAmount: amount,
  confidentialTokens: varint,
  burnCount: varint,
  burnedAmount: amount,
  pegInCount: varint,
  pegInAmount: amount,
  pegOutCount: varint,
  pegOutAmount: amount,
});

/** Encodes the totals of an asset after a transaction. */
export const encodeAssetTxRow = (totals: AssetTotals): Uint8Array => assetTxRow.encode(totals);

/** Decodes the totals of an asset after a transaction. */
export const decodeAssetTxRow = (row: Uint8Array): AssetTotals => assetTxRow.decode(row);

/** The transaction that created an asset. */
export const assetRow = record({
  /** Number of the transaction. */
  number: u32be,
  vin: varint,
  entropy: bytes(32),
  tokenId: bytes(32),
  /** 32 zeros without a contract. */
  contractHash: bytes(32),
  prevTxid: bytes(32),
  prevVout: varint,
});

/** Assets with a transaction in a block. */
export const assetBlockRow = record({ assetIds: listToEnd(bytes(32)) });
