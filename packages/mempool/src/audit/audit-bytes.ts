import { crc32 } from 'node:zlib';
import { CodedError, concatBytes, isCoded } from '@glassblock/primitives';
import { constant, list, RowReader, record, u32, type ValueOf, varint, when } from '@glassblock/primitives/records';
import type { CompressedTx } from '../deltas.ts';
import type { BlockAudit } from './audit-block.ts';
import { matchRateField, shownHash, similarityField } from './audit-score.ts';

/** A transaction of the template. */
const templateTx = record({
  txid: shownHash,
  fee: varint,
  weight: varint,
  value: varint,
  /** In hundredths of a sat/vB. */
  feeRate: varint,
  flags: varint,
  /** Twice the age at the block's arrival, one more when it is accelerated. */
  ageAndAccelerated: varint,
});

/** A transaction of one of the lists. */
const listedTx = record({
  /** Position in the template, from 1; 0 if it is not in it. */
  place: varint,
  /** Only if it is not in the template. */
  txid: when(({ place }: { place: number }) => place === 0, shownHash),
});
const listedTxs = list(varint, listedTx);

/**
 * A file with an audit, about 50 bytes per transaction of the template, followed by its CRC-32. Hashes are stored in
 * internal byte order, and are display hex in memory.
 */
export const auditFile = record({
  /** `gba` and the format number. */
  magic: constant(Uint8Array.of(0x67, 0x62, 0x61, 1), () => badAudit('another format')),
  hash: shownHash,
  /** Arrival of the block, Unix seconds. */
  time: u32,
  matchRate: matchRateField,
  similarity: similarityField,
  expectedFees: varint,
  expectedWeight: varint,
  template: list(varint, templateTx),
  unseen: listedTxs,
  missing: listedTxs,
  added: listedTxs,
  prioritized: listedTxs,
  deprioritized: listedTxs,
  fresh: listedTxs,
  sigop: listedTxs,
  replaced: listedTxs,
  accelerated: listedTxs,
});
const crc = u32;

/** Encodes an audit with its template. */
export function encodeAudit(audit: BlockAudit): Uint8Array {
  const { time } = audit;
  const template = audit.template.map(([txid, fee, vsize, value, rate, flags, firstSeen, accelerated]) => ({
    txid,
    fee,
    weight: 4 * vsize,
    value,
    feeRate: Math.round(100 * rate),
    flags,
    // the clock may have been set back
    ageAndAccelerated: 2 * Math.max(0, time - firstSeen) + (accelerated === 1 ? 1 : 0),
  }));
  const places = new Map(template.map(({ txid }, i) => [txid, i + 1]));
  const listed = (txids: readonly string[]): ValueOf<typeof listedTxs> =>
    txids.map((txid) => ({ place: places.get(txid) ?? 0, txid }));
  const body = auditFile.encode({
    ...audit,
    magic: undefined,
    template,
    unseen: listed(audit.unseen),
    missing: listed(audit.missing),
    added: listed(audit.added),
    prioritized: listed(audit.prioritized),
    deprioritized: listed(audit.deprioritized),
    fresh: listed(audit.fresh),
    sigop: listed(audit.sigop),
    replaced: listed(audit.replaced),
    accelerated: listed(audit.accelerated),
  });
  return concatBytes(body, record({ crc }).encode({ crc: crc32(body) }));
}

/**
 * Decodes an audit.
 * @throws {CodedError} mempool.bad-audit on bytes that `encodeAudit` does not produce
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
  if (bytes.length < crc.minBytes) throw badAudit('too short');
  const end = bytes.length - crc.minBytes;
  const body = bytes.subarray(0, end);
  if (crc.read(new RowReader(bytes, end)) !== crc32(body)) throw badAudit('wrong checksum');
  const reader = new RowReader(body);
  const { magic: _, ...stored } = auditFile.read(reader);
  if (!reader.isDone) throw badAudit('bytes follow the end');
  const { time } = stored;
  const template = stored.template.map(({ txid, fee, weight, value, feeRate, flags, ageAndAccelerated }) => {
    const seen = time - Math.floor(ageAndAccelerated / 2);
    const tx: CompressedTx = [txid, fee, weight / 4, value, feeRate / 100, flags, seen];
    return ageAndAccelerated % 2 === 1 ? ([...tx.slice(0, 7), 1] as CompressedTx) : tx;
  });
  const named = (txs: ValueOf<typeof listedTxs>): string[] =>
    txs.map(({ place, txid = template[place - 1]?.[0] }) => {
      if (txid === undefined) throw badAudit('a position outside the template');
      return txid;
    });
  return {
    ...stored,
    template,
    unseen: named(stored.unseen),
    missing: named(stored.missing),
    added: named(stored.added),
    prioritized: named(stored.prioritized),
    deprioritized: named(stored.deprioritized),
    fresh: named(stored.fresh),
    sigop: named(stored.sigop),
    replaced: named(stored.replaced),
    accelerated: named(stored.accelerated),
  };
}

function badAudit(what: string): CodedError {
  return new CodedError('mempool.bad-audit', `the stored audit cannot be read: ${what}`);
}
