import { readCompactSize } from '../bytes/byte-reader.ts';
import { equalBytes } from '../bytes/bytes.ts';
import { CodedError } from '../errors.ts';
import { RowBytes, RowReader } from './row-bytes.ts';

/*
 * Stored rows as lists of fields. A list names each field once, with its type; the encoder, the decoder, the type of the
 * record and the table in the documentation all follow from it, so they cannot disagree.
 *
 *     const tip = record({ height: u32be, hash: bytes(32), next: u32be });
 *     type Tip = ValueOf<typeof tip>;
 *     const row = tip.encode({ height, hash, next });
 *     const { next } = tip.decode(row);
 */

/** One field of a record: how a value is written, read and described. */
export interface Field<T> {
  /** As the documentation names it: `u32 BE`, `varint`, `32 bytes`. */
  readonly type: string;
  /** Minimum bytes of a value. */
  readonly minBytes: number;
  /** True when every value has `minBytes`. */
  readonly isFixed: boolean;
  /** @param record the record that the field is part of */
  write(row: RowBytes, value: T, record?: unknown): void;
  /** @param record the fields before this one @throws {CodedError} primitives.truncated */
  read(reader: RowReader, record?: unknown): T;
  /** Moves a reader behind a value. A field that depends on others of its record cannot be skipped without them. */
  skip(reader: RowReader): void;
  /** Lines of the documentation for a field of this name, those of its parts included. */
  describe(name: string): FieldLine[];
}

/** One line of a table in the documentation. */
export interface FieldLine {
  readonly name: string;
  readonly type: string;
}

/** Fields in the order in which they are stored. */
type Fields = Readonly<Record<string, Field<unknown>>>;

/** The type of the values of a field or record. */
export type ValueOf<F> = F extends { read(reader: RowReader, record?: unknown): infer T } ? T : never;

type RecordValue<F> = { -readonly [Name in keyof F]: ValueOf<F[Name]> };

/** A record, which is a field too: records nest. */
export interface RecordCodec<T> extends Field<T> {
  /** Bytes of one record. */
  encode(value: T): Uint8Array;
  /** Reads one record from the beginning of some bytes; later bytes are ignored.
   *  @throws {CodedError} primitives.truncated, and those of its fields */
  decode(bytes: Uint8Array): T;
  /** Fields in stored order, as the documentation lists them. */
  readonly lines: readonly FieldLine[];
}

function field<T>(
  type: string,
  minBytes: number,
  isFixed: boolean,
  codec: Pick<Field<T>, 'write' | 'read'> & Partial<Field<T>>,
): Field<T> {
  return {
    type,
    minBytes,
    isFixed,
    skip: isFixed ? (reader) => void reader.take(minBytes) : (reader) => void codec.read(reader),
    describe: (name) => [{ name, type }],
    ...codec,
  };
}

const unsigned = (width: number, isBigEndian: boolean): Field<number> =>
  field(width === 1 ? 'u8' : `u${8 * width} ${isBigEndian ? 'BE' : 'LE'}`, width, true, {
    write: isBigEndian ? (row, value) => void row.big(value, width) : (row, value) => void row.little(value, width),
    read: isBigEndian ? (reader) => reader.big(width) : (reader) => reader.little(width),
  });

/** Unsigned, big-endian, 1 to 6 bytes. */
export const uintBE = (width: number): Field<number> => unsigned(width, true);
/** Unsigned, little-endian, 1 to 6 bytes. */
export const uintLE = (width: number): Field<number> => unsigned(width, false);

/** An unsigned byte. */
export const u8: Field<number> = field('u8', 1, true, {
  write: (row, value) => void row.u8(value),
  read: (reader) => reader.u8(),
});
/** Little-endian, as all without `be`. */
export const u16: Field<number> = uintLE(2);
/** An unsigned 32-bit integer, little-endian. */
export const u32: Field<number> = field('u32 LE', 4, true, {
  write: (row, value) => void row.little(value, 4),
  read: (reader) => reader.little(4),
});
/** An unsigned 32-bit integer, big-endian. */
export const u32be: Field<number> = uintBE(4);

/** Whole numbers below 2^53 in eight bytes, little-endian.
 *  Writing throws a RangeError on any other number, reading a CodedError primitives.value-out-of-range. */
export const u64: Field<number> = field('u64 LE', 8, true, {
  write(row, value) {
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`not an amount: ${value}`);
    row.little(value, 8);
  },
  read: (reader) => safe(reader.little(8)),
});

/** A double, little-endian. */
export const f64: Field<number> = field('f64 LE', 8, true, {
  write: (row, value) => void row.float64(value, true),
  read: (reader) => reader.float64(true),
});
/** A double, big-endian. */
export const f64be: Field<number> = field('f64 BE', 8, true, {
  write: (row, value) => void row.float64(value, false),
  read: (reader) => reader.float64(false),
});

/** Seven bits a byte, least significant first; whole numbers below 2^53.
 *  Reading throws a CodedError primitives.value-out-of-range on others. */
