import { createNodeClient, type NodeAddress, type NodeClient } from '@glassblock/node';
import type { OnStop } from '../start-in-steps.ts';

/** Searching all block filters of a chain takes minutes. */
const searchTimeoutMs = 1_800_000;

/** Clients of one node. */
export interface Clients {
  readonly short: NodeClient;
  /** For searches of block filters. */
  readonly long: NodeClient;
}

/** Opens the connections to the node. */
export function openClients(node: NodeAddress, onStop: OnStop): Clients {
  const short = createNodeClient({ ...node, connections: 8 });
  const long = createNodeClient({ ...node, connections: 1, timeoutMs: searchTimeoutMs });
  onStop(async () => {
    await Promise.all([short.close(), long.close()]);
  });
  return { short, long };
}
