/** Stored data of a transaction that replaced another one or was replaced. */
export interface ReplacementTx {
  /** Display hex. */
  readonly txid: string;
  /** Sats. */
  readonly fee: number;
  /** Weight / 4, may be fractional. */
  readonly vsize: number;
  /** Sum of outputs, sats. */
  readonly value: number;
  /** Effective fee rate, sat/vB. */
  readonly rate: number;
  /** First seen, Unix seconds; absent when it never was in the mempool. */
  readonly time?: number;
  /** Some input sequence is below fffffffe: it signals replaceability (BIP 125). */
  readonly rbf: boolean;
}

/** A replacement tree in the API's form, the newest transaction as root. */
export interface RbfTree {
  tx: {
    txid: string;
    fee: number;
    vsize: number;
    value: number;
    rate: number;
    time?: number;
    rbf: boolean;
    /** Present when this transaction confirmed. */
    mined?: true;
    /** For one that replaced others: one of them did not signal. */
    fullRbf?: boolean;
  };
  /** First seen, or first reported; Unix seconds. */
  time: number;
  /** Seconds until it was replaced; absent on the root. */
  interval?: number;
  /** Present when this transaction or one below it confirmed. */
  mined?: true;
  /** A transaction below did not signal and was replaced anyway. */
  fullRbf: boolean;
  /** Transactions that it replaced, in order of arrival. */
  replaces: RbfTree[];
}

/**
 * One transaction inside the engine. The replacement is `by`, the replaced ones are `replaces`: a tree, because a
 * replacement always has a larger `order` than those it replaced.
 */
export interface ReplacementNode {
  readonly tx: ReplacementTx;
  /** As in RbfTree. */
  readonly time: number;
  /** Incremented with each transaction that enters or replaces others. */
  order: number;
  mined: boolean;
  inMempool: boolean;
  by: ReplacementNode | undefined;
  /** Seconds from its time to that of `by`. */
  interval: number;
  /** False when its replacement was inferred. */
  certain: boolean;
  /** By ascending order. */
  replaces: ReplacementNode[];
  /** It directly replaced one that did not signal. Stored, because that one may be evicted. */
  direct: boolean;
  /** That, or one below did. */
  fullRbf: boolean;
  /** Root only: expiry of the tree, Unix seconds; undefined while one of its transactions is in the mempool. */
  expires: number | undefined;
}

/** Creates a node without relations. */
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

/** Returns the root of the tree. */
export function rootOf(version: ReplacementNode): ReplacementNode {
  let root = version;
  while (root.by !== undefined) root = root.by;
  return root;
}

/** Returns all nodes of a tree, each after its replacement. */
export function nodesOf(root: ReplacementNode): ReplacementNode[] {
  const versions = [root];
  for (let i = 0; i < versions.length; i++) versions.push(...versions[i]!.replaces);
  return versions;
}

/** Attaches the root `older` to the root `newer` that replaced it. */
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

/** Returns the tree in the API's form. */
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