export const varint: Field<number> = field('varint', 1, false, {
  write: (row, value) => void row.varint(value),
  read: (reader) => safe(reader.varint()),
});

/** Bitcoin's length prefix. Reading throws as `readCompactSize`. */
export const compactSize: Field<number> = field('compact size', 1, false, {
  write(row, value) {
    if (value < 0xfd) row.u8(value);
    else if (value <= 0xffff) row.u8(0xfd).little(value, 2);
    else if (value <= 0xffffffff) row.u8(0xfe).little(value, 4);
    else row.u8(0xff).little(value, 8);
  },
  read(reader) {
    const { value, next } = readCompactSize(reader.bytes, reader.at);
    reader.take(next - reader.at);
    return value;
  },
});

function safe(value: number): number {
  if (value <= Number.MAX_SAFE_INTEGER) return value;
  throw new CodedError('primitives.value-out-of-range', 'a stored number is not below 2^53', { datum: value });
}

/** A plain copy: `slice` of a Buffer, such as a file or a decompressed row is, would be a view that retains the whole buffer. */
const copyOf = (view: Uint8Array): Uint8Array => new Uint8Array(view);

/** A fixed number of bytes; read as a copy. */
export const bytes = (count: number): Field<Uint8Array> =>
  field(`${count} bytes`, count, true, {
    write(row, value) {
      if (value.length !== count) throw new RangeError(`${value.length} bytes instead of ${count}`);
      row.append(value);
    },
    read: (reader) => copyOf(reader.take(count)),
  });

/** Bytes with their length in front; read as a copy. */
export const sized = (length: Field<number>): Field<Uint8Array> =>
  field(`${length.type} length, bytes`, length.minBytes, false, {
    write(row, value) {
      length.write(row, value.length);
      row.append(value);
    },
    read: (reader) => copyOf(reader.take(length.read(reader))),
    skip: (reader) => void reader.take(length.read(reader)),
  });

/** All bytes up to the end; read as a copy. */
export const rest: Field<Uint8Array> = field('bytes to the end', 0, false, {
  write: (row, value) => void row.append(value),
  read: (reader) => copyOf(reader.take(reader.remaining)),
});

/** Text up to the end. */
export const restText: Field<string> = field('UTF-8 to the end', 0, false, {
  write: (row, value) => void row.append(new TextEncoder().encode(value)),
  read: (reader) => new TextDecoder().decode(reader.take(reader.remaining)),
});

/** The same bytes in every record, such as a magic number. Its value is ignored when written.
 *  @param fault makes the error that reading throws on other bytes */
export const constant = (value: Uint8Array, fault: () => Error): Field<undefined> =>
  field(`${value.length} bytes`, value.length, true, {
    write: (row) => void row.append(value),
    read(reader) {
      if (!equalBytes(reader.take(value.length), value)) throw fault();
      return undefined;
    },
  });

/** A number that distinguishes kinds of records: one byte, decoded to a name.
 *  Reading throws an Error on another number: the caller checks it first. */
export const tag = <Name extends string>(code: number, name: Name): Field<Name> =>
  field<Name>(`u8: ${code}`, 1, true, {
    write: (row) => void row.u8(code),
    read(reader) {
      if (reader.u8() !== code) throw new Error(`not a record of the kind ${name}`);
      return name;
    },
  });

/** A field whose values are others in memory. */
export const mapped = <S, T>(stored: Field<S>, to: (value: T) => S, from: (stored: S) => T): Field<T> => ({
  ...stored,
  write: (row, value, record) => stored.write(row, to(value), record),
  read: (reader, record) => from(stored.read(reader, record)),
});

/** Items with their count in front. A count that the bytes cannot hold is refused before anything is allocated. */
export const list = <T>(count: Field<number>, item: Field<T>): Field<T[]> => ({
  ...field<T[]>(`${count.type} count`, count.minBytes, false, {
    write(row, items) {
      count.write(row, items.length);
      for (const one of items) item.write(row, one);
    },
    read: (reader) => readItems(reader, count.read(reader), item),
    skip(reader) {
      for (let left = count.read(reader); left > 0; left--) item.skip(reader);
    },
  }),
  describe: (name) => [{ name, type: `${count.type} count` }, ...item.describe(`${name}[]`)],
});

/** Items whose count is given by another field of the record. */
export const listOf = <R, T>(countIn: (record: R) => number, item: Field<T>): Field<T[]> => ({
  ...field<T[]>('', 0, false, {
    write(row, items) {
      for (const one of items) item.write(row, one);
    },
    read: (reader, record) => readItems(reader, countIn(record as R), item),
  }),
  describe: (name) => item.describe(`${name}[]`),
});

/** Items up to the end. */
export const listToEnd = <T>(item: Field<T>): Field<T[]> => ({
  ...field<T[]>('', 0, false, {
    write(row, items) {
      for (const one of items) item.write(row, one);
    },
    read(reader) {
      const items: T[] = [];
      while (!reader.isDone) items.push(item.read(reader));
      return items;
    },
  }),
  describe: (name) => item.describe(`${name}[]`),
});

