import { setImmediate as nextTurn } from 'node:timers/promises';
import { toHex } from '@glassblock/primitives';
import { type Change, type RowKey, rowKey, type Store, type Table } from '@glassblock/store';
import { ChangeLog } from './changes/change-log.ts';
import type { ChannelPolicy } from './graph/gossip.ts';
import type { Graph } from './graph/graph.ts';
import {
  type ChannelRow,
  chainMarker,
  channelKey,
  channelOfKey,
  channelRow,
  type NodeRow,
  nodeRow,
  periodKey,
} from './rows/graph-rows.ts';
import { nodeDayRow, type StatisticsRow, statisticsRow } from './rows/statistics-rows.ts';
import { tables } from './rows/tables.ts';
import { type GraphStatistics, graphStatistics, wasOpen } from './statistics/graph-statistics.ts';
import type { ImportedDay } from './statistics/imported-day.ts';

/** Statistics of the graph at a time. */
export interface DatedStatistics extends GraphStatistics {
  /** Unix seconds. */
  time: number;
}

/** Statistics of a node from a day until the next one. */
export interface NodeDay {
  /** Unix seconds of the start of the day (UTC). */
  time: number;
  capacitySats: number;
  channelCount: number;
}

/** Rows of the graph that were stored, in order. */
export interface ChangedRows {
  nodes: readonly number[];
  channels: readonly number[];
}

/** Active channels of a node. */
interface Figures {
  capacitySats: number;
  channelCount: number;
}

const saidOf = ({ capacitySats, channelCount }: Figures) => `${capacitySats} ${channelCount}`;

/** A block of the best chain. */
export interface Checked {
  height: number;
  hash: Uint8Array;
}

const hourSeconds = 3_600;
const daySeconds = 86_400;
/** Hours with statistics; days are stored without limit. */
const maxHours = 30 * 24;
const maxRowsRead = 10_000;
const maxRowsWritten = 2_000;
/** Stored rows that are read in one turn of the event loop. */
const rowsPerTurn = 200;
/** Rows of an imported day between two turns of the event loop. */
const maxRowsImported = 1_000;
const keyBytes = 33;
const all = new Uint8Array([0]);

/** The stored graph with closed channels, and its statistics over time. */
export class LightningHistory {
  private readonly store: Store;
  private readonly graph: Graph;
  /** Policies and reachability over time. */
  readonly log: ChangeLog;
  private marker: Uint8Array = new Uint8Array(0);
  /**
   * All days, newest first; undefined until they are read. Stored days are added, because every chart needs all of
   * them.
   */
  private allDays: Promise<DatedStatistics[]> | undefined;
  /** Capacity and channels last stored for each node. */
  private readonly storedNodes = new Map<number, string>();

  constructor(store: Store, graph: Graph) {
    this.store = store;
    this.graph = graph;
    this.log = new ChangeLog(store, graph, (changes) => store.commit(changes, this.marker));
  }

  /**
   * Reads everything that is stored into the empty graph.
   * @returns the block up to which closures are complete
   */
  async load(): Promise<Checked | undefined> {
    const { graph } = this;
    await this.eachRow(tables.nodes, ({ key, value }) =>
      restoreNode(graph, toHex(key.partition), nodeRow.decode(value)),
    );
    await this.eachRow(tables.channels, ({ key, value }) =>
      restoreChannel(graph, channelOfKey(key.partition), channelRow.decode(value)),
    );
    graph.takeChanges();
    // so that the first request does not wait for them
    await this.days(0);
    const view = await this.store.view();
    try {
      this.marker = view.tip ?? this.marker;
      return this.marker.length === 0 ? undefined : chainMarker.decode(this.marker);
    } finally {
      await view.close();
    }
  }

  /** Passes on all rows of a table: the store reads thousands together, which then take 40 ms of a turn. */
  private async eachRow(table: Table, restore: (row: { key: RowKey; value: Uint8Array }) => void): Promise<void> {
    let count = 0;
    for await (const row of this.store.everyRow(table)) {
      restore(row);
      if (++count % rowsPerTurn === 0) await nextTurn();
    }
  }

  /**
   * Stores the changes of the graph, and returns its rows.
   * @throws {CodedError} store.write-failed; the next call stores the same changes
   */
  async save(checked: Checked | undefined): Promise<ChangedRows> {
    const changed = this.graph.takeChanges();
    try {
      await this.write(changed, checked);
      return changed;
    } catch (error) {
      this.graph.keepChanges(changed);
      throw error;
    }
  }

  private async write({ nodes, channels }: ChangedRows, checked: Checked | undefined): Promise<void> {
    // the first graph has a hundred thousand rows: they are encoded part by part, and the marker moves with the last one
    const count = nodes.length + channels.length;
    const rowAt = (at: number) =>
      at < nodes.length ? this.nodeChange(nodes[at]!) : this.channelChange(channels[at - nodes.length]!);
    const rowsFrom = (start: number, end: number) => Array.from({ length: end - start }, (_, at) => rowAt(start + at));
    let at = 0;
    for (; count - at > maxRowsWritten; at += maxRowsWritten) {
      await this.store.commit(rowsFrom(at, at + maxRowsWritten), this.marker);
    }
    const marker = checked === undefined ? this.marker : chainMarker.encode(checked);
    await this.store.commit(rowsFrom(at, count), marker);
    this.marker = marker;
  }

