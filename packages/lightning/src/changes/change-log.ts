import { type Change, rowKey, type ScannedRow, type Store, type Table } from '@glassblock/store';
import type { ChannelPolicy } from '../graph/gossip.ts';
import type { Graph } from '../graph/graph.ts';
import { policyKey, policyRow, reachKey, reachRow } from '../rows/change-rows.ts';
import { channelKey } from '../rows/graph-rows.ts';
import { tables } from '../rows/tables.ts';
import type { PolicyChange } from './graph-changes.ts';

/** A policy of one side of a channel, from its update time on. */
export interface PastPolicy extends ChannelPolicy {
  side: 0 | 1;
  /** Changes since the one before; 0: the first known policy. */
  changes: number;
}

/** Whether a node can be reached, from a time on. */
export interface NodeReach {
  /** Unix seconds. */
  time: number;
  isReached: boolean;
}

/** Rows of one channel or node; older ones are removed. */
export const maxRowsEach = 1_000;
const batchSize = 2_000;
const scansTogether = 64;

/** Policies and reachability over time. At most a thousand rows for each channel and each node are stored. */
export class ChangeLog {
  private readonly store: Store;
  private readonly graph: Graph;
  private readonly commit: (changes: readonly Change[]) => Promise<void>;
  /** Rows that could not be written. */
  private unwritten: Change[] = [];

  /** @param commit writes rows without moving the marker */
  constructor(store: Store, graph: Graph, commit: (changes: readonly Change[]) => Promise<void>) {
    this.store = store;
    this.graph = graph;
    this.commit = commit;
  }

  /**
   * Stores policies.
   * @throws {CodedError} store.write-failed; the next call stores them too
   */
  async addPolicies(changes: readonly PolicyChange[]): Promise<void> {
    const rows = changes.map(({ channel, side, policy, changes: count }): Change => {
      const sort = policyKey.encode({ time: policy.updatedAt, side });
      const key = rowKey(tables.policies, channelKey(this.graph.channels.id[channel]!), sort);
      return { table: tables.policies, key, value: policyRow.encode({ ...policy, changes: count }) };
    });
    const changed = changes.filter((change) => change.changes > 0);
    await this.write(rows);
    const keys = new Set(changed.map(({ channel }) => channel));
    await this.prune(
      tables.policies,
      [...keys].map((row) => channelKey(this.graph.channels.id[row]!)),
    );
  }

  /**
   * Stores which nodes became reachable or unreachable.
   * @param isKnown whether the node has earlier rows
   * @throws {CodedError} store.write-failed; the next call stores them too
   */
  async addReach(changes: readonly { node: number; isReached: boolean; isKnown: boolean }[], time: number) {
    const keyOf = (node: number) => this.graph.nodes.keyAt(node).slice();
    const sort = reachKey.encode({ time });
    await this.write(
      changes.map(({ node, isReached }): Change => {
        const key = rowKey(tables.nodeReach, keyOf(node), sort);
        return { table: tables.nodeReach, key, value: reachRow.encode({ isReached }) };
      }),
    );
    await this.prune(
      tables.nodeReach,
      changes.filter(({ isKnown }) => isKnown).map(({ node }) => keyOf(node)),
    );
  }

  /** Returns the policies of a channel, newest first. */
  async policiesOf(channel: number): Promise<PastPolicy[]> {
    return (await this.policiesOfAll([channel]))[0]!;
  }

  /** Returns the policies of each of some channels, newest first. */
  async policiesOfAll(channels: readonly number[]): Promise<PastPolicy[][]> {
    const found = await this.scanAll(tables.policies, this.policyKeysOf(channels), maxRowsEach);
    return found.map((rows) => rows.map(pastPolicyOf));
  }

