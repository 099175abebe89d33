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
  graphStatistics,
  type LightningChain,
  LightningHistory,
  refreshMs,
  type SourceState,
} from '@glassblock/lightning';
import { isCoded } from '@glassblock/primitives';
import { openLevelEngine, openMemoryEngine, openStore, type Store } from '@glassblock/store';
import type { Logger } from 'pino';
import { pauseFor } from '../../concurrency/pause-for.ts';
import { createChangeReporter } from './change-reporter.ts';
import { createGraphFigures, type GraphFigures } from './graph-figures.ts';
import { createGraphRecording } from './graph-recording.ts';
import { openPlaces, type Places } from './open-places.ts';
import { createSettling } from './settling.ts';
import { createTopologyImport, type ImportState, type ImportTopology } from './topology-import.ts';

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
  /** Whether channels of the first complete graph are still to be looked up: capacities are unknown or partial. */
  readonly isLookupPending: boolean;
  readonly figures: Pick<GraphFigures, 'statistics' | 'rankings' | 'places' | 'lines'>;
  /** Returns how the outputs of a channel's closing transaction were spent. @throws {CodedError} of the index and the node */
  evidence(row: number): Promise<ClosingEvidence | undefined>;
  /** Returns who funded and who closed a channel. @throws {CodedError} of the index and the node */
  attribution(row: number): Promise<Attribution | undefined>;
  /** Returns the cost of the closing of a channel. @throws {CodedError} of the index and the node */
  cost(row: number): Promise<ClosingCost | undefined>;
  /**
   * Imports the topology files of a directory, one import at a time.
   * @throws {CodedError} lightning.bad-file, lightning.bad-answer, lightning.busy, store.write-failed
   */
  importTopology: ImportTopology;
  /** The last import of topology files since the start. */
  readonly importState: ImportState;
  /** Processes new blocks: the index has moved. */
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
  /** Bytes for caches of the network. */
  memoryBytes: number;
  chain: LightningChain;
  log: Logger;
  nowMs(): number;
  /** The graphs are read after this; absent: at once. */
  startAfter?: Promise<unknown> | undefined;
  /** Days before the first start of which statistics are computed from the chain; only for a graph that is complete. */
  pastDays?: number | undefined;
  /** Called with the changes of the graph. */
  onFacts(facts: readonly LightningFact[]): void;
  /** Called on a bug. */
  onUnexpectedError(error: unknown): void;
}

const maxCacheBytes = 8e6;
const maxWriteBufferBytes = 4e6;
const statisticsMs = 600_000;

/** Opens the stored graph and starts to follow the sources. */
export async function openLightning(options: LightningOptions): Promise<Lightning> {
  const { settings, network, directory, chain, log, nowMs, onUnexpectedError } = options;
  const store = await openGraphStore(directory, options.memoryBytes);
  const graph = new Graph();
  const history = new LightningHistory(store, graph);
  const checked = await history.load();
  const follower = new ChainFollower({ graph, chain, checked, onChange: () => undefined });
  const isFirst = checked === undefined;
  const reporter = await createChangeReporter({ graph, history, isFirst, onFacts: options.onFacts });
  const nowSeconds = () => Math.floor(nowMs() / 1_000);
  let isStopped = false;
  const report = (error: unknown) => {
    if (!isCoded(error)) onUnexpectedError(error);
    else if (!isStopped) log.warn({ event: 'lightning', code: error.code }, `Lightning: ${error.message}`);
  };
  const places = openPlaces({ graph, files: settings.geography, nowMs, onFault: report });
  const search = new GraphSearch(graph);
  const figures = createGraphFigures({ graph, search, nodes: places.nodes, report });
  const statistics = () => graphStatistics(graph);
  const recording = createGraphRecording({ graph, history, nowSeconds, statistics, report });
  const hasGraph = () => sources.states.some(({ readAtMs }) => readAtMs !== undefined);
  const parts = { graph, history, follower, reporter, places, figures, recording };
  const settling = createSettling({ ...parts, hasGraph, pastDays: options.pastDays ?? 0, nowSeconds, report });
  const onEnd = (state: ImportState) => logImport(log, state);
  const topology = createTopologyImport({ graph, history, settle: settling.now, onEnd, report });
  const sources = followSources({
    graph,
    sources: sourcesOf(settings, nowSeconds),
    network,
    nowMs,
    startAfter: options.startAfter,
    pause: pauseFor,
    deadline: () => AbortSignal.timeout(refreshMs),
    onChange: settling.wake,
    onState: (state) => logState(log, state),
    onUnexpectedError,
  });
  // otherwise charts would show days without capacity
  const isRecorded = () => hasGraph() && !settling.isLookupPending;
  const interval = setInterval(() => {
    if (isRecorded()) recording.record();
    // policies that changed soon after their last report are still to be stored
    settling.wake();
  }, statisticsMs);
  return {
    graph,
    search,
    history,
    states: sources.states,
    places,
    groups: settings.groups,
    figures,
    evidence: (row) => follower.evidence(row),
    attribution: (row) => follower.attribution(row),
    cost: (row) => follower.cost(row),
    importTopology: topology.run,
    get isLookupPending() {
      return settling.isLookupPending;
    },
    get importState() {
      return topology.state;
    },
    wake: settling.wake,
    async stop() {
      isStopped = true;
      await topology.stop();
      clearInterval(interval);
      settling.endWakes();
      await sources.stop();
      await follower.stop();
      await settling.stop();
      figures.stop();
      await recording.stop(isRecorded());
      await store.close();
    },
  };
}

async function openGraphStore(directory: string | undefined, memoryBytes: number): Promise<Store> {
  const cacheBytes = Math.min(maxCacheBytes, Math.floor(memoryBytes / 16));
  const writeBufferBytes = Math.min(maxWriteBufferBytes, cacheBytes);
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

function logImport(log: Logger, { state, files, of, days }: ImportState): void {
  log.info({ event: 'lightning-import', state, files, of, days }, 'An import of topology files has ended.');
}
