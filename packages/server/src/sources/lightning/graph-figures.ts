import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  channelsOnMap,
  type Graph,
  type GraphSearch,
  type GraphStatistics,
  graphStatistics,
  type NodePlaces,
  type PlaceStatistics,
  placeStatistics,
} from '@glassblock/lightning';
import { type NodeRankings, rankNodes } from './node-rankings.ts';
import { prepared } from './prepared.ts';

/**
 * Statistics of the whole graph. They are computed after a change, not by the first request after it, and so are up to
 * a few seconds old.
 */
export interface GraphFigures {
  /** Statistics of the graph. */
  statistics(): GraphStatistics;
  /** Rankings of nodes, of the same moment as the statistics. */
  rankings(): NodeRankings;
  /** Countries, providers and the nodes on the map. */
  places(): PlaceStatistics;
  /** Rows of the channels on the map of the whole network, largest first. */
  lines(): readonly number[];
  /** Recomputes changed statistics. Other work runs between the computations. */
  refresh(): Promise<void>;
  stop(): void;
}

/** One pass over all channels takes some ten milliseconds, and a graph changes many times a second. */
const minAgeMs = 5_000;

/** Options of the statistics. */
export interface GraphFiguresOptions {
  graph: Graph;
  search: GraphSearch;
  nodes: NodePlaces;
  report(error: unknown): void;
}

/** Creates the statistics of a graph. */
export function createGraphFigures({ graph, search, nodes, report }: GraphFiguresOptions): GraphFigures {
  const version = () => `${graph.version} ${nodes.version}`;
  // together: beside each other on a page, one must not have channels that the other lacks
  const current = prepared(
    () => ({ statistics: graphStatistics(graph), rankings: rankNodes(graph, search) }),
    () => graph.version,
  );
  const places = prepared(() => placeStatistics(graph, nodes), version);
  const lines = prepared(() => channelsOnMap(graph, nodes), version);
  let mapAtMs = -minAgeMs;
  let locatedVersion = -1;
  let later: NodeJS.Timeout | undefined;

  async function refreshMap(): Promise<void> {
    mapAtMs = performance.now();
    locatedVersion = nodes.version;
    if (places.refresh()) await nextTurn();
    if (lines.refresh()) await nextTurn();
  }
  return {
    statistics: () => current.get().statistics,
    rankings: () => current.get().rankings,
    places: places.get,
    lines: lines.get,
    async refresh() {
      if (current.refresh()) await nextTurn();
      const leftMs = mapAtMs + minAgeMs - performance.now();
      if (leftMs <= 0 || locatedVersion !== nodes.version) return refreshMap();
      later ??= setTimeout(() => {
        later = undefined;
        refreshMap().catch(report);
      }, leftMs).unref();
    },
    stop() {
      clearTimeout(later);
    },
  };
}
