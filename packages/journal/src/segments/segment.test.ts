import { fromHex, toHex } from '@glassblock/primitives';
import { expect, it } from 'vitest';
import { readRecord, recordKinds } from '../codecs/record.ts';
import { headRecord, parseSegmentName, readHead, segmentName } from './segment.ts';

const body = [
  '0706050403020100', // epoch, u64 LE
  '1716151413121100', // number of the first event, u64 LE
  '0605040302010000', // epoch before, u64 LE
  '2625242322210000', // number of its last event, u64 LE
  '3635343332310000', // start in milliseconds since 1970, u64 LE
].join('');
const record = [
  '2a000000', // length, u32 LE: 42
  'aeec60d0', // CRC-32 of the length and of what follows, u32 LE
  '01', // version
  '01', // kind: head
  body,
].join('');
const head = {
  epoch: 0x01020304050607,
  first: 0x11121314151617,
  previous: { epoch: 0x010203040506, number: 0x212223242526 },
  startedMs: 0x313233343536,
};

it('encodes a journal segment head', () => {
  expect(toHex(headRecord(head))).toBe(record);
});

it('decodes a journal segment head', () => {
  const read = readRecord(fromHex(record), 0)!;
  expect(read.kind).toBe(recordKinds.head);
  expect(readHead(read.body)).toEqual(head);
});

it('encodes and decodes a segment head whose epoch follows none', () => {
  const first = body.slice(0, 32) + '00'.repeat(16) + body.slice(64);
  expect(toHex(readRecord(headRecord({ ...head, previous: undefined }), 0)!.body)).toBe(first);
  expect(readHead(fromHex(first))).toEqual({ ...head, previous: undefined });
});

it('names a segment by epoch and first event', () => {
  expect(segmentName(12, 345)).toBe('000000000000012-000000000000345.seg');
  expect(parseSegmentName('000000000000012-000000000000345.seg')).toEqual({ epoch: 12, first: 345 });
  expect(parseSegmentName('12-345.seg')).toBeUndefined();
});
