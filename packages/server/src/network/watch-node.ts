import {
  adviceFor,
  blockFilesPlace,
  createNodeMonitor,
  estimateSync,
  type NodeAddress,
  type NodeClient,
  type NodeFacts,
  type NodeState,
  reportLines,
} from '@glassblock/node';
import type { NetworkRow } from '@glassblock/primitives';
import type { Logger } from 'pino';

/** The node as a network sees it. */
export interface WatchedNode {
  readonly state: NodeState;
  /** Missing settings and their cost, one sentence each. */
  readonly advice: readonly string[];
  /** Probes it now. */
  check(): void;
  close(): void;
}

/** Options of a watched node. */
export interface WatchOptions {
  client: NodeClient;
  node: NodeAddress;
  network: NetworkRow;
  log: Logger;
  /** The start report, which reads blocks, waits for this: it would delay the start. */
  started: Promise<unknown>;
  /** Called when its state or the advice changed. */
  onChange(): void;
  onUnexpectedError(error: unknown): void;
}

/** Follows the state of a node and logs the start report once it is ready. */
export function watchNode({
  client,
  node,
  network,
  log,
  started,
  onChange,
  onUnexpectedError,
}: WatchOptions): WatchedNode {
  let advice: readonly string[] = [];
  let isReported = false;

  async function report(facts: NodeFacts): Promise<void> {
    await started;
    const ways = await estimateSync(client, facts, () => performance.now(), blockFilesPlace(node, network));
    for (const line of reportLines(facts, advice, ways)) log.info({ event: 'start-report' }, line);
  }

  const monitor = createNodeMonitor({
    client,
    network,
    onChange({ name, sentence, facts }) {
      log.info({ event: 'node-state', state: name, sentence });
      if (facts !== undefined) {
        advice = adviceFor(facts);
        if (!isReported && name === 'ready') {
          isReported = true;
          report(facts).catch((error: unknown) => log.warn({ event: 'start-report', error: String(error) }));
        }
      }
      onChange();
    },
    onUnexpectedError,
  });
  return {
    get state() {
      return monitor.state;
    },
    get advice() {
      return advice;
    },
    check: () => void monitor.check(),
    close: () => monitor.close(),
  };
}
