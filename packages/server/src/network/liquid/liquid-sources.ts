import { createNodeClient, type NodeAddress, type NodeClient } from '@glassblock/node';
import type { OnStop } from '../start-in-steps.ts';
import { type LiquidContext, withLiquidIndex } from './liquid-context.ts';
import { createLiquidMempool, type LiquidMempool } from './liquid-mempool.ts';
import { createLiquidNode, type LiquidNode } from './liquid-node.ts';
import { prevoutsOf } from './liquid-txs.ts';
import { type WatchElementsOptions, watchElementsNode } from './watch-elements-node.ts';

/** The node of a Liquid network, and its mempool. */
export interface LiquidSources extends ReturnType<typeof watchElementsNode> {
  readonly client: NodeClient;
  readonly node: LiquidNode;
  readonly mempool: LiquidMempool;
}

/** Options of the sources. */
export interface LiquidSourcesOptions extends WatchElementsOptions {
  node: NodeAddress;
  /** Bytes for all caches of the network. */
  memoryBytes: number;
}

/**
 * Opens the node of a network, which is not checked yet.
 * @param index of the network, by which the mempool finds the outputs that it spends
 * @param onSidechain of `watchElementsNode`
 */
export function openLiquidSources(
  options: LiquidSourcesOptions,
  index: LiquidContext['index'],
  onSidechain: () => void,
  onStop: OnStop,
): LiquidSources {
  const client = createNodeClient({ ...options.node, connections: 8 });
  onStop(() => client.close());
  const { monitor, known } = watchElementsNode(options, client, onSidechain);
  onStop(() => monitor.close());
  const node = createLiquidNode(client, Math.floor(options.memoryBytes / 8));
  const mempool = createLiquidMempool({
    client,
    network: () => known.row,
    resolve: (txs, unconfirmed) => withLiquidIndex({ index }, (view) => prevoutsOf({ view, node, unconfirmed }, txs)),
    nowMs: () => performance.now(),
  });
  return { client, monitor, known, node, mempool };
}
