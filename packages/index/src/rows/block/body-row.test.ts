import { fromHex, toHex } from '@glassblock/primitives';
import { expect, it } from 'vitest';
import { type BodyColumns, bodyIn, everyBodyIn, joinPacked, packBodies, unpacked } from './body-row.ts';

/** Two transactions: a1 (no inputs) and 130 bytes of b1 with two previous outputs. */
const columns: BodyColumns = {
  bytes: new Uint8Array([0xee, 0xa1, ...new Uint8Array(130).fill(0xb1)]),
  txAt: Uint32Array.of(1, 2, 132),
  firstInput: Uint32Array.of(0, 0, 2),
  spentBytes: fromHex('ee' + 'c1c2' + 'ee' + 'd1d2d3'),
  spentScriptAt: Uint32Array.of(1, 4),
  spentScriptEnd: Uint32Array.of(3, 7),
  spentValue: Float64Array.of(300, 2_100_000_000_000_000),
};
const first = [
  '01', // length of the transaction, varint
  'a1', // transaction
  '00', // previous outputs, varint
].join('');
const second = [
  '8201', // length of the transaction, varint: 130
  'b1'.repeat(130), // transaction
  '02', // previous outputs, varint
  'ac02', // value in sats, varint: 300
  '02', // length of the script, varint
  'c1c2', // script
  '80809dd085bedd03', // value: 21,000,000 BTC
  '03', // length of the script
  'd1d2d3', // script
].join('');

it('encodes a row of bodies', () => {
  expect(toHex(unpacked(packBodies(columns, 0, 2, undefined)))).toBe(first + second);
});

it('appends bodies to those of an earlier block', () => {
  const before = packBodies(columns, 1, 2, undefined);
  expect(toHex(unpacked(packBodies(columns, 0, 1, before)))).toBe(second + first);
  expect(toHex(unpacked(joinPacked([before, packBodies(columns, 0, 1, undefined)])))).toBe(second + first);
});

it('decodes a row of bodies', () => {
  const stored = fromHex(
    [
      '28b52ffd', // zstd magic number
      '20', // frame header: single segment, content size of 1 byte
      '99', // content size: 153
      'c90400', // block header: last, raw, 153 bytes
      first,
      second,
    ].join(''),
  );
  const bodies = [
    { raw: fromHex('a1'), prevouts: [] },
    {
      raw: new Uint8Array(130).fill(0xb1),
      prevouts: [
        { value: 300, script: fromHex('c1c2') },
        { value: 2_100_000_000_000_000, script: fromHex('d1d2d3') },
      ],
    },
  ];
  expect(everyBodyIn(stored).map(plainOf)).toEqual(bodies.map(plainOf));
  expect(plainOf(bodyIn(stored, 1))).toEqual(plainOf(bodies[1]!));
});

function plainOf({ raw, prevouts }: { raw: Uint8Array; prevouts: readonly { value: unknown; script: Uint8Array }[] }) {
  return { raw: toHex(raw), prevouts: prevouts.map(({ value, script }) => [value, toHex(script)]) };
}