  private nodeChange(row: number): Change {
    const key = rowKey(tables.nodes, this.graph.nodes.keyAt(row).slice());
    return { table: tables.nodes, key, value: nodeRow.encode(nodeRowOf(this.graph, row)) };
  }

  private channelChange(row: number): Change {
    const key = rowKey(tables.channels, channelKey(this.graph.channels.id[row]!));
    return { table: tables.channels, key, value: channelRow.encode(channelRowOf(this.graph, row)) };
  }

  /** Stores statistics of the hour and the day of a time, and the figures of nodes that changed. */
  async addStatistics(statistics: GraphStatistics, timeSeconds: number): Promise<void> {
    const { nodes } = this.graph;
    await this.add(statistics, timeSeconds, (row) => ({
      capacitySats: nodes.capacity[row]!,
      channelCount: nodes.activeChannels[row]!,
    }));
  }

  /**
   * Stores the graph of an earlier time, as far as the chain shows it; earlier days must be stored first.
   * @param timeSeconds Unix seconds
   */
  async addPast(timeSeconds: number): Promise<void> {
    const { graph } = this;
    const figures = Array.from({ length: graph.nodes.count }, () => ({ capacitySats: 0, channelCount: 0 }));
    for (let row = 0; row < graph.channels.count; row++) {
      if (!wasOpen(graph, row, timeSeconds)) continue;
      for (const side of [0, 1]) {
        const of = figures[graph.channels.node[2 * row + side]!]!;
        of.capacitySats += graph.channels.capacity[row]!;
        of.channelCount++;
      }
    }
    await this.add(graphStatistics(graph, timeSeconds), timeSeconds, (row) => figures[row]!);
  }

  /**
   * Stores statistics of a day of an imported snapshot, and the figures of nodes that differ from the day before.
   * @throws {CodedError} store.write-failed; a day with statistics is complete
   */
  async addImported({ time, statistics, nodes }: ImportedDay): Promise<void> {
    const day = Math.floor(time / daySeconds);
    const count = nodes.channels.length;
    for (let start = 0; start < count; start += maxRowsImported) {
      const changes: Change[] = [];
      for (let at = start; at < Math.min(count, start + maxRowsImported); at++) {
        const publicKey = nodes.keys.slice(keyBytes * at, keyBytes * (at + 1));
        const figures = { capacitySats: nodes.capacity[at]!, channelCount: nodes.channels[at]! };
        changes.push(nodeDay(publicKey, day, figures));
      }
      await this.store.commit(changes, this.marker);
    }
    const row = { time, ...statistics };
    const key = rowKey(tables.days, all, periodKey.encode({ period: day }));
    await this.store.commit([{ table: tables.days, key, value: statisticsRow.encode(row) }], this.marker);
    this.addDay(row);
  }

  private async add(
    statistics: GraphStatistics,
    timeSeconds: number,
    figuresOf: (row: number) => Figures,
  ): Promise<void> {
    const stored = { time: timeSeconds, ...statistics };
    const value = statisticsRow.encode(stored);
    const hour = Math.floor(timeSeconds / hourSeconds);
    const day = Math.floor(timeSeconds / daySeconds);
    const at = (table: typeof tables.hours | typeof tables.days, period: number) =>
      rowKey(table, all, periodKey.encode({ period }));
    const changes: Change[] = [
      { table: tables.hours, key: at(tables.hours, hour), value },
      { table: tables.hours, key: at(tables.hours, hour - maxHours), value: undefined },
      { table: tables.days, key: at(tables.days, day), value },
    ];
    const { nodes } = this.graph;
    for (let row = 0; row < nodes.count; row++) {
      const figures = figuresOf(row);
      const said = saidOf(figures);
      if (this.storedNodes.get(row) === said) continue;
      this.storedNodes.set(row, said);
      changes.push(nodeDay(nodes.keyAt(row).slice(), day, figures));
    }
    await this.store.commit(changes, this.marker);
    this.addDay(stored);
  }

  /** Adds a stored day to those that were read, in its place. */
  private addDay(row: DatedStatistics): void {
    const dayOf = ({ time }: DatedStatistics) => Math.floor(time / daySeconds);
    this.allDays = this.allDays?.then((days) => {
      const at = days.findIndex((each) => dayOf(each) <= dayOf(row));
      if (at === -1) return [...days, row];
      return days.toSpliced(at, dayOf(days[at]!) === dayOf(row) ? 1 : 0, row);
    });
    this.allDays?.catch(() => undefined);
  }

