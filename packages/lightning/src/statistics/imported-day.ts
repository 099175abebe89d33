import type { GraphStatistics } from './graph-statistics.ts';

/** Figures of nodes, as columns. */
export interface NodeFigures {
  /** Public keys, 33 bytes each. */
  keys: Uint8Array;
  /** Sats. */
  capacity: Float64Array;
  channels: Uint32Array;
}

/** Statistics of a day, with the nodes whose figures changed. */
export interface ImportedDay {
  /** Unix seconds. */
  time: number;
  statistics: GraphStatistics;
  nodes: NodeFigures;
}
