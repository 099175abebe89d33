import type { LightningFact } from '@glassblock/journal';
import {
  type Attribution,
  ChainFollower,
  type ClosingCost,
  type ClosingEvidence,
  createClnSource,
  createLndSource,
  followSources,
  type GeographyFiles,
  Graph,
  GraphSearch,
  type GraphStatistics,
  graphStatistics,
  type LightningChain,
  LightningHistory,
  ReachObserver,
  type SourceState,
} from '@glassblock/lightning';
import { isCoded } from '@glassblock/primitives';
import { openLevelEngine, openMemoryEngine, openStore, type Store } from '@glassblock/store';
import type { Logger } from 'pino';
import { pauseFor } from '../../concurrency/pause-for.ts';
import { createChangeReporter } from './change-reporter.ts';
import { openPlaces, type Places } from './open-places.ts';
import { createTopologyImport, type ImportTopology } from './topology-import.ts';

/** The Lightning nodes whose graphs are read. */
export interface LightningSettings {
  lnd: readonly { url: string; macaroonFile: string | undefined; certificateFile: string | undefined }[];
  /** Sockets of Core Lightning nodes. */
  cln: readonly string[];
  /** MaxMind DB files with the places of addresses. */
  geography: GeographyFiles;
  /** Groups of nodes with a page of their own. */
  groups: readonly NodeGroup[];
}

/** A group of nodes that the operator has defined. */
export interface NodeGroup {
  slug: string;
  name: string;
  description: string;
  /** Public keys. */
  nodes: readonly string[];
}

/** The Lightning graph of a network, following its sources and its chain. */
export interface Lightning {
  readonly graph: Graph;
  readonly search: GraphSearch;
  readonly history: LightningHistory;
  readonly states: readonly Readonly<SourceState>[];
  readonly places: Places;
  readonly groups: readonly NodeGroup[];
  /** Statistics of the current graph; computed again when it has changed. */
  statistics(): GraphStatistics;
  /** Returns how the outputs of a channel's closing transaction were spent. @throws {CodedError} of the index and the node */
  evidence(row: number): Promise<ClosingEvidence | undefined>;
  /** Returns who funded and who closed a channel. @throws {CodedError} of the index and the node */
  attribution(row: number): Promise<Attribution | undefined>;
  /** Returns what the closing of a channel cost. @throws {CodedError} of the index and the node */
  cost(row: number): Promise<ClosingCost | undefined>;
  /**
   * Imports the topology files of a directory, one import at a time.
   * @throws {CodedError} lightning.bad-file, lightning.bad-answer, lightning.busy, store.write-failed
   */
  importTopology: ImportTopology;
  /** Looks at new blocks; the index has moved. */
  wake(): void;
  stop(): Promise<void>;
}

/** Directory of the graph below a network's. */
export const lightningPart = 'lightning';

/** Options of the Lightning graph. */
export interface LightningOptions {
  settings: LightningSettings;
  /** Name of the network, as lnd names it. */
  network: string;
  /** Undefined: in memory. */
  directory: string | undefined;
  chain: LightningChain;
  log: Logger;
  nowMs(): number;
  /** Days before the first start of which statistics are computed from the chain; only for a graph that is complete. */
  pastDays?: number | undefined;
  /** Called with what has changed in the graph. */
  onFacts(facts: readonly LightningFact[]): void;
  /** Called on a bug. */
  onUnexpectedError(error: unknown): void;
}

const daySeconds = 86_400;
const cacheBytes = 8e6;
const writeBufferBytes = 4e6;
/** Changes of the graph are looked up and stored together after this time. */
const settleMs = 1_000;
const statisticsMs = 600_000;

