import { ECDH } from 'node:crypto';
import { CodedError } from '@glassblock/primitives';

// Core's rev files: for each transaction except the coinbase a list of spent outputs, each with height, amount and
// script in compressed form. Source: Core undo.h, compressor.h, serialize.h (VARINT)

/** Core reads a longer script as one byte OP_RETURN: it would be unspendable. */
const maxScript = 10_000;
const specialScripts = 6;
const minUtxoSats = 3;

const bad = (what: string, datum?: unknown) => new CodedError('node.bad-block-file', what, { datum });

/**
 * Converts undo data to spent outputs in the format of REST `spenttxouts`, an empty list for the coinbase first.
 * @param undo CBlockUndo, without magic, size and checksum
 * @throws {CodedError} node.bad-block-file
 */
export function spentFromUndo(undo: Uint8Array): Uint8Array {
  const reader = new UndoReader(undo);
  const writer = new SpentWriter(2 * undo.length + 64);
  const txs = reader.count(1);
  writer.compactSize(txs + 1);
  writer.compactSize(0);
  for (let t = 0; t < txs; t++) {
    const utxos = reader.count(minUtxoSats);
    writer.compactSize(utxos);
    for (let c = 0; c < utxos; c++) copyUtxo(reader, writer);
  }
  if (reader.at !== undo.length) throw bad('bytes follow the undo data', reader.at);
  return writer.finish();
}

function copyUtxo(reader: UndoReader, writer: SpentWriter): void {
  const heightAndCoinbase = reader.varint();
  // formerly a version; still written as zero
  if (heightAndCoinbase > 1) reader.varint();
  writer.amount(decompressedAmount(reader.wideVarint()));
  const form = reader.varint();
  if (form >= specialScripts) {
    const length = form - specialScripts;
    const at = reader.skip(length);
    if (length > maxScript) writer.script(unspendable, 0, 1);
    else writer.script(reader.bytes, at, length);
    return;
  }
  const short = shortForms[form];
  const at = reader.skip(form < 2 ? 20 : 32);
  if (short !== undefined) {
    writer.framed(short.before, reader.bytes, at, form < 2 ? 20 : 32, short.after);
    return;
  }
  const key = uncompressedKey(Uint8Array.of(form - 2, ...reader.bytes.subarray(at, at + 32)));
  writer.framed(pushKey, key, 0, key.length, checkSig);
}

const unspendable = Uint8Array.of(0x6a);
const pushKey = Uint8Array.of(65);
const checkSig = Uint8Array.of(0xac);
/**
 * Bytes around the payload of each compressed form: a key hash, a script hash, a compressed public key with 02 or 03.
 * Forms 4 and 5 are uncompressed keys whose y is computed (36 microseconds).
 */
const shortForms = [
  { before: Uint8Array.of(0x76, 0xa9, 20), after: Uint8Array.of(0x88, 0xac) },
  { before: Uint8Array.of(0xa9, 20), after: Uint8Array.of(0x87) },
  { before: Uint8Array.of(33, 2), after: checkSig },
  { before: Uint8Array.of(33, 3), after: checkSig },
];

/**
 * Returns the sats of a compressed amount: trailing decimal zeros are counted, not written. Above 2^53 only for amounts
 * of more than ten million BTC, hence the bigint.
 * @throws {CodedError} node.bad-block-file when it exceeds the money supply. Source: Core DecompressAmount
 */
export function decompressedAmount(compressed: number | bigint): number {
  if (typeof compressed === 'bigint' && compressed <= Number.MAX_SAFE_INTEGER)
    return decompressedAmount(Number(compressed));
  if (compressed === 0) return 0;
  let sats: number;
  if (typeof compressed === 'bigint') {
    const rest = compressed - 1n;
    const zeros = Number(rest % 10n);
    const digits = rest / 10n;
    sats = Number(zeros === 9 ? digits + 1n : (digits / 9n) * 10n + (digits % 9n) + 1n) * 10 ** zeros;
  } else {
    const rest = compressed - 1;
    const zeros = rest % 10;
    const digits = Math.floor(rest / 10);
    sats = (zeros === 9 ? digits + 1 : Math.floor(digits / 9) * 10 + (digits % 9) + 1) * 10 ** zeros;
  }
  if (sats > Number.MAX_SAFE_INTEGER) throw bad('an amount is too large', String(compressed));
  return sats;
}