  /**
   * Returns the newest policies of some channels together, newest first. Of each channel only as many rows are read as
   * can be among them.
   */
  async newestPolicies(channels: readonly number[], limit: number): Promise<(PastPolicy & { channel: number })[]> {
    let left = channels.map((channel) => ({ channel, rows: [] as ScannedRow[] }));
    const all = left;
    let found: { channel: number; row: ScannedRow; time: number }[] = [];
    for (let each = Math.ceil(limit / Math.max(1, channels.length)); left.length > 0; each *= 4) {
      const rowsEach = Math.min(each, maxRowsEach);
      const keys = this.policyKeysOf(left.map(({ channel }) => channel));
      const rows = await this.scanAll(tables.policies, keys, rowsEach);
      for (const [i, of] of left.entries()) of.rows = rows[i]!;
      found = all
        .flatMap(({ channel, rows: read }) =>
          read.map((row) => ({ channel, row, time: policyKey.decode(row.sort).time })),
        )
        .sort((a, b) => b.time - a.time)
        .slice(0, limit);
      const oldest = found.length < limit ? 0 : found.at(-1)!.time;
      const mayHaveMore = ({ rows: read }: { rows: readonly ScannedRow[] }) =>
        read.length === rowsEach && rowsEach < maxRowsEach && policyKey.decode(read.at(-1)!.sort).time >= oldest;
      left = left.filter(mayHaveMore);
    }
    return found.map(({ channel, row }) => ({ channel, ...pastPolicyOf(row) }));
  }

  private policyKeysOf(channels: readonly number[]): Uint8Array[] {
    return channels.map((channel) => channelKey(this.graph.channels.id[channel]!));
  }

  /** Returns the reachability changes of a node, newest first. */
  async reachOf(node: number): Promise<NodeReach[]> {
    const [rows] = await this.scanAll(tables.nodeReach, [this.graph.nodes.keyAt(node).slice()], maxRowsEach);
    return rows!.map(({ sort, value }) => ({ time: reachKey.decode(sort).time, ...reachRow.decode(value) }));
  }

  /**
   * Returns the last stored reachability of each node; undefined for a node without rows. For a whole graph this takes
   * seconds of other threads.
   * @returns undefined when it was aborted
   */
  async lastReachOf(nodes: readonly number[], signal: AbortSignal): Promise<(boolean | undefined)[] | undefined> {
    if (!(await this.hasRows(tables.nodeReach))) return nodes.map(() => undefined);
    const keys = nodes.map((node) => this.graph.nodes.keyAt(node).slice());
    const found = await this.scanAll(tables.nodeReach, keys, 1, signal);
    if (signal.aborted) return undefined;
    return found.map(([row]) => (row === undefined ? undefined : reachRow.decode(row.value).isReached));
  }

  private async hasRows(table: Table): Promise<boolean> {
    for await (const _ of this.store.everyRow(table)) return true;
    return false;
  }

  /** Returns the newest rows of each key, from one view, with a bounded number of scans at a time. */
  private async scanAll(
    table: Table,
    keys: readonly Uint8Array[],
    limit: number,
    signal?: AbortSignal,
  ): Promise<ScannedRow[][]> {
    const found: ScannedRow[][] = [];
    const view = await this.store.view();
    try {
      for (let at = 0; at < keys.length && signal?.aborted !== true; at += scansTogether) {
        const some = keys.slice(at, at + scansTogether);
        found.push(...(await Promise.all(some.map((key) => view.scan(table, key, { reverse: true, limit })))));
      }
      return found;
    } finally {
      await view.close();
    }
  }

  private async write(rows: readonly Change[]): Promise<void> {
    const all = [...this.unwritten, ...rows];
    this.unwritten = all;
    for (let at = 0; at < all.length; at += batchSize) {
      await this.commit(all.slice(at, at + batchSize));
      this.unwritten = all.slice(at + batchSize);
    }
  }

  /** Removes the oldest rows of keys that have too many. */
  private async prune(table: Table, keys: readonly Uint8Array[]): Promise<void> {
    const removed: Change[] = [];
    const view = await this.store.view();
    try {
      for (const key of keys) {
        const rows = await view.scan(table, key, { reverse: true, limit: maxRowsEach + 10 });
        for (const { sort } of rows.slice(maxRowsEach)) {
          removed.push({ table, key: rowKey(table, key, sort), value: undefined });
        }
      }
    } finally {
      await view.close();
    }
    if (removed.length > 0) await this.commit(removed);
  }
}

function pastPolicyOf({ sort, value }: ScannedRow): PastPolicy {
  const { time, side } = policyKey.decode(sort);
  return { updatedAt: time, side: side === 0 ? 0 : 1, ...policyRow.decode(value) };
}
