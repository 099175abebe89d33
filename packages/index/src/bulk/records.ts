import { type RowBytes, RowReader } from '@glassblock/primitives/records';

/*
 * Records of the first build, about inputs, outputs and txids, in the temporary files between its steps. They are
 * written and read billions of times, so writer and reader of each are adjacent functions instead of being derived from
 * a field list: neither allocates an object per record.
 */

/** Bytes of a mapped script hash in a record. */
const scriptKeyBytes = 9;
/** Bytes of a mapped txid in a record. */
const txidKeyBytes = 8;
/** Bytes of the number that identifies an outpoint within one script. */
export const outpointTagBytes = 6;

/** `info` of a record about an input; that of an output is twice its index. */
export const spendInfo = 1;

/**
 * Appends a record about one input or output of a script.
 * @param keys mapped script hashes
 * @param at offset of the mapped hash in `keys`
 * @param distance of the transaction's number from that of the previous record
 * @param value sats
 * @param tag of the outpoint, below 2^48
 */
export function writeScriptRecord(
  row: RowBytes,
  keys: Uint8Array,
  at: number,
  distance: number,
  info: number,
  value: number,
  tag: number,
): void {
  row.append(keys, at, at + scriptKeyBytes);
  row.varint(distance).varint(info).varint(value).little(tag, outpointTagBytes);
}

/** Reads the records of `writeScriptRecord`; the fields are those of the current record. */
export class ScriptRecordReader {
  /** First 32 bits of the key; the leading ones are the bucket. */
  bucketBits = 0;
  /** The next 32 bits. */
  restHigh = 0;
  /** The last 8 bits. */
  restLow = 0;
  distance = 0;
  info = 0;
  value = 0;
  tag = 0;
  private readonly reader: RowReader;

  constructor(bytes: Uint8Array) {
    this.reader = new RowReader(bytes);
  }

  /** Reads the next record; false at the end. */
  next(): boolean {
    const { reader } = this;
    if (reader.isDone) return false;
    this.bucketBits = reader.big(4);
    this.restHigh = reader.big(4);
    this.restLow = reader.u8();
    this.distance = reader.varint();
    this.info = reader.varint();
    this.value = reader.varint();
    this.tag = reader.little(outpointTagBytes);
    return true;
  }
}

/**
 * Appends a record about a transaction, or about an input that spends an output of one.
 * @param keys mapped txids
 * @param at offset of the transaction's mapped txid in `keys`
 * @param info 0 for the transaction itself; otherwise the index of the spent output plus one
 * @param distance of the transaction's number from that of the previous record
 * @param vin index of the input
 */
export function writeTxidRecord(
  row: RowBytes,
  keys: Uint8Array,
  at: number,
  info: number,
  distance: number,
  vin: number,
): void {
  row.append(keys, at, at + txidKeyBytes);
  row.varint(info).varint(distance);
  if (info !== 0) row.varint(vin);
}

/** Reads the records of `writeTxidRecord`; the fields are those of the current record. */
export class TxidRecordReader {
  /** First and next 32 bits of the key. */
  keyHigh = 0;
  keyLow = 0;
  info = 0;
  distance = 0;
  vin = 0;
  private readonly reader: RowReader;

  constructor(bytes: Uint8Array) {
    this.reader = new RowReader(bytes);
  }

  /** Reads the next record; false at the end. */
  next(): boolean {
    const { reader } = this;
    if (reader.isDone) return false;
    this.keyHigh = reader.big(4);
    this.keyLow = reader.big(4);
    this.info = reader.varint();
    this.distance = reader.varint();
    this.vin = this.info === 0 ? 0 : reader.varint();
    return true;
  }
}

/**
 * Appends a record about a spent output.
 * @param member number of the funding transaction within its range
 * @param distance of the spender's number from it
 */
export function writeSpendRecord(row: RowBytes, member: number, vout: number, distance: number, vin: number): void {
  row.varint(member).varint(vout).varint(distance).varint(vin);
}

/** Reads the records of `writeSpendRecord`; the fields are those of the current record. */
export class SpendRecordReader {
  member = 0;
  vout = 0;
  distance = 0;
  vin = 0;
  private readonly reader: RowReader;

  constructor(bytes: Uint8Array) {
    this.reader = new RowReader(bytes);
  }

  /** Reads the next record; false at the end. */
  next(): boolean {
    const { reader } = this;
    if (reader.isDone) return false;
    this.member = reader.varint();
    this.vout = reader.varint();
    this.distance = reader.varint();
    this.vin = reader.varint();
    return true;
  }
}
