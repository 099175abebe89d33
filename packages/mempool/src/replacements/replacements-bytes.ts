import {
  ByteReader,
  ByteWriter,
  CodedError,
  equalBytes,
  fromHex,
  isCoded,
  sha256,
  toHex,
} from '@glassblock/primitives';
import { attachReplaced, createReplacementNode, nodesOf, type ReplacementNode } from './replacement-tree.ts';

/** `gbr` and the format number. */
const head = Uint8Array.of(0x67, 0x62, 0x72, 1);
const checksumSize = 8;
/** Minimum bytes of a node: order, txid, four numbers, time, marks, replacement. */
const minVersion = 8 + 32 + 5 * 8 + 1 + 1;
const minTree = 2 + minVersion;

const mark = { rbf: 1, timed: 2, mined: 4, inMempool: 8, certain: 16, direct: 32, fullRbf: 64 } as const;
const allMarks = 127;

/** State of the replacements as bytes: head, trees by rising order of the root, checksum (first 8 bytes of sha256).
 *
 *      tree     compact size of its versions, u8 1 and f64 seconds of its expiry or u8 0, versions by rising order
 *      version  u64 order, 32 bytes txid (display order), f64 fee, vsize, value, rate, time, u8 marks,
 *               compact size: how many versions further on the newer one stands, 0 for the root, which is the last
 *
 *  Numbers are little-endian; u64 below 2^53. */
export function replacementsBytes(roots: Iterable<ReplacementNode>): Uint8Array {
  const writer = new ByteWriter(1 << 16).bytes(head);
  const all = [...roots];
  writer.compactSize(all.length);
  for (const root of all) writeTree(writer, root);
  const body = writer.finish();
  return new ByteWriter(body.length + checksumSize).bytes(body).bytes(checksumOf(body)).finish();
}

/**
 * Reads the roots by ascending order.
 * @throws {CodedError} mempool.bad-replacements on any bytes that `replacementsBytes` does not produce
 */
export function readReplacements(bytes: Uint8Array): ReplacementNode[] {
  try {
    return readRoots(bytes);
  } catch (cause) {
    if (!isCoded(cause)) throw cause;
    if (isCoded(cause, 'mempool.bad-replacements')) throw cause;
    throw new CodedError('mempool.bad-replacements', 'the stored replacements cannot be read', { cause });
  }
}

function readRoots(bytes: Uint8Array): ReplacementNode[] {
  const bodySize = bytes.length - checksumSize;
  demand(bodySize > head.length, 'too short');
  const body = bytes.subarray(0, bodySize);
  demand(equalBytes(checksumOf(body), bytes.subarray(bodySize)), 'wrong checksum');
  const reader = new ByteReader(body);
  demand(equalBytes(reader.take(head.length), head), 'another format');
  const txids = new Set<string>();
  const orders = new Set<number>();
  const roots: ReplacementNode[] = [];
  for (let left = reader.count(minTree); left > 0; left--) {
    const root = readTree(reader, txids, orders);
    demand(roots.length === 0 || roots.at(-1)!.order < root.order, 'trees out of order');
    roots.push(root);
  }
  reader.expectEnd();
  return roots;
}

function writeTree(writer: ByteWriter, root: ReplacementNode): void {
  const versions = nodesOf(root).sort((a, b) => a.order - b.order);
  writer.compactSize(versions.length);
  writer.u8(root.expires === undefined ? 0 : 1);
  if (root.expires !== undefined) writeFloat(writer, root.expires);
  const places = new Map(versions.map((version, i) => [version, i]));
  for (const [i, version] of versions.entries()) {
    const { tx, by } = version;
    writer.u64(version.order).bytes(fromHex(tx.txid));
    for (const number of [tx.fee, tx.vsize, tx.value, tx.rate, version.time]) writeFloat(writer, number);
    let marks = 0;
    if (tx.rbf) marks |= mark.rbf;
    if (tx.time !== undefined) marks |= mark.timed;
    for (const name of ['mined', 'inMempool', 'certain', 'direct', 'fullRbf'] as const) {
      if (version[name]) marks |= mark[name];
    }
    writer.u8(marks).compactSize(by === undefined ? 0 : places.get(by)! - i);
  }
}

function readTree(reader: ByteReader, txids: Set<string>, orders: Set<number>): ReplacementNode {
  const count = reader.count(minVersion);
  demand(count > 0, 'a tree of nothing');
  const ends = reader.u8();
  demand(ends <= 1, 'unknown mark of a tree');
  const expires = ends === 1 ? readFloat(reader) : undefined;
  const versions: ReplacementNode[] = [];
  const marksOf: number[] = [];
  const newerOf: number[] = [];
  for (let i = 0; i < count; i++) {
    const order = reader.u64();
    demand(!orders.has(order) && (i === 0 || order > versions[i - 1]!.order), 'versions out of order');
    orders.add(order);
    const txid = toHex(reader.take(32));
    demand(!txids.has(txid), 'a version twice');
    txids.add(txid);
    const fee = readFloat(reader);
    const vsize = readFloat(reader);
    const value = readFloat(reader);
    const rate = readFloat(reader);
    const time = readFloat(reader);
    const marks = reader.u8();
    demand(marks <= allMarks, 'unknown marks of a version');
    const tx = { txid, fee, vsize, value, rate, rbf: (marks & mark.rbf) !== 0 };
    versions.push(createReplacementNode((marks & mark.timed) === 0 ? tx : { ...tx, time }, time, order));
    marksOf.push(marks);
    const newer = i + reader.compactSize();
    demand(i === count - 1 ? newer === i : newer > i && newer < count, 'a newer version that is not there');
    newerOf.push(newer);
  }
  for (const [i, version] of versions.entries()) {
    const marks = marksOf[i]!;
    if (newerOf[i] !== i) attachReplaced(versions[newerOf[i]!]!, version, (marks & mark.certain) !== 0);
    // evicted transactions may have set them, so they are stored and not derived
    version.direct = (marks & mark.direct) !== 0;
    version.fullRbf = (marks & mark.fullRbf) !== 0;
    version.mined = (marks & mark.mined) !== 0;
    version.inMempool = (marks & mark.inMempool) !== 0;
  }
  const root = versions.at(-1)!;
  root.expires = expires;
  return root;
}

function checksumOf(body: Uint8Array): Uint8Array {
  return sha256(body).subarray(0, checksumSize);
}

function writeFloat(writer: ByteWriter, value: number): void {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value, true);
  writer.bytes(bytes);
}

/** A finite number, not negative. */
function readFloat(reader: ByteReader): number {
  const bytes = reader.take(8);
  const value = new DataView(bytes.buffer, bytes.byteOffset, 8).getFloat64(0, true);
  demand(Number.isFinite(value) && value >= 0, 'a number out of range');
  return value;
}

function demand(holds: boolean, fault: string): asserts holds {
  if (!holds) throw new CodedError('mempool.bad-replacements', `the stored replacements cannot be read: ${fault}`);
}
