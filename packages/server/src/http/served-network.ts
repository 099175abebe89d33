import type { LiveHub } from '../live/hub.ts';
import type { NetworkContext } from '../network/network-context.ts';

/** A network that this process answers for. */
export interface ServedNetwork {
  context: NetworkContext;
  hub: LiveHub;
  /** Segment in front of its paths; empty for the root network. */
  path: string;
}

/** Reports a fault of our own. */
export type OnFault = (error: unknown) => void;
