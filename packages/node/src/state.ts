import { backOffMs, isCoded, type NetworkRow } from '@glassblock/primitives';
import type { NodeClient } from './client.ts';
import { isNetwork, type NodeFacts, oldestVersion, probeNode } from './probe.ts';

/** States of the node. */
export type NodeStateName =
  | 'ready'
  | 'connecting'
  | 'away'
  | 'bad-credentials'
  | 'warming-up'
  | 'initial-download'
  | 'wrong-network'
  | 'too-old';

/** State of the node and one sentence for users, without secrets and addresses. */
export interface NodeState {
  readonly name: NodeStateName;
  readonly sentence: string;
  readonly facts: NodeFacts | undefined;
}

/**
 * Returns the state for a probe result.
 * @param oldest oldest supported version, of Bitcoin Core unless given
 */
export function stateOfFacts(
  facts: NodeFacts,
  network: Pick<NetworkRow, 'chain' | 'label'>,
  oldest = oldestVersion,
): NodeState {
  if (!isNetwork(facts, network)) {
    const sentence = `The node serves the chain "${facts.chain}", but this page is for ${network.label}.`;
    return { name: 'wrong-network', sentence, facts };
  }
  if (facts.version < oldest) {
    const name = oldest === oldestVersion ? 'Bitcoin Core' : 'Elements';
    const sentence = `The node is too old: ${name} ${Math.floor(oldest / 10_000)} or newer is required.`;
    return { name: 'too-old', sentence, facts };
  }
  if (facts.initialDownload) {
    const share = facts.headers > 0 ? Math.floor((facts.blocks / facts.headers) * 1000) / 10 : 0;
    // after a long stop, and before the first block of a new network, no newer headers are known
    const sentence =
      facts.blocks >= facts.headers
        ? 'The node is still in initial block download: it waits for newer blocks.'
        : `The node is still in initial block download: ${share} % of the blocks are there.`;
    return { name: 'initial-download', sentence, facts };
  }
  return { name: 'ready', sentence: 'The node is connected.', facts };
}

/**
 * Returns the state for an error of the client.
 * @throws errors that are not the node's
 */
export function stateOfError(error: unknown, facts: NodeFacts | undefined): NodeState {
  if (isCoded(error, 'node.bad-credentials')) return { name: 'bad-credentials', sentence: sentenceOf(error), facts };
  if (isCoded(error, 'node.warming-up')) {
    const doing = typeof error.datum === 'string' && error.datum !== '' ? ` (${error.datum.slice(0, 80)})` : '';
    return { name: 'warming-up', sentence: `The node is starting${doing}.`, facts };
  }
  if (isCoded(error, 'node.away') || isCoded(error, 'node.bad-answer')) {
    return { name: 'away', sentence: sentenceOf(error), facts };
  }
  if (isCoded(error)) return { name: 'away', sentence: 'The node does not answer.', facts };
  throw error;
}

const sentenceOf = ({ message }: Error): string => `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;

/** How a node is watched. */
export interface WatchOptions {
  /** Called at each change of name or sentence. */
  onChange(state: NodeState): void;
  /** Called with errors that are bugs. */
  onUnexpectedError(error: unknown): void;
  /** Interval of checks of a ready node; an absent one is checked earlier, backing off to this. */
  intervalMs?: number;
}

/** Options of a node monitor. */
export interface NodeMonitorOptions extends WatchOptions {
  client: NodeClient;
  network: NetworkRow;
}

/** Watches the state of one node. */
export interface NodeMonitor {
  readonly state: NodeState;
  /** Checks now: call it when another request to the node has failed. */
  check(): Promise<NodeState>;
  close(): void;
}

/** Creates a monitor of one node: probes it, reports its state, retries with back-off while it is away. */
export const createNodeMonitor = (options: NodeMonitorOptions): NodeMonitor =>
  watchNode(async () => stateOfFacts(await probeNode(options.client), options.network), options);

/**
 * Creates a monitor of one node.
 * @param readState probes the node; throws as NodeClient
 */
export function watchNode(readState: () => Promise<NodeState>, options: WatchOptions): NodeMonitor {
  const intervalMs = options.intervalMs ?? 10_000;
  let state: NodeState = { name: 'connecting', sentence: 'Connecting to the node.', facts: undefined };
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let failures = 0;
  let running: Promise<NodeState> | undefined;

  async function probe(): Promise<NodeState> {
    let next: NodeState;
    try {
      next = await readState();
      failures = 0;
    } catch (error) {
      next = stateOfError(error, state.facts);
      failures++;
    }
    const changed = next.name !== state.name || next.sentence !== state.sentence;
    state = next;
    if (changed && !closed) options.onChange(state);
    return state;
  }

  function check(): Promise<NodeState> {
    clearTimeout(timer);
    running ??= probe()
      .catch((error: unknown) => {
        options.onUnexpectedError(error);
        return state;
      })
      .finally(() => {
        running = undefined;
        if (closed) return;
        const pause = failures === 0 ? intervalMs : backOffMs(failures, { firstMs: 1_000, maxMs: intervalMs });
        timer = setTimeout(() => void check(), pause);
      });
    return running;
  }

  return {
    get state() {
      return state;
    },
    check,
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}
