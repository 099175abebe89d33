import type { NodeClient } from '@glassblock/node';

/** The node of a network, for data that neither index nor mempool has. */
export interface NodeContext {
  readonly client: NodeClient;
  /** Returns the missing settings of the node and their cost, one sentence each. */
  advice(): readonly string[];
}
