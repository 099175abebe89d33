import { type NodeAddress, type NodeClient, type NodeFacts, probeNode, reachableZmqAddress } from '@glassblock/node';
import { backOffMs } from '@glassblock/primitives';
import { pauseFor } from '../concurrency/pause-for.ts';

const slowestAskMs = 5_000;

/**
 * Probes a node until it answers.
 * @param onError called with each failure; throw there to give up
 * @returns undefined when aborted before
 */
export async function awaitNodeFacts(
  client: NodeClient,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): Promise<NodeFacts | undefined> {
  for (let failures = 0; !signal.aborted; failures++) {
    try {
      return await probeNode(client);
    } catch (error) {
      onError(error);
      await pauseFor(backOffMs(failures + 1, { firstMs: 250, maxMs: slowestAskMs }), signal);
    }
  }
  return undefined;
}

/** Returns the address of the node's ZMQ `sequence` topic: the configured or announced one; undefined without ZMQ. */
export function zmqAddressOf(node: NodeAddress, { zmqSequence }: NodeFacts): string | undefined {
  return node.zmq ?? (zmqSequence === undefined ? undefined : reachableZmqAddress(zmqSequence, node.origin));
}
