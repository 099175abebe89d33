import { crc32 } from 'node:zlib';
import { ByteReader, ByteWriter, CodedError, displayHash, hashFromDisplay, isCoded } from '@glassblock/primitives';
import type { CompressedTx } from '../deltas.ts';
import type { BlockAudit } from './audit-block.ts';

/** `gba` and the format number. */
const head = Uint8Array.of(0x67, 0x62, 0x61, 1);
const txidBytes = 32;
/** An id and six numbers. */
const minTx = txidBytes + 6;
const crcBytes = 4;

const lists = [
  'unseen',
  'missing',
  'added',
  'prioritized',
  'deprioritized',
  'fresh',
  'sigop',
  'replaced',
  'accelerated',
] as const satisfies (keyof BlockAudit)[];

/**
 * Encodes an audit with its template, about 50 bytes per transaction of the template. `docs/schema.md` has the layout.
 * Varints have seven bits per byte, least significant first; ids and hash are in internal order.
 */
export function encodeAudit(audit: BlockAudit): Uint8Array {
  const { template, time } = audit;
  const writer = new ByteWriter(64 + 56 * template.length).bytes(head).bytes(hashFromDisplay(audit.hash)).u32(time);
  writer.u16(Math.round(100 * audit.matchRate)).u32(Math.round(1e9 * audit.similarity));
  varint(varint(writer, audit.expectedFees), audit.expectedWeight);
  varint(writer, template.length);
  for (const [txid, fee, vsize, value, rate, flags, firstSeen, accelerated] of template) {
    writer.bytes(hashFromDisplay(txid));
    varint(varint(varint(writer, fee), 4 * vsize), value);
    varint(varint(writer, Math.round(100 * rate)), flags);
    // twice the age, plus one when accelerated: a clock that was set back cannot make it negative
    varint(writer, 2 * Math.max(0, time - firstSeen) + (accelerated === 1 ? 1 : 0));
  }
  const places = new Map(template.map(([txid], place) => [txid, place]));
  for (const name of lists) {
    varint(writer, audit[name].length);
    for (const txid of audit[name]) {
      const place = places.get(txid);
      varint(writer, place === undefined ? 0 : place + 1);
      if (place === undefined) writer.bytes(hashFromDisplay(txid));
    }
  }
  const body = writer.finish();
  return new ByteWriter(body.length + crcBytes).bytes(body).u32(crc32(body)).finish();
}

/**
 * Decodes an audit.
 * @throws {CodedError} mempool.bad-audit on any bytes that `encodeAudit` does not produce
 */
export function decodeAudit(bytes: Uint8Array): BlockAudit {
  try {
    return readAudit(bytes);
  } catch (cause) {
    if (!isCoded(cause) || isCoded(cause, 'mempool.bad-audit')) throw cause;
    throw new CodedError('mempool.bad-audit', 'the stored audit cannot be read', { cause });
  }
}

function readAudit(bytes: Uint8Array): BlockAudit {
  demand(bytes.length >= head.length + crcBytes, 'too short');
  const body = bytes.subarray(0, bytes.length - crcBytes);
  demand(new ByteReader(bytes, body.length).u32() === crc32(body), 'wrong checksum');
  const reader = new ByteReader(body);
  demand(
    head.every((byte) => byte === reader.u8()),
    'another format',
  );
  const hash = displayHash(reader.take(txidBytes));
  const time = reader.u32();
  const matchRate = (reader.u8() + 256 * reader.u8()) / 100;
  const similarity = reader.u32() / 1e9;
  const expectedFees = readVarint(reader);
  const expectedWeight = readVarint(reader);
  const template: CompressedTx[] = [];
  for (let left = readCount(reader, minTx); left > 0; left--) {
    const txid = displayHash(reader.take(txidBytes));
    const fee = readVarint(reader);
    const vsize = readVarint(reader) / 4;
    const value = readVarint(reader);
    const rate = readVarint(reader) / 100;
    const flags = readVarint(reader);
    const age = readVarint(reader);
    const fields: CompressedTx = [txid, fee, vsize, value, rate, flags, time - Math.floor(age / 2)];
    template.push(age % 2 === 1 ? ([...fields.slice(0, 7), 1] as CompressedTx) : fields);
  }
  const named = Object.fromEntries(lists.map((name) => [name, readIds(reader, template)]));
  reader.expectEnd();
  return {
    hash,
    time,
    template,
    matchRate,
    similarity,
    expectedFees,
    expectedWeight,
    ...(named as Record<(typeof lists)[number], string[]>),
  };
}

function readIds(reader: ByteReader, template: readonly CompressedTx[]): string[] {
  const ids: string[] = [];
  for (let left = readCount(reader, 1); left > 0; left--) {
    const place = readVarint(reader);
    const known = template[place - 1];
    demand(place === 0 || known !== undefined, 'a place outside of the template');
    ids.push(known === undefined ? displayHash(reader.take(txidBytes)) : known[0]);
  }
  return ids;
}

/** @param value an integer from 0 to 2^53 - 1 */
function varint(writer: ByteWriter, value: number): ByteWriter {
  let left = value;
  for (; left >= 0x80; left = Math.floor(left / 0x80)) writer.u8((left % 0x80) + 0x80);
  return writer.u8(left);
}

function readVarint(reader: ByteReader): number {
  let value = 0;
  for (let scale = 1; ; scale *= 0x80) {
    const byte = reader.u8();
    value += (byte % 0x80) * scale;
    demand(value <= Number.MAX_SAFE_INTEGER, 'a number that is too large');
    if (byte < 0x80) return value;
  }
}

/** Reads a count of items of at least `minSize` bytes each. */
function readCount(reader: ByteReader, minSize: number): number {
  const count = readVarint(reader);
  demand(count * minSize <= reader.remaining, 'more than there are bytes for');
  return count;
}

function demand(isTrue: boolean, what: string): void {
  if (!isTrue) throw new CodedError('mempool.bad-audit', `the stored audit cannot be read: ${what}`);
}