/** @throws {CodedError} node.bad-block-file when the key is not on the curve */
function uncompressedKey(key: Uint8Array): Uint8Array {
  try {
    return ECDH.convertKey(key, 'secp256k1', undefined, undefined, 'uncompressed') as Buffer;
  } catch (cause) {
    throw new CodedError('node.bad-block-file', 'a public key is not on the curve', { cause });
  }
}

class UndoReader {
  readonly bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.at = 0;
  }

  /** Advances and returns the offset before. */
  skip(count: number): number {
    const at = this.at;
    if (count > this.bytes.length - at) throw bad('undo data end inside a field', at);
    this.at = at + count;
    return at;
  }

  private byte(): number {
    if (this.at >= this.bytes.length) throw bad('undo data end inside a field', this.at);
    return this.bytes[this.at++]!;
  }

  /** Reads a count of items of at least `min` bytes, rejected when they cannot fit. */
  count(min: number): number {
    const first = this.byte();
    const width = first < 0xfd ? 0 : first === 0xfd ? 2 : first === 0xfe ? 4 : 8;
    let value = width === 0 ? first : 0;
    for (let i = 0; i < width; i++) value += this.byte() * 2 ** (8 * i);
    if (value * min > this.bytes.length - this.at) throw bad('undo data end inside a list', this.at);
    return value;
  }

  /**
   * Reads seven bits per byte, highest first, one added at each step but the last, so that every number has one form.
   */
  varint(): number {
    const value = this.wideVarint();
    if (typeof value === 'bigint') throw bad('a number of the undo data is too large', String(value));
    return value;
  }

  /** Returns a bigint from 2^46 on. */
  wideVarint(): number | bigint {
    let value = 0;
    for (;;) {
      const byte = this.byte();
      value = value * 128 + (byte & 0x7f);
      if (byte < 0x80) return value;
      value++;
      if (value >= 2 ** 46) return this.restOfVarint(BigInt(value));
    }
  }

  private restOfVarint(start: bigint): bigint {
    let value = start;
    for (;;) {
      const byte = this.byte();
      value = value * 128n + BigInt(byte & 0x7f);
      if (value >= 2n ** 64n) throw bad('a number of the undo data is too large', String(value));
      if (byte < 0x80) return value;
      value++;
    }
  }
}

class SpentWriter {
  private bytes: Uint8Array;
  private length: number;

  constructor(size: number) {
    this.bytes = new Uint8Array(size);
    this.length = 0;
  }

  private room(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const larger = new Uint8Array(2 * (this.length + count));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
  }

  private little(value: number, width: number): void {
    let rest = value;
    for (let i = 0; i < width; i++) {
      this.bytes[this.length++] = rest & 0xff;
      rest >>>= 8;
    }
  }

  compactSize(value: number): void {
    this.room(5);
    if (value < 0xfd) {
      this.bytes[this.length++] = value;
      return;
    }
    const width = value < 0x10000 ? 2 : 4;
    this.bytes[this.length++] = width === 2 ? 0xfd : 0xfe;
    this.little(value, width);
  }

  amount(sats: number): void {
    this.room(8);
    this.little(sats % 0x1_0000_0000, 4);
    this.little(Math.floor(sats / 0x1_0000_0000), 4);
  }

  /**
   * Writes a short script of three pieces, with its length in front. Byte by byte: this runs for every input of the
   * chain.
   */
  framed(before: Uint8Array, bytes: Uint8Array, from: number, count: number, after: Uint8Array): void {
    this.room(1 + before.length + count + after.length);
    const { bytes: to } = this;
    let at = this.length;
    to[at++] = before.length + count + after.length;
    for (let i = 0; i < before.length; i++) to[at++] = before[i]!;
    for (let i = from; i < from + count; i++) to[at++] = bytes[i]!;
    for (let i = 0; i < after.length; i++) to[at++] = after[i]!;
    this.length = at;
  }

  script(bytes: Uint8Array, from: number, count: number): void {
    this.compactSize(count);
    this.room(count);
    for (let i = 0; i < count; i++) this.bytes[this.length + i] = bytes[from + i]!;
    this.length += count;
  }

  /** Returns a copy of exact length, as it may be cached for long. */
  finish(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }
}
