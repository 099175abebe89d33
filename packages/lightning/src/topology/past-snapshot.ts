import type { ChannelPolicy, GossipChannel, GossipNode } from '../graph/gossip.ts';
import type { Graph } from '../graph/graph.ts';
import { RowSet } from '../graph/row-table.ts';
import { parseSocket, type Reach, reachOf } from '../graph/sockets.ts';
import { badAnswer } from '../sources/json-elements.ts';
import {
  type GraphStatistics,
  outlier,
  statisticsOf,
  summaryOf,
  summaryOfCounts,
} from '../statistics/graph-statistics.ts';
import type { TopologyReceiver } from './topology-file.ts';

/** Far more than the network has ever had. */
const maxNodes = 500_000;
const maxChannels = 2_000_000;

/** The network at an earlier time. Its nodes and channels are added to a graph, without policies. */
export class PastSnapshot implements TopologyReceiver {
  private readonly graph: Graph;
  private readonly time: number;
  private readonly seenNodes = new RowSet();
  private readonly seenChannels = new RowSet();
  private readonly channels: number[] = [];
  /** Occurrences of each value below the outliers: sorting as many policies would block other work. */
  private readonly feeRates = new Uint32Array(outlier);
  private readonly baseFees = new Uint32Array(outlier);
  private policyCount = 0;
  private readonly reaches: Record<Reach, number> = { tor: 0, clearnet: 0, both: 0, unannounced: 0 };
  nodeCount = 0;

  /** @param time Unix seconds */
  constructor(graph: Graph, time: number) {
    this.graph = graph;
    this.time = time;
  }

  /** Channels of the snapshot, with or without a funding output. */
  get channelCount(): number {
    return this.channels.length;
  }

  node(node: GossipNode): void {
    const row = this.graph.addPastNode(node, this.time);
    if (this.seenNodes.has(row)) return;
    if (++this.nodeCount > maxNodes) throw badAnswer(`more than ${maxNodes} nodes`);
    this.seenNodes.add(row);
    this.reaches[reachOf(node.sockets.flatMap((text) => parseSocket(text)?.type ?? []))]++;
  }

  channel({ id, keys, policies }: GossipChannel): void {
    const { nodes, channels } = this.graph;
    let row = channels.find(id);
    if (row === -1) row = this.graph.addChannel(id, nodes.findOrAdd(keys[0]), nodes.findOrAdd(keys[1]));
    if (!this.seenChannels.has(row)) {
      if (this.channels.length === maxChannels) throw badAnswer(`more than ${maxChannels} channels`);
      this.seenChannels.add(row);
      this.channels.push(row);
    }
    for (const policy of policies) if (policy !== undefined) this.addFees(policy);
  }

  private addFees({ feeRatePpm, baseFeeMsat }: ChannelPolicy): void {
    if (this.policyCount++ === 2 * maxChannels) throw badAnswer('more policies than channels have');
    if (feeRatePpm < outlier) this.feeRates[feeRatePpm]!++;
    if (baseFeeMsat < outlier) this.baseFees[baseFeeMsat]!++;
  }

  /** Returns rows of the channels whose funding outputs are not known. */
  unfunded(): number[] {
    return this.channels.filter((row) => !this.graph.channels.isFunded(row));
  }

  /** Returns the figures of the channels with a funding output, and of each node, once these are looked up. */
  figures(): { statistics: GraphStatistics; nodes: Map<number, { capacitySats: number; channelCount: number }> } {
    const { channels } = this.graph;
    const nodes = new Map<number, { capacitySats: number; channelCount: number }>();
    const funded = this.channels.filter((row) => channels.isFunded(row));
    for (const row of funded) {
      for (const side of [0, 1]) {
        const node = channels.node[2 * row + side]!;
        const of = nodes.get(node) ?? { capacitySats: 0, channelCount: 0 };
        of.capacitySats += channels.capacity[row]!;
        of.channelCount++;
        nodes.set(node, of);
      }
    }
    const capacity = summaryOf(Float64Array.from(funded, (row) => channels.capacity[row]!));
    const feeRate = summaryOfCounts(this.feeRates);
    const baseFee = summaryOfCounts(this.baseFees);
    return {
      nodes,
      statistics: statisticsOf({ byReach: this.reaches, channelCount: funded.length, capacity, feeRate, baseFee }),
    };
  }
}
