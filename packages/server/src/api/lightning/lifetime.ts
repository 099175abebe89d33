import type {
  ChannelLifetime,
  ChannelSplices,
  LifetimeEvent,
  NodePolicies,
  NodeUptime,
  PairPolicies,
} from '@glassblock/contract';
import { channelStatus, type Graph, maxRowsEach, type PastPolicy, shortIdOf, uptimeOf } from '@glassblock/lightning';
import { displayHash, isCoded } from '@glassblock/primitives';
import type { Lightning } from '../../sources/lightning/open-lightning.ts';
import type { CsvColumn } from '../csv.ts';
import { wireId } from './present-channel.ts';
import { shownAlias } from './present-node.ts';

const daySeconds = 86_400;
/** Channels that splices join to one. */
const maxSplices = 100;
const nothing = {
  txid: null,
  capacity: null,
  public_key: null,
  fee_rate: null,
  base_fee_mtokens: null,
  is_disabled: null,
  changes: null,
  reason: null,
} as const;

/** Returns the lifetime of a channel. */
export async function channelLifetime(lightning: Lightning, row: number): Promise<ChannelLifetime> {
  const { graph, history } = lightning;
  const { channels, nodes } = graph;
  const rows = joinedBySplices(graph, row);
  const policies = await history.log.policiesOfAll(rows);
  const events = rows.flatMap((each, i) => channelEvents(graph, each, i > 0, policies[i]!));
  const id = channels.id[row]!;
  const times = policies.flatMap((each) => each.map(({ updatedAt }) => updatedAt));
  return {
    id: wireId(id),
    short_id: shortIdOf(id),
    nodes: [0, 1].map((side) => {
      const node = channels.node[2 * row + side]!;
      return { public_key: nodes.publicKey(node), alias: shownAlias(graph, node) };
    }),
    policies_since: times.length === 0 ? null : times.reduce((oldest, time) => Math.min(oldest, time)),
    is_shortened: policies.some(({ length }) => length === maxRowsEach),
    events: events.sort((a, b) => a.time - b.time),
    closing: await closingOf(lightning, rows.at(-1)!),
  };
}

/** Returns the channels of the same nodes that the funding transaction of a channel closed. */
const channelsBefore = (graph: Graph, row: number): number[] =>
  graph.closures.channelsOf(graph.channels.fundingTxid(row)).filter((other) => isSamePair(graph, row, other));

/** Returns the channels of the same nodes that the closing transaction of a channel funds. */
function channelsAfter(graph: Graph, row: number): number[] {
  const closure = graph.closureOf(row);
  const funded = closure === undefined ? [] : graph.channels.fundedBy(closure.txid);
  return funded.filter((other) => isSamePair(graph, row, other));
}

const isSamePair = ({ channels: { node } }: Graph, row: number, other: number) =>
  node[2 * other] === node[2 * row] && node[2 * other + 1] === node[2 * row + 1];

/** Returns the channels that a splice joins to a channel directly; one transaction may join several. */
export function channelSplices(graph: Graph, row: number): ChannelSplices {
  const { id } = graph.channels;
  const shown = (rows: number[]) =>
    rows
      .map((each) => id[each]!)
      .sort((a, b) => (a < b ? -1 : 1))
      .map((each) => ({ id: wireId(each), short_id: shortIdOf(each) }));
  return { before: shown(channelsBefore(graph, row)), after: shown(channelsAfter(graph, row)) };
}

/** Returns the channel with those before and after it, which splices joined, oldest first. */
function joinedBySplices(graph: Graph, row: number): number[] {
  const rows = [row];
  const isNew = (other: number) => !rows.includes(other);
  while (rows.length < maxSplices) {
    const before = channelsBefore(graph, rows[0]!).find(isNew);
    if (before === undefined) break;
    rows.unshift(before);
  }
  while (rows.length < maxSplices) {
    const after = channelsAfter(graph, rows.at(-1)!).find(isNew);
    if (after === undefined) break;
    rows.push(after);
  }
  return rows;
}

