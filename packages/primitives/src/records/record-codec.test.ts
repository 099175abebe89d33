import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../bytes/bytes.ts';
import {
  array,
  bitFields,
  bytes,
  compactSize,
  constant,
  type Field,
  f64,
  f64be,
  list,
  listOf,
  listToEnd,
  mapped,
  record,
  rest,
  restText,
  sized,
  tag,
  u8,
  u16,
  u32,
  u32be,
  u64,
  uintBE,
  uintLE,
  type ValueOf,
  varint,
  when,
} from './record-codec.ts';
import { RowBytes, RowReader } from './row-bytes.ts';

const bad = (code: string) => expect.objectContaining({ code });

describe('fields', () => {
  const numbers: [type: string, field: Field<number>, value: number, hex: string][] = [
    ['u8', u8, 0xf1, 'f1'],
    ['u16 LE', u16, 0xf1f2, 'f2f1'],
    ['u24 BE', uintBE(3), 0xf1f2f3, 'f1f2f3'],
    ['u32 LE', u32, 0xf1f2f3f4, 'f4f3f2f1'],
    ['u32 BE', u32be, 0xf1f2f3f4, 'f1f2f3f4'],
    ['u40 BE', uintBE(5), 0xf1f2f3f4f5, 'f1f2f3f4f5'],
    ['u48 LE', uintLE(6), 0xf1f2f3f4f5f6, 'f6f5f4f3f2f1'],
    ['u64 LE', u64, 0x0102030405, '0504030201000000'],
    ['u64 LE', u64, Number.MAX_SAFE_INTEGER, 'ffffffffffff1f00'],
    ['f64 LE', f64, 0.1, '9a9999999999b93f'],
    ['f64 BE', f64be, 0.1, '3fb999999999999a'],
    ['varint', varint, 127, '7f'],
    ['varint', varint, 128, '8001'],
    ['varint', varint, Number.MAX_SAFE_INTEGER, 'ffffffffffffff0f'],
    ['compact size', compactSize, 0xfc, 'fc'],
    ['compact size', compactSize, 0xfd, 'fdfd00'],
    ['compact size', compactSize, 0x10000, 'fe00000100'],
  ];
  it.each(numbers)('%s is written, read, skipped and named', (type, field, value, hex) => {
    const row = new RowBytes(1);
    field.write(row, value);
    expect(toHex(row.copy())).toBe(hex);
    const reader = new RowReader(fromHex(hex));
    expect(field.read(reader)).toBe(value);
    expect(reader.isDone).toBe(true);
    const skipped = new RowReader(fromHex(hex));
    field.skip(skipped);
    expect(skipped.isDone).toBe(true);
    expect(field.describe('x')).toEqual([{ name: 'x', type }]);
    expect(field.minBytes === hex.length / 2 || !field.isFixed).toBe(true);
    for (let length = 0; length < hex.length / 2; length++) {
      expect(() => field.read(new RowReader(fromHex(hex).subarray(0, length)))).toThrow(bad('primitives.truncated'));
    }
  });

  it('refuses numbers that are not exact', () => {
    for (const value of [-1, 0.5, 2 ** 53, Number.NaN]) {
      expect(() => u64.write(new RowBytes(), value)).toThrow(RangeError);
    }
    const tooLarge = bad('primitives.value-out-of-range');
    expect(() => u64.read(new RowReader(fromHex('0000000000002000')))).toThrow(tooLarge);
    expect(() => varint.read(new RowReader(fromHex('8080808080808010')))).toThrow(tooLarge);
    expect(() => compactSize.read(new RowReader(fromHex('fdfc00')))).toThrow(bad('primitives.non-canonical'));
  });
});

