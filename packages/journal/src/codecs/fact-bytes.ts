import { CodedError, type Height, type Sats, type UnixSeconds, type Weight } from '@glassblock/primitives';
import {
  bytes,
  type Field,
  mapped,
  type RowBytes,
  type RowReader,
  record,
  tag,
  u8,
  u32,
  u64,
  when,
} from '@glassblock/primitives/records';
import {
  type ChannelClosing,
  type Fact,
  type FederationFact,
  type FederationFactType,
  isAboutFederation,
  type LightningFact,
  type RemovalReason,
} from '../facts.ts';

/** A reason is stored as its index in this list; append new ones. */
const reasons: readonly RemovalReason[] = ['mined', 'replaced', 'conflict', 'evicted', 'expired', 'reorg', 'unknown'];
const reasonBits = 0x0f;
const certainBit = 0x10;
const hasByBit = 0x20;

/** A kind of fact about the federation is stored as its index in this list; append new ones. */
const federationTypes: readonly FederationFactType[] = [
  'peg-in',
  'peg-out',
  'peg-out-paid',
  'federation-utxo-expired',
  'emergency-spend',
  'peg-in-unmatched',
];
const federationTypeBits = 0x0f;
const withdrawnBit = 0x10;
const hasOfBit = 0x20;
/** A closing is stored as its index in this list; append new ones. */
const closings: readonly ChannelClosing[] = ['unknown', 'mutual', 'force', 'penalty', 'splice'];

const kinds = {
  'block-connected': 1,
  'block-disconnected': 2,
  'tx-added': 3,
  'tx-removed': 4,
  'channel-opened': 5,
  'channel-closed': 6,
  'channel-reopened': 7,
  'channel-unfunded': 8,
  'node-updated': 9,
  'policy-changed': 10,
  federation: 11,
} as const;

const txid = bytes(32);
const time = u32 as Field<UnixSeconds>;
/** Big-endian, so that channels are in the order of their blocks. */
const channel = mapped(
  bytes(8),
  (id: bigint) => {
    const stored = new Uint8Array(8);
    new DataView(stored.buffer).setBigUint64(0, id);
    return stored;
  },
  (stored) => new DataView(stored.buffer, stored.byteOffset).getBigUint64(0),
);
const node = bytes(33);
const closing = mapped(
  u8,
  (reason: ChannelClosing) => closings.indexOf(reason),
  (stored) => {
    const reason = closings[stored];
    if (reason === undefined) throw newerFormat({ closing: stored });
    return reason;
  },
);
const flag = mapped(
  u8,
  (value: boolean) => (value ? 1 : 0),
  (stored) => stored === 1,
);

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
  'channel-opened': record({
    type: tag(kinds['channel-opened'], 'channel-opened'),
    channel,
    firstNode: node,
    secondNode: node,
    txid,
    capacity: u64 as Field<Sats>,
    time,
  }),
  'channel-closed': record({
    type: tag(kinds['channel-closed'], 'channel-closed'),
    channel,
    firstNode: node,
    secondNode: node,
    txid,
    reason: closing,
    time,
  }),
  'channel-reopened': record({
    type: tag(kinds['channel-reopened'], 'channel-reopened'),
    channel,
    firstNode: node,
    secondNode: node,
    time,
  }),
  'channel-unfunded': record({
    type: tag(kinds['channel-unfunded'], 'channel-unfunded'),
    channel,
    firstNode: node,
    secondNode: node,
    time,
  }),
  'node-updated': record({ type: tag(kinds['node-updated'], 'node-updated'), node, time }),
  'policy-changed': record({
    type: tag(kinds['policy-changed'], 'policy-changed'),
    channel,
    node,
    peer: node,
    feeRatePpm: u32,
    baseFeeMsat: u64,
    disabled: flag,
    changes: u32,
    time,
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
      if (isAboutFederation(fact)) writeFederationFact(row, fact);
      else writeLightningFact(row, fact);
  }
}

function writeLightningFact(row: RowBytes, fact: LightningFact): void {
  switch (fact.type) {
    case 'channel-opened':
      factRecords['channel-opened'].write(row, fact);
      break;
    case 'channel-closed':
      factRecords['channel-closed'].write(row, fact);
      break;
    case 'channel-reopened':
      factRecords['channel-reopened'].write(row, fact);
      break;
    case 'channel-unfunded':
      factRecords['channel-unfunded'].write(row, fact);
      break;
    case 'node-updated':
      factRecords['node-updated'].write(row, fact);
      break;
    case 'policy-changed':
      factRecords['policy-changed'].write(row, fact);
      break;
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
    case kinds['channel-opened']:
      return factRecords['channel-opened'].read(reader);
    case kinds['channel-closed']:
      return factRecords['channel-closed'].read(reader);
    case kinds['channel-reopened']:
      return factRecords['channel-reopened'].read(reader);
    case kinds['channel-unfunded']:
      return factRecords['channel-unfunded'].read(reader);
    case kinds['node-updated']:
      return factRecords['node-updated'].read(reader);
    case kinds['policy-changed']:
      return factRecords['policy-changed'].read(reader);
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
        return isAboutFederation(fact) ? isFederationFact(fact) : isFineLightningFact(fact);
    }
  };
  if (!isFine()) throw new RangeError(`not a fact that can be stored: ${fact.type}`);
}

const isFederationFact = ({ type, txid, index, amount, time, of }: FederationFact): boolean =>
  federationTypes.includes(type) &&
  isHash(txid) &&
  isAmount(amount) &&
  areSmall(index, time) &&
  (of === undefined || (isHash(of.txid) && areSmall(of.index)));

function isFineLightningFact(fact: LightningFact): boolean {
  if (!areSmall(fact.time)) return false;
  if (fact.type === 'node-updated') return isNode(fact.node);
  if (!isChannel(fact.channel)) return false;
  if (fact.type === 'policy-changed') {
    const { node, peer, feeRatePpm, baseFeeMsat, changes } = fact;
    return isNode(node) && isNode(peer) && areSmall(feeRatePpm, changes) && isAmount(baseFeeMsat);
  }
  if (!isNode(fact.firstNode) || !isNode(fact.secondNode)) return false;
  if (fact.type === 'channel-opened') return isHash(fact.txid) && isAmount(fact.capacity);
  return fact.type !== 'channel-closed' || (isHash(fact.txid) && closings.includes(fact.reason));
}

const isNode = (bytes: Uint8Array) => bytes.length === 33;
const isChannel = (id: bigint) => BigInt.asUintN(64, id) === id;
const isHash = (bytes: Uint8Array) => bytes.length === 32;
const isAmount = (value: number) => Number.isSafeInteger(value) && value >= 0;
const areSmall = (...values: number[]) => values.every((value) => value >>> 0 === value);