function channelEvents(
  graph: Graph,
  row: number,
  isSpliced: boolean,
  policies: readonly PastPolicy[],
): LifetimeEvent[] {
  const { channels, nodes } = graph;
  const id = channels.id[row]!;
  const channel = { ...nothing, id: wireId(id), short_id: shortIdOf(id) };
  const closure = graph.closureOf(row);
  const opened: LifetimeEvent = {
    ...channel,
    type: isSpliced ? 'spliced' : 'opened',
    time: channels.created[row]!,
    txid: displayHash(channels.fundingTxid(row)),
    capacity: channels.capacity[row]!,
  };
  const changed = policies.toReversed().map(
    ({ updatedAt, side, feeRatePpm, baseFeeMsat, isDisabled, changes }): LifetimeEvent => ({
      ...channel,
      type: 'policy',
      time: updatedAt,
      public_key: nodes.publicKey(channels.node[2 * row + side]!),
      fee_rate: feeRatePpm,
      base_fee_mtokens: baseFeeMsat,
      is_disabled: isDisabled,
      changes,
    }),
  );
  const events = [opened, ...changed];
  // a splice is the opening of the next channel
  if (closure === undefined || closure.reason === 'splice') return events;
  const { reason, time, txid } = closure;
  return [...events, { ...channel, type: 'closed', time, txid: displayHash(txid), reason }];
}

async function closingOf(lightning: Lightning, row: number): Promise<ChannelLifetime['closing']> {
  const closure = lightning.graph.closureOf(row);
  if (closure === undefined) return null;
  try {
    const cost = await lightning.cost(row);
    if (cost === undefined) return null;
    const { reason, isResolved } = cost.evidence;
    const sweeps = cost.sweeps.map(({ vout, kind, txid, feeSats }) => ({
      vout,
      spent: kind,
      txid: displayHash(txid),
      fee: feeSats,
    }));
    return {
      txid: displayHash(cost.txid),
      reason,
      resolved: isResolved,
      fee: closure.feeSats,
      sweeps,
      total_fee: sweeps.reduce((sum, { fee }) => sum + fee, closure.feeSats),
    };
  } catch (error) {
    // the index or the node cannot be read now: the rest is returned without them
    if (!isCoded(error)) throw error;
    return null;
  }
}

const uptimeDays = [7, 30, 90, 365];
const percent = (part: number, whole: number) => Math.round((part / whole) * 10_000) / 100;

/** Returns the reachability of a node over time. @param now Unix seconds */
export async function nodeUptime({ history }: Lightning, row: number, now: number): Promise<NodeUptime> {
  const changes = await history.log.reachOf(row);
  return {
    is_reached: changes[0]?.isReached ?? null,
    since: changes.at(-1)?.time ?? null,
    periods: uptimeDays.map((days) => {
      const { reachedSeconds, knownSeconds } = uptimeOf(changes, now - days * daySeconds, now);
      return {
        days,
        uptime: knownSeconds === 0 ? null : percent(reachedSeconds, knownSeconds),
        observed: percent(knownSeconds, days * daySeconds),
      };
    }),
    changes: changes.map(({ time, isReached }) => ({ time, is_reached: isReached })),
  };
}

const maxPairChannels = 100;
const maxPairRows = 1_000;

/** Returns the policies of the channels between two nodes, newest first. */
export async function pairPolicies({ graph, history }: Lightning, node: number, peer: number): Promise<PairPolicies> {
  const { channels, nodes } = graph;
  const policies = await history.log.newestPolicies(graph.channelsBetween(node, peer, maxPairChannels), maxPairRows);
  return policies.map(({ channel, side, updatedAt, feeRatePpm, baseFeeMsat, isDisabled, changes }) => {
    const id = channels.id[channel]!;
    return {
      time: updatedAt,
      id: wireId(id),
      short_id: shortIdOf(id),
      public_key: nodes.publicKey(channels.node[2 * channel + side]!),
      fee_rate: feeRatePpm,
      base_fee_mtokens: baseFeeMsat,
      is_disabled: isDisabled,
      changes,
    };
  });
}

