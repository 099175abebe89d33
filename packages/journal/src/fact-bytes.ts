import {
  type ByteReader,
  type ByteWriter,
  CodedError,
  type Height,
  type Sats,
  type UnixSeconds,
  type Weight,
} from '@glassblock/primitives';
import type { Fact, RemovalReason } from './facts.ts';

/** A reason is stored as its place in this list: new ones come at the end. */
const reasons: readonly RemovalReason[] = ['mined', 'replaced', 'conflict', 'evicted', 'expired', 'reorg', 'unknown'];
const reasonBits = 0x0f;
const certainBit = 0x10;
const hasByBit = 0x20;

const kinds = { 'block-connected': 1, 'block-disconnected': 2, 'tx-added': 3, 'tx-removed': 4 } as const;

/** One fact: its kind in a byte, then fixed-width fields. Numbers are little-endian, hashes in internal order.
 *
 *      1 block connected      height 4, hash 32, time 4, transactions 4
 *      2 block disconnected   height 4, hash 32
 *      3 transaction added    txid 32, fee 8, weight 4, time 4
 *      4 transaction removed  reason and flags 1, txid 32, by 32 when flagged, time 4
 *
 *  The fact has passed `checkFact`. */
export function writeFact(writer: ByteWriter, fact: Fact): void {
  writer.u8(kinds[fact.type]);
  switch (fact.type) {
    case 'block-connected':
      writer.u32(fact.height).bytes(fact.hash).u32(fact.time).u32(fact.txCount);
      break;
    case 'block-disconnected':
      writer.u32(fact.height).bytes(fact.hash);
      break;
    case 'tx-added':
      writer.bytes(fact.txid).u64(fact.fee).u32(fact.weight).u32(fact.time);
      break;
    case 'tx-removed': {
      const { reason, certain, by, txid, time } = fact;
      const flags = (certain ? certainBit : 0) | (by === undefined ? 0 : hasByBit);
      writer.u8(reasons.indexOf(reason) | flags).bytes(txid);
      if (by !== undefined) writer.bytes(by);
      writer.u32(time);
      break;
    }
  }
}

/** Reads one fact; hashes are copies.   @throws {CodedError} journal.newer-format, primitives.truncated */
export function readFact(reader: ByteReader): Fact {
  const kind = reader.u8();
  switch (kind) {
    case kinds['block-connected']:
      return {
        type: 'block-connected',
        height: reader.u32() as Height,
        hash: reader.take(32).slice(),
        time: reader.u32() as UnixSeconds,
        txCount: reader.u32(),
      };
    case kinds['block-disconnected']:
      return { type: 'block-disconnected', height: reader.u32() as Height, hash: reader.take(32).slice() };
    case kinds['tx-added']:
      return {
        type: 'tx-added',
        txid: reader.take(32).slice(),
        fee: reader.u64() as Sats,
        weight: reader.u32() as Weight,
        time: reader.u32() as UnixSeconds,
      };
    case kinds['tx-removed']: {
      const flags = reader.u8();
      const reason = reasons[flags & reasonBits];
      if (reason === undefined) throw newerFormat({ reason: flags & reasonBits });
      const txid = reader.take(32).slice();
      const by = (flags & hasByBit) === 0 ? {} : { by: reader.take(32).slice() };
      const certain = (flags & certainBit) !== 0;
      return { type: 'tx-removed', txid, reason, ...by, certain, time: reader.u32() as UnixSeconds };
    }
    default:
      throw newerFormat({ kind });
  }
}

/** Error of whole bytes that a later version must have written.   code: journal.newer-format */
export const newerFormat = (datum: unknown) =>
  new CodedError('journal.newer-format', 'the journal on disk was written by a newer version', { datum });

/** Throws for a fact that would not come back from the disk as it is: our own bug, to be seen before it is numbered.
 *  @throws {RangeError} */
export function checkFact(fact: Fact): void {
  const isFine = (): boolean => {
    switch (fact.type) {
      case 'block-connected':
        return isHash(fact.hash) && areSmall(fact.height, fact.time, fact.txCount);
      case 'block-disconnected':
        return isHash(fact.hash) && areSmall(fact.height);
      case 'tx-added':
        return isHash(fact.txid) && isAmount(fact.fee) && areSmall(fact.weight, fact.time);
      case 'tx-removed':
        return (
          isHash(fact.txid) &&
          (fact.by === undefined || isHash(fact.by)) &&
          reasons.includes(fact.reason) &&
          areSmall(fact.time)
        );
    }
  };
  if (!isFine()) throw new RangeError(`not a fact that can be kept: ${JSON.stringify(fact)}`);
}

const isHash = (bytes: Uint8Array) => bytes.length === 32;
const isAmount = (value: number) => Number.isSafeInteger(value) && value >= 0;
const areSmall = (...values: number[]) => values.every((value) => value >>> 0 === value);