  /**
   * Returns statistics of each day, newest first.
   * @param sinceSeconds Unix seconds
   * @param untilSeconds Unix seconds; days after it were stored by a clock that was ahead. Default: all
   */
  async days(sinceSeconds: number, untilSeconds = Number.POSITIVE_INFINITY): Promise<readonly DatedStatistics[]> {
    if (this.allDays === undefined) {
      this.allDays = this.statistics(tables.days, 0);
      this.allDays.catch(() => {
        this.allDays = undefined;
      });
    }
    const stored = await this.allDays;
    const newest = stored.findIndex(({ time }) => time <= untilSeconds);
    const days = newest === 0 ? stored : stored.slice(newest === -1 ? stored.length : newest);
    const since = Math.max(0, Math.floor(sinceSeconds / daySeconds)) * daySeconds;
    const before = days.findIndex(({ time }) => time < since);
    return before === -1 ? days : days.slice(0, before);
  }

  /** Returns statistics of each of the last 720 hours, newest first. @param sinceSeconds Unix seconds */
  hours(sinceSeconds: number): Promise<DatedStatistics[]> {
    return this.statistics(tables.hours, Math.max(0, Math.floor(sinceSeconds / hourSeconds)));
  }

  /** Returns the days on which the figures of a node changed, newest first. @param untilSeconds see `days` */
  async nodeDays(row: number, untilSeconds = Number.POSITIVE_INFINITY): Promise<NodeDay[]> {
    const view = await this.store.view();
    try {
      const key = this.graph.nodes.keyAt(row).slice();
      const rows = await view.scan(tables.nodeDays, key, { reverse: true, limit: maxRowsRead });
      const days = rows.map(({ sort, value }) => ({
        time: periodKey.decode(sort).period * daySeconds,
        ...nodeDayRow.decode(value),
      }));
      return days.filter(({ time }) => time <= untilSeconds);
    } finally {
      await view.close();
    }
  }

  private async statistics(
    table: typeof tables.hours | typeof tables.days,
    period: number,
  ): Promise<DatedStatistics[]> {
    const view = await this.store.view();
    try {
      const from = periodKey.encode({ period });
      const rows = await view.scan(table, all, { from, reverse: true, limit: maxRowsRead });
      return rows.map(({ value }): StatisticsRow => statisticsRow.decode(value));
    } finally {
      await view.close();
    }
  }
}

function nodeDay(publicKey: Uint8Array, day: number, figures: Figures): Change {
  const key = rowKey(tables.nodeDays, publicKey, periodKey.encode({ period: day }));
  return { table: tables.nodeDays, key, value: nodeDayRow.encode(figures) };
}

function nodeRowOf({ nodes }: Graph, row: number): NodeRow {
  return {
    updatedAt: nodes.updatedAt[row]!,
    firstSeen: nodes.firstSeen[row]!,
    color: nodes.color[row]!,
    alias: nodes.alias[row]!,
    features: nodes.features[row]!,
    sockets: [...nodes.sockets[row]!],
    records: Object.entries(nodes.records.get(row) ?? {}).map(([type, payload]) => ({ type, payload })),
  };
}

function restoreNode(graph: Graph, publicKey: string, { records, firstSeen, ...about }: NodeRow): void {
  const row = graph.nodes.findOrAdd(publicKey);
  const named = Object.fromEntries(records.map(({ type, payload }) => [type, payload]));
  if (about.updatedAt > 0) graph.nodes.announce(row, { ...about, records: named });
  if (firstSeen > 0) graph.seeNode(row, firstSeen);
}

const noPolicy: ChannelPolicy = {
  updatedAt: 0,
  baseFeeMsat: 0,
  feeRatePpm: 0,
  cltvDelta: 0,
  minHtlcMsat: 0,
  maxHtlcMsat: 0,
  isDisabled: false,
};

function channelRowOf(graph: Graph, row: number): ChannelRow {
  const { channels, nodes } = graph;
  const keyOf = (side: number) => nodes.keyAt(channels.node[2 * row + side]!);
  const policyOf = (side: number) => {
    const policy = channels.policy(2 * row + side) ?? noPolicy;
    return { ...policy, isDisabled: policy.isDisabled ? 1 : 0 };
  };
  const closure = graph.closureOf(row);
  return {
    firstKey: keyOf(0),
    secondKey: keyOf(1),
    fundingTxid: channels.fundingTxid(row),
    capacitySats: channels.capacity[row]!,
    created: channels.created[row]!,
    firstPolicy: policyOf(0),
    secondPolicy: policyOf(1),
    isClosed: closure === undefined ? 0 : 1,
    closure,
  };
}

function restoreChannel(graph: Graph, id: bigint, stored: ChannelRow): void {
  const { nodes } = graph;
  const row = graph.addChannel(id, nodes.findOrAdd(toHex(stored.firstKey)), nodes.findOrAdd(toHex(stored.secondKey)));
  for (const [side, policy] of [stored.firstPolicy, stored.secondPolicy].entries()) {
    graph.setPolicy(row, side as 0 | 1, { ...policy, isDisabled: policy.isDisabled === 1 }, 0);
  }
  const { capacitySats, created, closure } = stored;
  if (capacitySats > 0) graph.setFunding(row, { txid: stored.fundingTxid, capacitySats, time: created });
  if (closure !== undefined) graph.close(row, closure);
}
