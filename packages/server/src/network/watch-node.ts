import {
  adviceFor,
  blockFilesPlace,
  createNodeMonitor,
  estimateSync,
  type NodeAddress,
  type NodeClient,
  type NodeState,
  reportLines,
} from '@glassblock/node';
import { backOffMs, type NetworkRow } from '@glassblock/primitives';
import type { Logger } from 'pino';
import { pauseFor } from '../concurrency/pause-for.ts';

/** The node as a network sees it. */
export interface WatchedNode {
  readonly state: NodeState;
  /** Missing settings and their cost as of the last probe, one sentence each. */
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
  /** Returns when the start report, which failed, is tried again. */
  pause?(failures: number, signal: AbortSignal): Promise<void>;
}

const pauseBackingOff = (failures: number, signal: AbortSignal) =>
  pauseFor(backOffMs(failures, { firstMs: 1_000, maxMs: 60_000 }), signal);

/** Follows the state of a node and logs the start report once it is ready. */
export function watchNode({
  client,
  node,
  network,
  log,
  started,
  onChange,
  onUnexpectedError,
  pause = pauseBackingOff,
}: WatchOptions): WatchedNode {
  const closing = new AbortController();
  let isReporting = false;
  let readsFiles = false;

  /** Repeats it until it succeeds: the node may be busy, or remove a block that is read for it. */
  async function report(): Promise<void> {
    await started;
    let isDelayed = false;
    for (let failures = 1; !closing.signal.aborted; failures++) {
      const { name, facts } = monitor.state;
      try {
        if (name === 'ready' && facts !== undefined) {
          const ways = await estimateSync(client, facts, () => performance.now(), blockFilesPlace(node, network));
          readsFiles = ways.some(({ way, available }) => way === 'files' && available);
          for (const line of reportLines(facts, adviceFor(facts, readsFiles), ways)) {
            log.info({ event: 'start-report' }, line);
          }
          onChange();
          return;
        }
      } catch (error) {
        if (closing.signal.aborted) return;
        if (!isDelayed) log.warn({ event: 'start-report', error: String(error) }, 'the start report is delayed');
        isDelayed = true;
      }
      await pause(failures, closing.signal);
    }
  }

  const monitor = createNodeMonitor({
    client,
    network,
    onChange({ name, sentence }) {
      log.info({ event: 'node-state', state: name, sentence });
      if (!isReporting && name === 'ready') {
        isReporting = true;
        report().catch(onUnexpectedError);
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
      const { facts } = monitor.state;
      return facts === undefined ? [] : adviceFor(facts, readsFiles);
    },
    check: () => void monitor.check(),
    close() {
      closing.abort();
      monitor.close();
    },
  };
}
