import { channelStatus } from '../graph/channel-columns.ts';
import type { Graph } from '../graph/graph.ts';
import { reaches } from '../graph/node-columns.ts';
import type { Reach } from '../graph/sockets.ts';

/** Statistics of the whole graph. */
export interface GraphStatistics {
  nodeCount: number;
  channelCount: number;
  totalCapacitySats: number;
  torNodes: number;
  clearnetNodes: number;
  /** Nodes with Tor and clearnet addresses. */
  bothNodes: number;
  unannouncedNodes: number;
  meanCapacitySats: number;
  medianCapacitySats: number;
  meanFeeRatePpm: number;
  medianFeeRatePpm: number;
  meanBaseFeeMsat: number;
  medianBaseFeeMsat: number;
}

/** Fee rates (ppm) and base fees (msat) from this value on are outliers: they count neither in sums nor as policies. */
export const outlier = 5_000;

/** Returns whether a channel was open at a time, as far as the chain shows it. @param atSeconds Unix seconds */
export function wasOpen(graph: Graph, row: number, atSeconds: number): boolean {
  const { channels, closures } = graph;
  if (!channels.isFunded(row) || channels.created[row]! > atSeconds) return false;
  const closure = channels.closure[row]!;
  return closure === 0 || closures.time[closure - 1]! > atSeconds;
}

/**
 * Computes the figures of active channels and of nodes in the graph. Each policy counts once.
 * @param atSeconds instead of now, with the policies of now: channels that were open, and nodes seen by then
 */
export function graphStatistics(graph: Graph, atSeconds?: number): GraphStatistics {
  const { channels, nodes } = graph;
  const capacities = new Float64Array(channels.count);
  // by value: sorting as many policies takes longer than all the rest
  const feeRates = new Uint32Array(outlier);
  const baseFees = new Uint32Array(outlier);
  let channelCount = 0;
  for (let row = 0; row < channels.count; row++) {
    const isCounted =
      atSeconds === undefined
        ? channels.status[row] === channelStatus.active && channels.isFunded(row)
        : wasOpen(graph, row, atSeconds);
    if (!isCounted) continue;
    capacities[channelCount++] = channels.capacity[row]!;
    for (let at = 2 * row; at < 2 * row + 2; at++) {
      if (channels.policyTime[at] === 0) continue;
      if (channels.feeRate[at]! < outlier) feeRates[channels.feeRate[at]!]!++;
      if (channels.baseFee[at]! < outlier) baseFees[channels.baseFee[at]!]!++;
    }
  }
  const byReach = { tor: 0, clearnet: 0, both: 0, unannounced: 0 };
  for (let row = 0; row < nodes.count; row++) {
    const isSeen = atSeconds === undefined || isSeenBy(nodes.firstSeen[row]!, atSeconds);
    if (isSeen && graph.isNodeInGraph(row)) byReach[reaches[nodes.reach[row]!]!]++;
  }
  return statisticsOf({
    byReach,
    channelCount,
    capacity: summaryOf(capacities.subarray(0, channelCount)),
    feeRate: summaryOfCounts(feeRates),
    baseFee: summaryOfCounts(baseFees),
  });
}

/** Sum, mean and median of values. */
export interface Summary {
  sum: number;
  mean: number;
  median: number;
}

/** Returns statistics from their parts. */
export function statisticsOf(parts: {
  byReach: Readonly<Record<Reach, number>>;
  channelCount: number;
  capacity: Summary;
  feeRate: Summary;
  baseFee: Summary;
}): GraphStatistics {
  const { byReach, channelCount, capacity, feeRate, baseFee } = parts;
  return {
    nodeCount: byReach.tor + byReach.clearnet + byReach.both + byReach.unannounced,
    channelCount,
    totalCapacitySats: capacity.sum,
    torNodes: byReach.tor,
    clearnetNodes: byReach.clearnet,
    bothNodes: byReach.both,
    unannouncedNodes: byReach.unannounced,
    meanCapacitySats: capacity.mean,
    medianCapacitySats: capacity.median,
    meanFeeRatePpm: feeRate.mean,
    medianFeeRatePpm: feeRate.median,
    meanBaseFeeMsat: baseFee.mean,
    medianBaseFeeMsat: baseFee.median,
  };
}

const isSeenBy = (firstSeen: number, atSeconds: number) => firstSeen !== 0 && firstSeen <= atSeconds;

/** Summarizes integers, given the number of occurrences of each. */
export function summaryOfCounts(counts: Uint32Array): Summary {
  const length = counts.reduce((total, count) => total + count, 0);
  if (length === 0) return { sum: 0, mean: 0, median: 0 };
  const sum = counts.reduce((total, count, value) => total + count * value, 0);
  let left = Math.max(0, Math.round(length / 2 - 1));
  let median = counts.length - 1;
  for (; left >= counts[median]!; median--) left -= counts[median]!;
  return { sum, mean: Math.round(sum / length), median };
}

/** The mean is rounded; the median is the value at index round(n / 2 - 1) of the descending list. */
export function summaryOf(values: Float64Array): Summary {
  if (values.length === 0) return { sum: 0, mean: 0, median: 0 };
  values.sort();
  const sum = values.reduce((total, value) => total + value, 0);
  const fromTop = Math.max(0, Math.round(values.length / 2 - 1));
  return { sum, mean: Math.round(sum / values.length), median: values[values.length - 1 - fromTop]! };
}