/** Opens the stored graph and starts to follow the sources. */
export async function openLightning(options: LightningOptions): Promise<Lightning> {
  const { settings, network, directory, chain, log, nowMs, onUnexpectedError } = options;
  const store = await openGraphStore(directory);
  const graph = new Graph();
  const history = new LightningHistory(store, graph);
  const checked = await history.load();
  const follower = new ChainFollower({ graph, chain, checked, onChange: () => undefined });
  const reporter = createChangeReporter({ graph, history, isFirst: checked === undefined, onFacts: options.onFacts });
  const nowSeconds = () => Math.floor(nowMs() / 1_000);
  let timer: NodeJS.Timeout | undefined;
  const statistics = createStatistics(graph);
  let isStopped = false;
  let settling: Promise<void> | undefined;
  const reach = createReachRecording(graph, history);
  let pastDays = options.pastDays ?? 0;

  const report = (error: unknown) => {
    if (!isCoded(error)) onUnexpectedError(error);
    else if (!isStopped) log.warn({ event: 'lightning', code: error.code }, `Lightning: ${error.message}`);
  };
  const places = openPlaces({ graph, files: settings.geography, nowMs, onFault: report });
  async function settle(): Promise<void> {
    // it does not need the chain, whose first lookups may take minutes
    await places.update();
    try {
      await follower.wake();
    } catch (error) {
      // the index or the node cannot be read now: the next block asks again
      report(error);
    }
    await saveAndReport(false).catch(report);
    if (pastDays > 0 && follower.checked !== undefined && graph.channels.count > 0) {
      const days = pastDays;
      pastDays = 0;
      await addPastDays(history, Math.floor(nowSeconds() / daySeconds), days, report);
      record();
    }
  }
  async function saveAndReport(isLast: boolean): Promise<void> {
    const changed = await history.save(follower.checked);
    const isRead = sources.states.some(({ readAtMs }) => readAtMs !== undefined);
    if (isRead && !reach.hasBegun && follower.checked !== undefined) reach.observe(nowSeconds(), report);
    await reporter.report(changed, { now: nowSeconds(), tipHeight: follower.checked?.height, isRead, isLast });
  }
  const wake = () => {
    if (isStopped) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      void settleNow();
    }, settleMs);
  };
  const settleNow = () => {
    settling = (settling ?? Promise.resolve()).then(settle);
    return settling;
  };
  const topology = createTopologyImport(graph, history, settleNow);
  const record = () => {
    if (sources.states.some(({ readAtMs }) => readAtMs !== undefined)) {
      history.addStatistics(statistics(), nowSeconds()).catch(report);
      reach.observe(nowSeconds(), report);
    }
  };
  const sources = followSources({
    graph,
    sources: sourcesOf(settings, nowSeconds),
    network,
    nowMs,
    pause: pauseFor,
    onChange: wake,
    onState: (state) => logState(log, state),
    onUnexpectedError,
  });
  const recording = setInterval(() => {
    record();
    // policies that changed soon after their last report are still to be stored
    wake();
  }, statisticsMs);
  return {
    graph,
    search: new GraphSearch(graph),
    history,
    states: sources.states,
    places,
    groups: settings.groups,
    statistics,
    evidence: (row) => follower.evidence(row),
    attribution: (row) => follower.attribution(row),
    cost: (row) => follower.cost(row),
    importTopology: topology.run,
    wake,
    async stop() {
      isStopped = true;
      await topology.stop();
      clearInterval(recording);
      clearTimeout(timer);
      await sources.stop();
      await follower.stop();
      await settling;
      await saveAndReport(true).catch(report);
      record();
      await reach.done();
      await store.close();
    },
  };
}

async function openGraphStore(directory: string | undefined): Promise<Store> {
  const engine =
    directory === undefined ? openMemoryEngine() : await openLevelEngine({ directory, cacheBytes, writeBufferBytes });
  return openStore(engine);
}

const sourcesOf = (settings: LightningSettings, nowSeconds: () => number) => [
  ...settings.lnd.map((address) => createLndSource(address, nowSeconds)),
  ...settings.cln.map((socketPath) => createClnSource(socketPath)),
];

function logState(log: Logger, { name, state, message }: Readonly<SourceState>): void {
  if (state === 'failed') log.warn({ event: 'lightning-source', source: name }, message);
  else log.info({ event: 'lightning-source', source: name }, `The graph of ${name} is read.`);
}

/** Returns a function for the statistics of the graph, which are computed again when it has changed. */
function createStatistics(graph: Graph): () => GraphStatistics {
  let current: { version: number; statistics: GraphStatistics } | undefined;
  return () => {
    if (current?.version !== graph.version) current = { version: graph.version, statistics: graphStatistics(graph) };
    return current.statistics;
  };
}

/** Records which nodes can be reached, one observation after the other. */
function createReachRecording(graph: Graph, history: LightningHistory) {
  const observer = new ReachObserver(graph, history.log);
  let running: Promise<void> | undefined;
  return {
    get hasBegun() {
      return running !== undefined;
    },
    observe(now: number, report: (error: unknown) => void): void {
      running = (running ?? Promise.resolve()).then(() => observer.observe(now)).catch(report);
    },
    async done(): Promise<void> {
      await running;
    },
  };
}

/** Stores what the graph was on each of the days before today. */
async function addPastDays(
  history: LightningHistory,
  today: number,
  count: number,
  report: (error: unknown) => void,
): Promise<void> {
  for (let day = today - count; day < today; day++) await history.addPast((day + 1) * daySeconds - 1).catch(report);
}
