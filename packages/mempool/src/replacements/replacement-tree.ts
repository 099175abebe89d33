/** What is kept of a transaction that replaced another one or was replaced. */
export interface ReplacementTx {
  /** Display hex. */
  readonly txid: string;
  /** Sats. */
  readonly fee: number;
  /** Weight / 4, may be fractional. */
  readonly vsize: number;
  /** Sum of outputs, sats. */
  readonly value: number;
  /** sat/vB at which it was expected to be mined. */
  readonly rate: number;
  /** When it was first seen, seconds since 1970; absent when it never was in the pool. */
  readonly time?: number;
  /** Some input sequence is below fffffffe: it signals that it may be replaced (BIP 125). */
  readonly rbf: boolean;
}

/** Versions of a payment, the newest as root, as the API gives them. */
export interface RbfTree {
  tx: {
    txid: string;
    fee: number;
    vsize: number;
    value: number;
    rate: number;
    time?: number;
    rbf: boolean;
    /** Present when this version confirmed. */
    mined?: true;
    /** Of a version that replaced others: one of them did not signal. */
    fullRbf?: boolean;
  };
  /** First seen, or when it was first heard of; seconds since 1970. */
  time: number;
  /** Seconds until it was replaced; absent on the root. */
  interval?: number;
  /** Present when this version or one below it confirmed. */
  mined?: true;
  /** Some version below did not signal and was replaced all the same. */
  fullRbf: boolean;
  /** Versions that this one replaced, in the order in which they were heard of. */
  replaces: RbfTree[];
}

/** One version inside the engine. The newer one is `by`, the older ones are `replaces`: a tree, because a newer version
 *  always has a larger `order` than the older ones it replaced. */
export interface ReplacementNode {
  readonly tx: ReplacementTx;
  /** As in RbfTree. */
  readonly time: number;
  /** Grows with each version that enters or takes over others. */
  order: number;
  mined: boolean;
  inMempool: boolean;
  by: ReplacementNode | undefined;
  /** Seconds from its time to that of `by`. */
  interval: number;
  /** False when its replacement was inferred. */
  certain: boolean;
  /** By rising order. */
  replaces: ReplacementNode[];
  /** It directly replaced one that did not signal. Kept, because that one may be dropped for room. */
  direct: boolean;
  /** That, or one of those below did. */
  fullRbf: boolean;
  /** Root only: when the tree is forgotten, seconds since 1970; undefined while a version is in the pool. */
  expires: number | undefined;
}

/** A version on its own. */
export function createReplacementNode(tx: ReplacementTx, time: number, order: number): ReplacementNode {
  return {
    tx,
    time,
    order,
    mined: false,
    inMempool: false,
    by: undefined,
    interval: 0,
    certain: true,
    replaces: [],
    direct: false,
    fullRbf: false,
    expires: undefined,
  };
}

/** The newest version of the tree that holds this one. */
export function rootOf(version: ReplacementNode): ReplacementNode {
  let root = version;
  while (root.by !== undefined) root = root.by;
  return root;
}

/** All versions of a tree, each after the newer one that replaced it. */
export function nodesOf(root: ReplacementNode): ReplacementNode[] {
  const versions = [root];
  for (let i = 0; i < versions.length; i++) versions.push(...versions[i]!.replaces);
  return versions;
}

/** Makes `older`, which is a root, one of those that `newer`, another root, replaced. */
export function attachReplaced(newer: ReplacementNode, older: ReplacementNode, certain: boolean): void {
  older.by = newer;
  older.certain = certain;
  older.interval = Math.max(0, newer.time - older.time);
  older.expires = undefined;
  const { replaces } = newer;
  const isInOrder = replaces.length === 0 || replaces.at(-1)!.order < older.order;
  replaces.push(older);
  if (!isInOrder) replaces.sort((a, b) => a.order - b.order);
  newer.direct ||= !older.tx.rbf;
  newer.fullRbf ||= newer.direct || older.fullRbf;
}

/** The tree in the shape of the API. */
export function rbfTree(version: ReplacementNode): RbfTree {
  const { tx, time, interval, by, direct, fullRbf } = version;
  const replaces = version.replaces.map(rbfTree);
  const mined = version.mined || replaces.some((older) => older.mined);
  return {
    tx: {
      txid: tx.txid,
      fee: tx.fee,
      vsize: tx.vsize,
      value: tx.value,
      rate: tx.rate,
      ...(tx.time === undefined ? {} : { time: tx.time }),
      rbf: tx.rbf,
      ...(version.mined ? { mined: true as const } : {}),
      ...(replaces.length > 0 || direct ? { fullRbf: direct } : {}),
    },
    time,
    ...(by === undefined ? {} : { interval }),
    ...(mined ? { mined: true as const } : {}),
    fullRbf,
    replaces,
  };
}
