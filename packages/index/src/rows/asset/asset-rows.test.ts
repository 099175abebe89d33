import { fromHex, toHex } from '@glassblock/primitives';
import { expect, it } from 'vitest';
import { assetBlockRow, assetRow, assetTxSortKey, decodeAssetTxRow, encodeAssetTxRow } from './asset-rows.ts';

const txRow = [
  '8101', // transactions, varint: 129
  '02', // issuances
  '081fffffffffffffff', // issued: 2^61 - 1, length and bytes
  '03', // confidential issuances
  '0105', // tokens: 5
  '04', // issuances with confidential tokens
  '06', // burns
  '00', // burned: 0
  '07', // peg-ins
  '020100', // pegged in: 256
  '08', // peg-outs
  '09010000000000000000', // pegged out: 2^64
].join('');
const totals = {
  txCount: 129,
  issuanceCount: 2,
  issuedAmount: 2n ** 61n - 1n,
  confidentialIssuances: 3,
  tokenAmount: 5n,
  confidentialTokens: 4,
  burnCount: 6,
  burnedAmount: 0n,
  pegInCount: 7,
  pegInAmount: 256n,
  pegOutCount: 8,
  pegOutAmount: 2n ** 64n,
};

it('encodes the totals of an asset after a transaction', () => {
  expect(toHex(encodeAssetTxRow(totals))).toBe(txRow);
});

it('decodes the totals of an asset after a transaction', () => {
  expect(decodeAssetTxRow(fromHex(txRow))).toEqual(totals);
});

it('rejects a negative amount', () => {
  expect(() => encodeAssetTxRow({ ...totals, burnedAmount: -1n })).toThrow(RangeError);
});

it('sorts the transactions of an asset newest first', () => {
  expect(toHex(assetTxSortKey.encode({ number: 0x01020304 }))).toBe('fefdfcfb');
  expect(assetTxSortKey.decode(fromHex('fefdfcfb'))).toEqual({ number: 0x01020304 });
});

const creationRow = [
  '01020304', // number of the transaction, u32 BE
  '05', // input
  'a1'.repeat(32), // entropy
  'b1'.repeat(32), // token
  'c1'.repeat(32), // contract hash
  'd1'.repeat(32), // spent txid
  '8101', // spent output: 129
].join('');
const creation = {
  number: 0x01020304,
  vin: 5,
  entropy: new Uint8Array(32).fill(0xa1),
  tokenId: new Uint8Array(32).fill(0xb1),
  contractHash: new Uint8Array(32).fill(0xc1),
  prevTxid: new Uint8Array(32).fill(0xd1),
  prevVout: 129,
};

it('encodes and decodes how an asset was created', () => {
  expect(toHex(assetRow.encode(creation))).toBe(creationRow);
  expect(assetRow.decode(fromHex(creationRow))).toEqual(creation);
});

it('encodes and decodes the assets of a block', () => {
  const row = 'a1'.repeat(32) + 'b1'.repeat(32);
  const assetIds = [creation.entropy, creation.tokenId];
  expect(toHex(assetBlockRow.encode({ assetIds }))).toBe(row);
  expect(assetBlockRow.decode(fromHex(row))).toEqual({ assetIds });
});
