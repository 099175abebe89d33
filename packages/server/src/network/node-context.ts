import type { NodeClient } from '@glassblock/node';

/** The node of a network, for what neither index nor mempool answers. */
export interface NodeContext {
  readonly client: NodeClient;
  /** Returns what the node lacks and what that costs, one sentence each. */
  advice(): readonly string[];
}
