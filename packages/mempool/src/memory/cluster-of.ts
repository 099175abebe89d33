import { displayHash } from '@glassblock/primitives';
import type { BlockOrder } from '../graph/block-order.ts';
import { none } from '../graph/tx-graph.ts';
import type { MempoolCluster } from '../mempool-cluster.ts';
import { eachParent } from './relatives.ts';

/**
 * Returns the cluster of a transaction as of the last commit; undefined when it is alone or larger than `limit`.
 * @param fees sats by slot, without fee deltas
 */
export function clusterOf(
  order: BlockOrder,
  fees: Float64Array,
  slot: number,
  limit: number,
): MempoolCluster | undefined {
  const { graph } = order;
  if (graph.chunk[slot] === none) return undefined;
  const chunks = order.clusterOf(slot);
  const slots = chunks.flatMap((chunk) => chunk.txs).filter((member) => graph.alive[member] === 1);
  if (slots.length < 2 || slots.length > limit) return undefined;
  const places = new Map(slots.map((member, place) => [member, place]));
  return {
    txs: slots.map((member) => {
      const parents: number[] = [];
      eachParent(graph, member, (parent) => {
        const place = places.get(parent);
        if (place !== undefined) parents.push(place);
      });
      return { txid: displayHash(graph.txid(member)), fee: fees[member]!, weight: graph.weight[member]!, parents };
    }),
    chunks: chunks.map(({ fee, size, txs: members }) => ({
      txs: members.flatMap((member) => places.get(member) ?? []),
      feerate: fee / (size / 4),
    })),
    chunkIndex: chunks.findIndex(({ txs: members }) => members.includes(slot)),
  };
}