const maxNodeChannels = 100;

/** Returns the policies of a node for its largest open channels, newest first. */
export async function nodePolicies({ graph, history }: Lightning, node: number): Promise<NodePolicies> {
  const { channels, nodes } = graph;
  const open = [...graph.channelsOf(node)].filter(({ channel }) => channels.status[channel] !== channelStatus.closed);
  const largest = open
    .sort((a, b) => channels.capacity[b.channel]! - channels.capacity[a.channel]! || a.channel - b.channel)
    .slice(0, maxNodeChannels);
  const sides = new Map(largest.map(({ channel, side }) => [channel, side]));
  const policies = await history.log.newestPolicies([...sides.keys()], maxPairRows);
  const own = policies.filter(({ channel, side }) => sides.get(channel) === side);
  return {
    channels: largest.length,
    of: open.length,
    policies: own.map(({ channel, side, updatedAt, feeRatePpm, baseFeeMsat, isDisabled, changes }) => {
      const id = channels.id[channel]!;
      const peer = channels.node[2 * channel + 1 - side]!;
      return {
        time: updatedAt,
        id: wireId(id),
        short_id: shortIdOf(id),
        peer: nodes.publicKey(peer),
        alias: shownAlias(graph, peer),
        capacity: channels.capacity[channel]!,
        fee_rate: feeRatePpm,
        base_fee_mtokens: baseFeeMsat,
        is_disabled: isDisabled,
        changes,
      };
    }),
  };
}

const isoOf = (seconds: number) => new Date(seconds * 1_000).toISOString();

/** Columns of the events of a channel. */
export const lifetimeCsv: readonly CsvColumn<LifetimeEvent>[] = [
  ['time', ({ time }) => isoOf(time)],
  ['event', ({ type }) => type],
  ['channel', ({ short_id }) => short_id],
  ['transaction', ({ txid }) => txid],
  ['capacity (sats)', ({ capacity }) => capacity],
  ['node', ({ public_key }) => public_key],
  ['fee rate (ppm)', ({ fee_rate }) => fee_rate],
  ['base fee (msat)', ({ base_fee_mtokens }) => base_fee_mtokens],
  ['disabled', ({ is_disabled }) => (is_disabled === null ? null : String(is_disabled))],
  ['changes', ({ changes }) => changes],
  ['reason', ({ reason }) => reason],
];

/** Columns of the reachability of a node. */
export const uptimeCsv: readonly CsvColumn<NodeUptime['changes'][number]>[] = [
  ['since', ({ time }) => isoOf(time)],
  ['reached', ({ is_reached }) => String(is_reached)],
];

/** Columns of the policies between two nodes. */
export const pairCsv: readonly CsvColumn<PairPolicies[number]>[] = [
  ['time', ({ time }) => isoOf(time)],
  ['channel', ({ short_id }) => short_id],
  ['node', ({ public_key }) => public_key],
  ['fee rate (ppm)', ({ fee_rate }) => fee_rate],
  ['base fee (msat)', ({ base_fee_mtokens }) => base_fee_mtokens],
  ['disabled', ({ is_disabled }) => String(is_disabled)],
  ['changes', ({ changes }) => changes],
];

/** Columns of the policies of a node. */
export const nodePolicyCsv: readonly CsvColumn<NodePolicies['policies'][number]>[] = [
  ['time', ({ time }) => isoOf(time)],
  ['channel', ({ short_id }) => short_id],
  ['capacity (sats)', ({ capacity }) => capacity],
  ['peer', ({ peer }) => peer],
  ['alias', ({ alias }) => alias],
  ['fee rate (ppm)', ({ fee_rate }) => fee_rate],
  ['base fee (msat)', ({ base_fee_mtokens }) => base_fee_mtokens],
  ['disabled', ({ is_disabled }) => String(is_disabled)],
  ['changes', ({ changes }) => changes],
];
