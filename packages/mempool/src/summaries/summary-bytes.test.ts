import { inflateRawSync } from 'node:zlib';
import { fromHex, toHex } from '@glassblock/primitives';
import { expect, it } from 'vitest';
import { decodeSummary, encodeSummary, type MempoolSummary, recordAt } from './summary-bytes.ts';

const summary: MempoolSummary = {
  time: 0xa1b2c3d4,
  height: 900_000,
  info: {
    loaded: true,
    size: 1,
    bytes: 2,
    usage: 3,
    total_fee: 0.5,
    maxmempool: 4,
    mempoolminfee: 0.00001,
    minrelaytxfee: 0.000001,
  },
  blocks: [],
  vBytesPerSecond: 5,
  vsizes: [6, 7],
};
const json =
  '{"time":2712847316,"height":900000,"info":{"loaded":true,"size":1,"bytes":2,"usage":3,"total_fee":0.5,' +
  '"maxmempool":4,"mempoolminfee":0.00001,"minrelaytxfee":0.000001},"blocks":[],"vBytesPerSecond":5,"vsizes":[6,7]}';

/** A record whose JSON is in a stored block: RFC 1951 section 3.2.4. */
const stored = [
  'd4c3b2a1', // time, u32 LE
  'db000000', // length of what follows the head, u32 LE
  '68296bee', // CRC-32 of time, length and JSON as stored, u32 LE
  '01', // deflate: last block, stored
  'd600', // its length, u16 LE
  '29ff', // complement of its length, u16 LE
  toHex(new TextEncoder().encode(json)),
].join('');

it('encodes a summary of the mempool', () => {
  const record = encodeSummary(summary);
  expect(toHex(record.subarray(0, 4))).toBe('d4c3b2a1');
  expect(new DataView(record.buffer).getUint32(4, true)).toBe(record.length - 12);
  expect(inflateRawSync(record.subarray(12)).toString()).toBe(json);
  expect(recordAt(record, 0)).toEqual({ time: summary.time, end: record.length });
});

it('decodes a summary of the mempool', () => {
  const bytes = fromHex(`eeee${stored}`);
  expect(recordAt(bytes, 2)).toEqual({ time: 0xa1b2c3d4, end: bytes.length });
  expect(decodeSummary(bytes, 2)).toEqual(summary);
  for (let at = 2; at < bytes.length; at++) {
    const damaged = bytes.slice();
    damaged[at]! ^= 1;
    expect(recordAt(damaged, 2)).toBeUndefined();
  }
});
