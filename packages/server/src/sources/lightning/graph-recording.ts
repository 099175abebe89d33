import { type Graph, type GraphStatistics, type LightningHistory, ReachObserver } from '@glassblock/lightning';

/** Records statistics, and which nodes can be reached. */
export interface GraphRecording {
  /** Whether nodes have been observed since the start. */
  readonly hasBegun: boolean;
  /** Observes all nodes, after earlier observations. */
  observe(): void;
  /** Stores current statistics and observes all nodes. */
  record(): void;
  /**
   * Stores current statistics if requested, and ends running work: an observation that has just begun stores nothing.
   */
  stop(hasGraph: boolean): Promise<void>;
}

/** Options of the recording. */
export interface GraphRecordingOptions {
  graph: Graph;
  history: LightningHistory;
  /** Unix seconds. */
  nowSeconds(): number;
  /** Statistics of the current graph. */
  statistics(): GraphStatistics;
  report(error: unknown): void;
}

/** Creates the recording of a graph. */
export function createGraphRecording(options: GraphRecordingOptions): GraphRecording {
  const { graph, history, nowSeconds, statistics, report } = options;
  const observer = new ReachObserver(graph, history.log);
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  let storing = Promise.resolve();
  const observe = () => {
    const now = nowSeconds();
    running = (running ?? Promise.resolve()).then(() => observer.observe(now, stopping.signal)).catch(report);
  };
  const store = () => {
    storing = storing.then(() => history.addStatistics(statistics(), nowSeconds())).catch(report);
  };
  return {
    get hasBegun() {
      return running !== undefined;
    },
    observe,
    record() {
      store();
      observe();
    },
    async stop(hasGraph) {
      stopping.abort();
      if (hasGraph) store();
      await Promise.all([running, storing]);
    },
  };
}

const daySeconds = 86_400;

/** Stores the graph of each of the days before today. @param today days since 1970 */
export async function addPastDays(
  history: LightningHistory,
  today: number,
  count: number,
  report: (error: unknown) => void,
): Promise<void> {
  for (let day = today - count; day < today; day++) await history.addPast((day + 1) * daySeconds - 1).catch(report);
}
