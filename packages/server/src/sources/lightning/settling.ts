import type { ChainFollower, Graph, LightningHistory } from '@glassblock/lightning';
import type { ChangeReporter } from './change-reporter.ts';
import type { GraphFigures } from './graph-figures.ts';
import { addPastDays, type GraphRecording } from './graph-recording.ts';
import type { Places } from './open-places.ts';

/** Parts of the graph that follow its changes. */
export interface SettlingOptions {
  graph: Graph;
  history: LightningHistory;
  follower: ChainFollower;
  reporter: ChangeReporter;
  places: Places;
  figures: GraphFigures;
  recording: GraphRecording;
  /** Whether a source has been read since the start. */
  hasGraph(): boolean;
  /** Days before today of which statistics are computed, once there is a graph. */
  pastDays: number;
  /** Unix seconds. */
  nowSeconds(): number;
  report(error: unknown): void;
}

/** Looks up, stores and reports changes of the graph. */
export interface Settling {
  /**
   * Whether channels of the first complete graph are still to be looked up in the chain: the index is being built, or
   * the lookups run. Capacities are unknown or partial until then.
   */
  readonly isLookupPending: boolean;
  /** Settles soon, for all changes until then together. */
  wake(): void;
  now(): Promise<void>;
  /** Ignores wakes from now on. */
  endWakes(): void;
  /** Ends running work, and stores and reports the last changes. */
  stop(): Promise<void>;
}

/** Changes of the graph are looked up and stored together after this time. */
const settleMs = 1_000;
/** While lookups of channels run, which may take minutes after the first start, figures have those that were found. */
const progressMs = 5_000;
const daySeconds = 86_400;

/** Creates the settling of a graph. */
export function createSettling(options: SettlingOptions): Settling {
  const { graph, history, follower, places, figures, recording, hasGraph, nowSeconds, report } = options;
  let { pastDays } = options;
  let timer: NodeJS.Timeout | undefined;
  let settling: Promise<void> | undefined;
  let isStopped = false;
  let isLookupDone = false;

  async function saveAndReport(isLast: boolean): Promise<void> {
    const changed = await history.save(follower.checked);
    const isRead = hasGraph();
    if (isRead && !recording.hasBegun && follower.checked !== undefined) recording.observe();
    const state = { now: nowSeconds(), tipHeight: follower.checked?.height, isRead, isLast };
    await options.reporter.report(changed, state);
  }
  async function settle(): Promise<void> {
    // it does not need the chain, whose first lookups may take minutes
    await places.update();
    const isRead = hasGraph();
    const { count } = graph.channels;
    const refreshing = setInterval(() => void figures.refresh().catch(report), progressMs).unref();
    try {
      await follower.wake();
      isLookupDone ||= isRead && follower.lookedUpRows >= count;
    } catch (error) {
      // the index or the node cannot be read now: the next block retries
      report(error);
    } finally {
      clearInterval(refreshing);
    }
    await saveAndReport(false).catch(report);
    await figures.refresh().catch(report);
    if (pastDays > 0 && follower.checked !== undefined && graph.channels.count > 0) {
      const days = pastDays;
      pastDays = 0;
      await addPastDays(history, Math.floor(nowSeconds() / daySeconds), days, report);
      if (hasGraph()) recording.record();
    }
  }
  const now = () => {
    settling = (settling ?? Promise.resolve()).then(settle);
    return settling;
  };
  return {
    get isLookupPending() {
      return !isLookupDone && hasUnfunded(graph, follower.lookedUpRows);
    },
    now,
    wake() {
      if (isStopped) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        void now();
      }, settleMs);
    },
    endWakes() {
      isStopped = true;
      clearTimeout(timer);
    },
    async stop() {
      await settling;
      await saveAndReport(true).catch(report);
    },
  };
}

function hasUnfunded({ channels }: Graph, start: number): boolean {
  for (let row = start; row < channels.count; row++) if (!channels.isFunded(row)) return true;
  return false;
}
