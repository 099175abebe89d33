import { fromHex, toHex } from '@glassblock/primitives';
import { RowBytes } from '@glassblock/primitives/records';
import { expect, it } from 'vitest';
import {
  ScriptRecordReader,
  SpendRecordReader,
  TxidRecordReader,
  writeScriptRecord,
  writeSpendRecord,
  writeTxidRecord,
} from './records.ts';

const keys = fromHex('eeee' + 'a1a2a3a4a5a6a7a8a9' + 'aaabacadaeafb0');

it('encodes and decodes a script record of the first build', () => {
  const record = [
    'a1a2a3a4', // leading bits of the key, u32 BE
    'a5a6a7a8', // the next ones, u32 BE
    'a9', // the last ones, u8
    '8101', // distance of the number, varint: 129
    'd804', // twice the output index, varint: 600
    'ac02', // value in sats, varint: 300
    'f1f2f3f4f5f6', // tag of the outpoint, u48 LE
  ].join('');
  const row = new RowBytes();
  writeScriptRecord(row, keys, 2, 129, 600, 300, 0xf6f5f4f3f2f1);
  expect(toHex(row.copy())).toBe(record);
  const reader = new ScriptRecordReader(fromHex(record));
  expect(reader.next()).toBe(true);
  expect(reader).toMatchObject({
    bucketBits: 0xa1a2a3a4,
    restHigh: 0xa5a6a7a8,
    restLow: 0xa9,
    distance: 129,
    info: 600,
    value: 300,
    tag: 0xf6f5f4f3f2f1,
  });
  expect(reader.next()).toBe(false);
});

it('encodes and decodes the txid records of the first build', () => {
  const records = [
    'a1a2a3a4', // key of a transaction, u32 BE
    'a5a6a7a8', // u32 BE
    '00', // the transaction itself, varint
    '8101', // distance of the number, varint: 129
    'a1a2a3a4', // key of a transaction whose output an input spends
    'a5a6a7a8',
    'ad02', // output index and one, varint: 301
    '8201', // distance of the number: 130
    '8301', // index of the input, varint: 131
  ].join('');
  const row = new RowBytes();
  writeTxidRecord(row, keys, 2, 0, 129, 0);
  writeTxidRecord(row, keys, 2, 301, 130, 131);
  expect(toHex(row.copy())).toBe(records);
  const reader = new TxidRecordReader(fromHex(records));
  expect(reader.next()).toBe(true);
  const key = { keyHigh: 0xa1a2a3a4, keyLow: 0xa5a6a7a8 };
  expect(reader).toMatchObject({ ...key, info: 0, distance: 129, vin: 0 });
  expect(reader.next()).toBe(true);
  expect(reader).toMatchObject({ ...key, info: 301, distance: 130, vin: 131 });
  expect(reader.next()).toBe(false);
});

it('encodes and decodes a spend record of the first build', () => {
  const record = [
    '8101', // number of the funding transaction in its range, varint: 129
    'ac02', // output index, varint: 300
    'd904', // distance of the spender, varint: 601
    'c801', // index of the input, varint: 200
  ].join('');
  const row = new RowBytes();
  writeSpendRecord(row, 129, 300, 601, 200);
  expect(toHex(row.copy())).toBe(record);
  const reader = new SpendRecordReader(fromHex(record));
  expect(reader.next()).toBe(true);
  expect(reader).toMatchObject({ member: 129, vout: 300, distance: 601, vin: 200 });
  expect(reader.next()).toBe(false);
});
