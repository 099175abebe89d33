import { CodedError, type Height, type Sats, type UnixSeconds, type Weight } from '@glassblock/primitives';
import {
  bytes,
  type Field,
  type RowBytes,
  type RowReader,
  record,
  tag,
  u8,
  u32,
  u64,
  when,
} from '@glassblock/primitives/records';
import type { Fact, FederationFact, FederationFactType, RemovalReason } from '../facts.ts';

/** A reason is stored as its index in this list; append new ones. */
const reasons: readonly RemovalReason[] = ['mined', 'replaced', 'conflict', 'evicted', 'expired', 'reorg', 'unknown'];
const reasonBits = 0x0f;
const certainBit = 0x10;
const hasByBit = 0x20;

const kinds = { 'block-connected': 1, 'block-disconnected': 2, 'tx-added': 3, 'tx-removed': 4, federation: 5 } as const;

/** A kind of fact about the federation is stored as its index in this list; append new ones. */
const federationTypes: readonly FederationFactType[] = [
  'peg-in',
  'peg-out',
  'peg-out-paid',
  'federation-utxo-expired',
  'emergency-spend',
];
const federationTypeBits = 0x0f;
const withdrawnBit = 0x10;
const hasOfBit = 0x20;

const txid = bytes(32);
const time = u32 as Field<UnixSeconds>;

/** Facts by kind: a byte for the kind, then fixed-width fields. Numbers are little-endian, hashes in internal order. */
export const factRecords = {
  'block-connected': record({
    type: tag(kinds['block-connected'], 'block-connected'),
    height: u32 as Field<Height>,
    hash: bytes(32),
    time,
    txCount: u32,
  }),
  'block-disconnected': record({
    type: tag(kinds['block-disconnected'], 'block-disconnected'),
    height: u32 as Field<Height>,
    hash: bytes(32),
  }),
  'tx-added': record({
    type: tag(kinds['tx-added'], 'tx-added'),
    txid,
    fee: u64 as Field<Sats>,
    weight: u32 as Field<Weight>,
    time,
  }),
  'tx-removed': record({
    type: tag(kinds['tx-removed'], 'tx-removed'),
    /** Reason (4 bits), certain (16), whether `by` follows (32). */
    flags: u8,
    txid,
    by: when(({ flags }: { flags: number }) => (flags & hasByBit) !== 0, txid),
    time,
  }),
  federation: record({
    type: tag(kinds.federation, 'federation'),
    /** Kind (4 bits), withdrawn (16), whether `ofTxid` and `ofIndex` follow (32). */
    flags: u8,
    txid,
    index: u32,
    amount: u64 as Field<Sats>,
    time,
    ofTxid: when(({ flags }: { flags: number }) => (flags & hasOfBit) !== 0, txid),
    ofIndex: when(({ flags }: { flags: number }) => (flags & hasOfBit) !== 0, u32),
  }),
};

/** Writes a fact that passed `checkFact`. */
export function writeFact(row: RowBytes, fact: Fact): void {
  switch (fact.type) {
    case 'block-connected':
      factRecords['block-connected'].write(row, fact);
      break;
    case 'block-disconnected':
      factRecords['block-disconnected'].write(row, fact);
      break;
    case 'tx-added':
      factRecords['tx-added'].write(row, fact);
      break;
    case 'tx-removed': {
      const { type, reason, certain, by, txid, time } = fact;
      const flags = reasons.indexOf(reason) | (certain ? certainBit : 0) | (by === undefined ? 0 : hasByBit);
      factRecords['tx-removed'].write(row, { type, flags, txid, by, time });
      break;
    }
    default:
      writeFederationFact(row, fact);
  }
}

function writeFederationFact(row: RowBytes, { type, withdrawn, of, ...fields }: FederationFact): void {
  const flags = federationTypes.indexOf(type) | (withdrawn ? withdrawnBit : 0) | (of === undefined ? 0 : hasOfBit);
  factRecords.federation.write(row, { type: 'federation', flags, ...fields, ofTxid: of?.txid, ofIndex: of?.index });
}

function readFederationFact(reader: RowReader): FederationFact {
  const { flags, txid, index, amount, time, ofTxid, ofIndex } = factRecords.federation.read(reader);
  const type = federationTypes[flags & federationTypeBits];
  if (type === undefined) throw newerFormat({ federation: flags & federationTypeBits });
  const fact = { type, withdrawn: (flags & withdrawnBit) !== 0, txid, index, amount, time };
  return ofTxid === undefined ? fact : { ...fact, of: { txid: ofTxid, index: ofIndex! } };
}

/**
 * Reads a fact; hashes are copies.
 * @throws {CodedError} journal.newer-format, primitives.truncated
 */
export function readFact(reader: RowReader): Fact {
  const kind = reader.peek();
  switch (kind) {
    case kinds['block-connected']:
      return factRecords['block-connected'].read(reader);
    case kinds['block-disconnected']:
      return factRecords['block-disconnected'].read(reader);
    case kinds['tx-added']:
      return factRecords['tx-added'].read(reader);
    case kinds['tx-removed']: {
      const { type, flags, txid, by, time } = factRecords['tx-removed'].read(reader);
      const reason = reasons[flags & reasonBits];
      if (reason === undefined) throw newerFormat({ reason: flags & reasonBits });
      const certain = (flags & certainBit) !== 0;
      return by === undefined ? { type, txid, reason, certain, time } : { type, txid, reason, by, certain, time };
    }
    case kinds.federation:
      return readFederationFact(reader);
    default:
      throw newerFormat({ kind });
  }
}

/** Returns the error for complete bytes of a later version: journal.newer-format. */
export const newerFormat = (datum: unknown) =>
  new CodedError('journal.newer-format', 'the journal on disk was written by a newer version', { datum });

/**
 * Checks that a fact would round-trip, before it is numbered.
 * @throws {RangeError}
 */
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
      default:
        return isFederationFact(fact);
    }
  };
  if (!isFine()) throw new RangeError(`not a fact that can be kept: ${JSON.stringify(fact)}`);
}

const isFederationFact = ({ type, txid, index, amount, time, of }: FederationFact): boolean =>
  federationTypes.includes(type) &&
  isHash(txid) &&
  isAmount(amount) &&
  areSmall(index, time) &&
  (of === undefined || (isHash(of.txid) && areSmall(of.index)));

const isHash = (bytes: Uint8Array) => bytes.length === 32;
const isAmount = (value: number) => Number.isSafeInteger(value) && value >= 0;
const areSmall = (...values: number[]) => values.every((value) => value >>> 0 === value);