describe('a record', () => {
  const inner = record({ a: u8, b: u16 });
  const outer = record({
    magic: constant(fromHex('4742'), () => new Error('another magic')),
    flags: u8,
    hash: bytes(2),
    script: sized(varint),
    inner,
    pair: array(2, u8),
    inners: list(varint, inner),
    twice: mapped(
      u8,
      (value: number) => value / 2,
      (stored) => 2 * stored,
    ),
    extra: when(({ flags }: { flags: number }) => flags === 1, u16),
    more: listOf(({ flags }: { flags: number }) => flags, u8),
    last: listToEnd(u8),
  });
  const value: ValueOf<typeof outer> = {
    magic: undefined,
    flags: 1,
    hash: fromHex('b1b2'),
    script: fromHex('c1c2c3'),
    inner: { a: 2, b: 0x0403 },
    pair: [5, 6],
    inners: [
      { a: 7, b: 8 },
      { a: 9, b: 10 },
    ],
    twice: 22,
    extra: 0x0d0c,
    more: [14],
    last: [15, 16],
  };
  const hex = [
    '4742', // magic
    '01', // flags
    'b1b2', // hash
    '03', // length of the script
    'c1c2c3', // script
    '02', // inner.a
    '0304', // inner.b
    '05', // pair[0]
    '06', // pair[1]
    '02', // inners
    '07', // inners[0].a
    '0800', // inners[0].b
    '09', // inners[1].a
    '0a00', // inners[1].b
    '0b', // half of twice
    '0c0d', // extra, because flags are 1
    '0e', // more, as many as the flags
    '0f', // last
    '10',
  ].join('');

  it('is encoded and decoded in the order of its fields', () => {
    expect(toHex(outer.encode(value))).toBe(hex);
    expect(outer.decode(fromHex(hex))).toEqual(value);
  });

  it('is skipped without being read', () => {
    const codec = record({ script: sized(varint), inners: list(varint, inner), pair: array(2, u8), end: u8 });
    const encoded = codec.encode({ script: fromHex('c1c2'), inners: [{ a: 1, b: 2 }], pair: [3, 4], end: 5 });
    const reader = new RowReader(encoded);
    codec.skip(reader);
    expect(reader.isDone).toBe(true);
    const fixed = new RowReader(fromHex('01020304'));
    inner.skip(fixed);
    expect(fixed.at).toBe(3);
  });

  it('lists its fields', () => {
    expect(outer.lines.map(({ name, type }) => `${name}: ${type}`)).toEqual([
      'magic: 2 bytes',
      'flags: u8',
      'hash: 2 bytes',
      'script: varint length, bytes',
      'inner.a: u8',
      'inner.b: u16 LE',
      'pair[2]: u8',
      'inners: varint count',
      'inners[].a: u8',
      'inners[].b: u16 LE',
      'twice: u8',
      'extra: u16 LE, optional',
      'more[]: u8',
      'last[]: u8',
    ]);
    expect([inner.minBytes, inner.isFixed]).toEqual([3, true]);
  });

  it('leaves out an optional field', () => {
    const none = record({ flags: u8, extra: when(({ flags }: { flags: number }) => flags === 1, u16), end: u8 });
    expect(toHex(none.encode({ flags: 0, extra: undefined, end: 7 }))).toBe('0007');
    expect(none.decode(fromHex('0007'))).toEqual({ flags: 0, extra: undefined, end: 7 });
  });

  it('throws when the bytes end early, before it allocates a list of the given count', () => {
    const codec = record({ inners: list(varint, inner) });
    expect(() => codec.decode(fromHex('ffffffffffffff0f00'))).toThrow(bad('primitives.truncated'));
    const mandatory = record({ a: u32, b: bytes(4), c: f64 });
    const whole = mandatory.encode({ a: 1, b: new Uint8Array(4), c: 2 });
    for (let length = 0; length < whole.length; length++) {
      expect(() => mandatory.decode(whole.subarray(0, length))).toThrow(bad('primitives.truncated'));
    }
  });

  it('throws on values that do not fit their fields', () => {
    expect(() => record({ hash: bytes(2) }).encode({ hash: new Uint8Array(3) })).toThrow(RangeError);
    expect(() => record({ pair: array(2, u8) }).encode({ pair: [1] })).toThrow(RangeError);
    expect(() => outer.decode(fromHex(`ffff${hex.slice(4)}`))).toThrow('another magic');
    expect(() => record({ 'a;b': u8 })).toThrow('not a name of a field');
  });

  it('starts with a tag that represents a name', () => {
    const codec = record({ type: tag(3, 'added'), a: u8 });
    expect(toHex(codec.encode({ type: 'added', a: 7 }))).toBe('0307');
    expect(codec.decode(fromHex('0307'))).toEqual({ type: 'added', a: 7 });
    expect(() => codec.decode(fromHex('0407'))).toThrow('not a record of the kind added');
    expect(codec.lines[0]).toEqual({ name: 'type', type: 'u8: 3' });
  });

  it('reads text to the end', () => {
    expect(record({ a: u8, text: restText }).decode(fromHex('01c3a4'))).toEqual({ a: 1, text: 'ä' });
  });

  it('reads bytes as copies, of a Buffer too', () => {
    const codec = record({ two: bytes(2), some: sized(u8), all: rest });
    for (const stored of [fromHex('b1b201c1d1'), Buffer.from('b1b201c1d1', 'hex')]) {
      const { two, some, all } = codec.decode(stored);
      stored.fill(0);
      expect([two, some, all]).toEqual([fromHex('b1b2'), fromHex('c1'), fromHex('d1')]);
    }
  });
});

describe('bit fields', () => {
  it('are shifts and masks from the most significant bits down', () => {
    const { parts, lines } = bitFields({ form: 3, width: 4, isLong: 1 });
    expect(parts).toEqual({
      form: { shift: 5, mask: 7 },
      width: { shift: 1, mask: 15 },
      isLong: { shift: 0, mask: 1 },
    });
    expect(lines.map(({ name, type }) => `${name}: ${type}`)).toEqual([
      'form: 3 bits',
      'width: 4 bits',
      'isLong: 1 bit',
    ]);
    expect(() => bitFields({ a: 3 })).toThrow();
  });
});
