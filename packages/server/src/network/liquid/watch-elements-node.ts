import {
  createElementsMonitor,
  type ElementsFacts,
  elementsReportLines,
  type NodeClient,
  type NodeFacts,
} from '@glassblock/node';
import type { ElementsNetworkRow } from '@glassblock/primitives/elements';
import type { Logger } from 'pino';

/** Facts about the chain, reported by the node. */
export interface KnownChain {
  /** With the pegged asset as reported by the node: the row of liquidregtest has the asset of one chain. */
  row: ElementsNetworkRow;
  sidechain: ElementsFacts['sidechain'];
}

/** Options of a watched node. */
export interface WatchElementsOptions {
  network: ElementsNetworkRow;
  log: Logger;
  /** Called on unexpected errors. */
  onFatal(error: unknown): void;
}

/**
 * Watches the node and logs its states. @param onSidechain called when the node has reported the chain that its own is
 * pegged to
 */
export function watchElementsNode(
  { network, log, onFatal }: WatchElementsOptions,
  client: NodeClient,
  onSidechain: () => void,
): { monitor: ReturnType<typeof createElementsMonitor>; known: KnownChain } {
  const known: KnownChain = { row: network, sidechain: undefined };
  let isReported = false;
  const monitor = createElementsMonitor(client, network, {
    onChange({ name, sentence, facts }) {
      log.info({ event: 'node-state', state: name, sentence });
      const said = elementsFactsOf(facts);
      if (said?.sidechain === undefined) return;
      known.sidechain = said.sidechain;
      onSidechain();
      if (!network.hasFixedAsset) known.row = { ...network, nativeAsset: said.sidechain.peggedAsset };
      if (isReported || name === 'wrong-network') return;
      isReported = true;
      for (const line of elementsReportLines(said)) log.info({ event: 'start-report' }, line);
    },
    onUnexpectedError: onFatal,
  });
  return { monitor, known };
}

/** Returns the facts of an Elements node; undefined for another one, which the state reports. */
const elementsFactsOf = (facts: NodeFacts | undefined): ElementsFacts | undefined =>
  facts !== undefined && 'sidechain' in facts ? (facts as ElementsFacts) : undefined;
