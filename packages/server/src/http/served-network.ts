import type { LiveHub } from '../live/hub.ts';
import type { NetworkContext } from '../network/network-context.ts';

/** A network that this process serves. */
export interface ServedNetwork {
  context: NetworkContext;
  hub: LiveHub;
  /** Path segment of the network; empty for the root network. */
  path: string;
}

/** Reports an unexpected error. */
export type OnFault = (error: unknown) => void;
