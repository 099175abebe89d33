import { describe, expect, it } from 'vitest';
import { maskedChecksum } from './checksum.ts';
import { type LogPart, logBlockBytes, readLog } from './log-records.ts';

// checksum, length 7, type 1 (a whole record), bytes
const written = '202cf914' + '0700' + '01' + '0b16212c37424d';
const bytesOf = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'));

/** Encodes a fragment with its header. */
function fragment(type: number, bytes: Uint8Array): Uint8Array {
  const typed = Uint8Array.of(type, ...bytes);
  const header = Buffer.alloc(6);
  header.writeUInt32LE(maskedChecksum(typed), 0);
  header.writeUInt16LE(bytes.length, 4);
  return Buffer.concat([header, typed]);
}

/** Encodes fragments, each in a block of its own. */
function blocks(...fragments: Uint8Array[]): Uint8Array {
  const log = new Uint8Array(fragments.length * logBlockBytes);
  for (const [i, one] of fragments.entries()) log.set(one, i * logBlockBytes);
  return log;
}

const summary = (log: Uint8Array) =>
  [...readLog(log)].map((part: LogPart) =>
    part.type === 'record' ? Buffer.from(part.bytes).toString('hex') : `${part.offset}: ${part.fault}`,
  );

describe('readLog', () => {
  it('reads a record written by hand, and nothing from an empty log', () => {
    expect(summary(bytesOf(written))).toEqual(['0b16212c37424d']);
    expect(summary(new Uint8Array(0))).toEqual([]);
  });

  it('accepts a record that the end of the file cuts off', () => {
    for (let length = 0; length < 14; length++) {
      expect(summary(bytesOf(written + written).subarray(0, 14 + length))).toEqual(['0b16212c37424d']);
    }
  });

  it('skips the rest of a block after a wrong checksum, and continues with the next block', () => {
    const whole = fragment(1, Uint8Array.of(1, 2, 3));
    const log = blocks(Buffer.concat([whole, whole, whole]), whole);
    log[whole.length + 8]! ^= 0x10;
    expect(summary(log)).toEqual(['010203', `${whole.length}: the checksum of a record is wrong`, '010203']);
  });

  it('joins the fragments of a record across blocks', () => {
    const log = blocks(fragment(2, Uint8Array.of(1)), fragment(3, Uint8Array.of(2)), fragment(4, Uint8Array.of(3)));
    // LevelDB reads the unused end of a block as preallocated space, which ends a record
    for (let i = 0; i < 2; i++) expect(log[(i + 1) * logBlockBytes - 1]).toBe(0);
    expect(summary(log)).toEqual([
      `${logBlockBytes}: the start of a record is missing`,
      `${2 * logBlockBytes}: the start of a record is missing`,
    ]);
    const filled = (size: number, byte: number) => new Uint8Array(size).fill(byte);
    const long = Buffer.concat([
      fragment(2, filled(logBlockBytes - 7, 1)),
      fragment(3, filled(logBlockBytes - 7, 2)),
      fragment(4, Uint8Array.of(3)),
    ]);
    const [record] = [...readLog(long)];
    expect(record).toMatchObject({ type: 'record', offset: 0 });
    expect((record as { bytes: Uint8Array }).bytes.length).toBe(2 * (logBlockBytes - 7) + 1);
    expect([...readLog(long.subarray(0, -9))]).toEqual([]);
  });

  it('reports fragments without a start or an end', () => {
    const start = fragment(2, Uint8Array.of(1));
    const end = fragment(4, Uint8Array.of(2));
    expect(summary(end)).toEqual(['0: the start of a record is missing']);
    expect(summary(Buffer.concat([start, start, end]))).toEqual(['0: the end of a record is missing', '0102']);
    expect(summary(fragment(9, Uint8Array.of(1)))).toEqual(['0: a record has the unknown type 9']);
  });

  it('reports a length beyond its block unless the file ends there', () => {
    const log = blocks(fragment(1, Uint8Array.of(1)), fragment(1, Uint8Array.of(2)));
    log[5] = 0xff;
    expect(summary(log)).toEqual(['0: a record is longer than its block', '02']);
    expect(summary(log.subarray(0, 1000))).toEqual([]);
  });
});
