import { CodedError, concatBytes, equalBytes, fromHex, isCoded, sha256, toHex } from '@glassblock/primitives';
import {
  bytes,
  compactSize,
  constant,
  f64,
  list,
  listOf,
  mapped,
  RowReader,
  record,
  u8,
  u64,
  type ValueOf,
  when,
} from '@glassblock/primitives/records';
import { attachReplaced, createReplacementNode, nodesOf, type ReplacementNode } from './replacement-tree.ts';

const mark = { rbf: 1, timed: 2, mined: 4, inMempool: 8, certain: 16, direct: 32, fullRbf: 64 } as const;
const allMarks = 127;

/** A finite number of at least 0. */
const amount = mapped(
  f64,
  (value: number) => value,
  (stored) => {
    demand(Number.isFinite(stored) && stored >= 0, 'a number out of range');
    return stored;
  },
);

/** A transaction of a tree. */
const versionRecord = record({
  order: u64,
  /** Display order, unlike all other hashes. */
  txid: mapped(bytes(32), fromHex, toHex),
  fee: amount,
  vsize: amount,
  value: amount,
  rate: amount,
  time: amount,
  /** 1 RBF, 2 its transaction has the time, 4 mined, 8 in the mempool, 16 certain, 32 direct, 64 full RBF. */
  marks: u8,
  /** Distance to its replacement in this list; 0 for the root, which is the last. */
  newer: compactSize,
});

/** A tree. */
const treeRecord = record({
  versionCount: compactSize,
  /** 1 when an expiry follows. */
  expiring: u8,
  /** Unix seconds. */
  expires: when(({ expiring }: { expiring: number }) => expiring === 1, amount),
  /** By ascending order. */
  versions: listOf(({ versionCount }: { versionCount: number }) => versionCount, versionRecord),
});

/** State of the replacements, followed by the first 8 bytes of its SHA-256. */
export const replacementsFile = record({
  /** `gbr` and the format number. */
  magic: constant(Uint8Array.of(0x67, 0x62, 0x72, 1), () => badReplacements('another format')),
  /** By ascending order of the root. */
  trees: list(compactSize, treeRecord),
});
const checksumBytes = 8;

/** Encodes trees in ascending order of the root. */
export function replacementsBytes(roots: Iterable<ReplacementNode>): Uint8Array {
  const body = replacementsFile.encode({ magic: undefined, trees: Array.from(roots, storedTree) });
  return concatBytes(body, checksumOf(body));
}

/**
 * Decodes the roots, by ascending order.
 * @throws {CodedError} mempool.bad-replacements on bytes that `replacementsBytes` does not produce
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
  const bodyBytes = bytes.length - checksumBytes;
  demand(bodyBytes > 0, 'too short');
  const body = bytes.subarray(0, bodyBytes);
  demand(equalBytes(checksumOf(body), bytes.subarray(bodyBytes)), 'wrong checksum');
  const reader = new RowReader(body);
  const { trees } = replacementsFile.read(reader);
  demand(reader.isDone, 'bytes follow the end');
  const txids = new Set<string>();
  const orders = new Set<number>();
  const roots: ReplacementNode[] = [];
  for (const tree of trees) {
    const root = rootOf(tree, txids, orders);
    demand(roots.length === 0 || roots.at(-1)!.order < root.order, 'trees out of order');
    roots.push(root);
  }
  return roots;
}

function storedTree(root: ReplacementNode): ValueOf<typeof treeRecord> {
  const versions = nodesOf(root).sort((a, b) => a.order - b.order);
  const places = new Map(versions.map((version, i) => [version, i]));
  return {
    versionCount: versions.length,
    expiring: root.expires === undefined ? 0 : 1,
    expires: root.expires,
    versions: versions.map(({ tx, order, time, by, ...version }, i) => {
      let marks = 0;
      if (tx.rbf) marks |= mark.rbf;
      if (tx.time !== undefined) marks |= mark.timed;
      for (const name of ['mined', 'inMempool', 'certain', 'direct', 'fullRbf'] as const) {
        if (version[name]) marks |= mark[name];
      }
      const { txid, fee, vsize, value, rate } = tx;
      const newer = by === undefined ? 0 : places.get(by)! - i;
      return { order, txid, fee, vsize, value, rate, time, marks, newer };
    }),
  };
}

function rootOf(
  { expiring, expires, versions: stored }: ValueOf<typeof treeRecord>,
  txids: Set<string>,
  orders: Set<number>,
): ReplacementNode {
  const count = stored.length;
  demand(count > 0, 'an empty tree');
  demand(expiring <= 1, 'unknown mark of a tree');
  const versions: ReplacementNode[] = [];
  for (const [i, { order, time, marks, newer, ...fields }] of stored.entries()) {
    demand(!orders.has(order) && (i === 0 || order > versions[i - 1]!.order), 'transactions out of order');
    orders.add(order);
    demand(!txids.has(fields.txid), 'a transaction twice');
    txids.add(fields.txid);
    demand(marks <= allMarks, 'unknown marks of a transaction');
    const tx = { ...fields, rbf: (marks & mark.rbf) !== 0 };
    versions.push(createReplacementNode((marks & mark.timed) === 0 ? tx : { ...tx, time }, time, order));
    demand(i === count - 1 ? newer === 0 : newer > 0 && i + newer < count, 'a missing replacement');
  }
  for (const [i, version] of versions.entries()) {
    const { marks, newer } = stored[i]!;
    if (newer !== 0) attachReplaced(versions[i + newer]!, version, (marks & mark.certain) !== 0);
    // they may come from transactions that were evicted since, so they are stored, not computed
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
  return sha256(body).subarray(0, checksumBytes);
}

function badReplacements(fault: string): CodedError {
  return new CodedError('mempool.bad-replacements', `the stored replacements cannot be read: ${fault}`);
}

function demand(holds: boolean, fault: string): asserts holds {
  if (!holds) throw badReplacements(fault);
}