/** A fixed number of items. */
export const array = <T>(length: number, item: Field<T>): Field<T[]> => ({
  ...field<T[]>('', length * item.minBytes, item.isFixed, {
    write(row, items) {
      if (items.length !== length) throw new RangeError(`${items.length} items instead of ${length}`);
      for (const one of items) item.write(row, one);
    },
    read: (reader) => readItems(reader, length, item),
  }),
  describe: (name) => item.describe(`${name}[${length}]`),
});

function readItems<T>(reader: RowReader, count: number, item: Field<T>): T[] {
  if (count * item.minBytes > reader.remaining) {
    throw new CodedError('primitives.truncated', 'the number of items exceeds the remaining bytes', { datum: count });
  }
  const items: T[] = new Array(count);
  for (let i = 0; i < count; i++) items[i] = item.read(reader);
  return items;
}

/** A field that is present only when other fields of the record require it; otherwise undefined. */
export const when = <R, T>(isThere: (record: R) => boolean, inner: Field<T>): Field<T | undefined> => ({
  ...field<T | undefined>(`${inner.type}, optional`, 0, false, {
    write(row, value, record) {
      if (isThere(record as R)) inner.write(row, value as T);
    },
    read: (reader, record) => (isThere(record as R) ? inner.read(reader) : undefined),
  }),
});

/** Where records are encoded before they are copied: an array for each would cost more than most records. */
let scratch: RowBytes | undefined;
const maxScratchBytes = 1 << 20;

/** A record of the given fields, stored in the order in which they are listed.
 *
 *  The loops over the fields are unrolled into a function for each record: a shared loop sees the fields of all records
 *  and takes two to five times as long (measured with 2 to 6 fields a record). The names are the only part of the source
 *  that varies, and are checked to be identifiers. */
export function record<F extends Fields>(fields: F): RecordCodec<RecordValue<F>> {
  type T = RecordValue<F>;
  const names = Object.keys(fields);
  for (const name of names) if (!/^[A-Za-z]\w*$/.test(name)) throw new Error(`not a name of a field: ${name}`);
  const all = Object.values(fields);
  const unroll = (step: (name: string, i: number) => string) => names.map(step).join('\n');
  const declared = unroll((_, i) => `const f${i} = fields[${i}];`);
  const compile = (parameters: string, body: string) =>
    new Function('fields', `'use strict';\n${declared}\nreturn (${parameters}) => {\n${body}\n};`)(all);
  const write: Field<T>['write'] = compile(
    'row, value',
    unroll((name, i) => `f${i}.write(row, value.${name}, value);`),
  );
  const read: Field<T>['read'] = compile(
    'reader',
    `const value = { ${names.map((name) => `${name}: undefined`).join(', ')} };
    ${unroll((name, i) => `value.${name} = f${i}.read(reader, value);`)}
    return value;`,
  );
  const skip: Field<T>['skip'] = compile(
    'reader',
    unroll((_, i) => `f${i}.skip(reader);`),
  );
  const minBytes = all.reduce((sum, each) => sum + each.minBytes, 0);
  const isFixed = all.every((each) => each.isFixed);
  const describe = (prefix: string) =>
    all.flatMap((each, i) => each.describe(prefix === '' ? names[i]! : `${prefix}.${names[i]}`));
  return {
    ...field<T>('', minBytes, isFixed, isFixed ? { write, read } : { write, read, skip }),
    describe,
    lines: describe(''),
    encode(value) {
      // taken while in use: a field may encode another record
      const row = scratch ?? new RowBytes();
      scratch = undefined;
      try {
        write(row.clear(), value);
        return row.copy();
      } finally {
        if (row.bytes.length <= maxScratchBytes) scratch = row;
      }
    },
    decode: (encoded) => read(new RowReader(encoded)),
  };
}

/** Parts of one byte, listed from the most significant bits down. */
export interface BitFields<Name extends string> {
  /** Bits that a value is shifted by, and its mask after shifting right. */
  readonly parts: { readonly [N in Name]: { readonly shift: number; readonly mask: number } };
  /** Parts with their numbers of bits, as the documentation lists them. */
  readonly lines: readonly FieldLine[];
}

/**
 * One definition of a byte's parts for a writer and a reader that run too often for a record: both shift by the same
 * constants.
 *  @param bits of each part, from the most significant on; eight together
 */
export function bitFields<Name extends string>(bits: Readonly<Record<Name, number>>): BitFields<Name> {
  const names = Object.keys(bits) as Name[];
  let shift = 8;
  const parts = names.map((name) => {
    shift -= bits[name];
    return [name, { shift, mask: 2 ** bits[name] - 1 }] as const;
  });
  if (shift !== 0) throw new Error('the parts of a byte are not eight bits');
  return {
    parts: Object.fromEntries(parts) as BitFields<Name>['parts'],
    lines: names.map((name) => ({ name, type: bits[name] === 1 ? '1 bit' : `${bits[name]} bits` })),
  };
}
