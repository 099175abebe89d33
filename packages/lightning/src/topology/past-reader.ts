import { CodedError, isCoded } from '@glassblock/primitives';
import type { GossipNode } from '../graph/gossip.ts';
import { Graph } from '../graph/graph.ts';
import { badAnswer } from '../sources/json-elements.ts';
import type { NodeFigures } from '../statistics/imported-day.ts';
import { PastSnapshot } from './past-snapshot.ts';
import { isPoorSnapshot, readTopology } from './topology-file.ts';
import type { PastChannel, TopologyTarget } from './topology-target.ts';

const keyBytes = 33;
const txidBytes = 32;
/** Nodes or channels of one message: the target works a few milliseconds for them. */
const partSize = 500;

/** Reads snapshots, oldest first, into a graph of its own, and passes on the additions and changes of each. */
export class PastReader {
  private readonly target: TopologyTarget;
  private readonly graph = new Graph();
  /** Capacity and channels of nodes as they were last passed on. */
  private readonly written = new Map<number, string>();

  constructor(target: TopologyTarget) {
    this.target = target;
  }

  /**
   * Returns whether the day got statistics.
   * @param time Unix seconds
   * @throws {CodedError} lightning.bad-answer with the name of the file; those of the target
   */
  async read(name: string, chunks: AsyncIterable<Uint8Array>, time: number): Promise<boolean> {
    const snapshot = new PastSnapshot(this.graph, time);
    try {
      await readTopology(chunks, snapshot);
      // JSON of another kind, or of an lnd without a graph: the day would have none
      if (snapshot.channelCount === 0) throw badAnswer('the topology has no channels');
    } catch (error) {
      if (!isCoded(error)) throw error;
      throw new CodedError(error.code, `${name}: ${error.message}`, { cause: error });
    }
    await this.passOn(time);
    await this.lookUp(snapshot.unfunded());
    if (isPoorSnapshot(time, snapshot.nodeCount)) return false;
    const { statistics, nodes } = snapshot.figures();
    await this.target.addDay({ time, statistics, nodes: this.changesOf(nodes) });
    return true;
  }

  /** Passes on nodes and channels that no earlier snapshot had. */
  private async passOn(time: number): Promise<void> {
    const { nodes, channels } = this.graph.takeChanges();
    for (let at = 0; at < nodes.length; at += partSize) {
      const some = nodes.slice(at, at + partSize).map((row) => this.nodeAt(row));
      await this.target.add({ time, nodes: some, channels: [] });
    }
    for (let at = 0; at < channels.length; at += partSize) {
      const some = channels.slice(at, at + partSize).map((row) => this.channelAt(row));
      await this.target.add({ time, nodes: [], channels: some });
    }
  }

  private nodeAt(row: number): GossipNode {
    const { nodes } = this.graph;
    return {
      publicKey: nodes.publicKey(row),
      alias: nodes.alias[row]!,
      color: nodes.color[row]!,
      updatedAt: nodes.updatedAt[row]!,
      sockets: nodes.sockets[row]!,
      features: nodes.features[row]!,
      records: nodes.records.get(row) ?? {},
    };
  }

  private channelAt(row: number): PastChannel {
    const { nodes, channels } = this.graph;
    const keyOf = (side: 0 | 1) => nodes.publicKey(channels.node[2 * row + side]!);
    return { id: channels.id[row]!, keys: [keyOf(0), keyOf(1)] };
  }

  /** Looks up the funding outputs of channels. */
  private async lookUp(rows: readonly number[]): Promise<void> {
    const { graph } = this;
    const { capacity, created } = await this.target.fundings(
      BigUint64Array.from(rows, (row) => graph.channels.id[row]!),
    );
    for (const [at, row] of rows.entries()) {
      if (capacity[at] === 0) continue;
      // no txid is needed here, but the table of funding outputs is slow when all are equal
      const txid = new Uint8Array(txidBytes);
      new DataView(txid.buffer).setBigUint64(0, graph.channels.id[row]!);
      graph.setFunding(row, { txid, capacitySats: capacity[at]!, time: created[at]! });
    }
    // the target has them already
    graph.takeChanges();
  }

  /** Returns the figures of nodes that differ from those that were passed on before. @param figures of nodes with channels */
  private changesOf(figures: ReadonlyMap<number, { capacitySats: number; channelCount: number }>): NodeFigures {
    const { written, graph } = this;
    const none = { capacitySats: 0, channelCount: 0 };
    const changed: { row: number; capacitySats: number; channelCount: number }[] = [];
    for (const row of new Set([...written.keys(), ...figures.keys()])) {
      const { capacitySats, channelCount } = figures.get(row) ?? none;
      const text = `${capacitySats} ${channelCount}`;
      if (written.get(row) === text) continue;
      written.set(row, text);
      changed.push({ row, capacitySats, channelCount });
    }
    const keys = new Uint8Array(keyBytes * changed.length);
    for (const [at, { row }] of changed.entries()) keys.set(graph.nodes.keyAt(row), keyBytes * at);
    return {
      keys,
      capacity: Float64Array.from(changed, ({ capacitySats }) => capacitySats),
      channels: Uint32Array.from(changed, ({ channelCount }) => channelCount),
    };
  }
}
