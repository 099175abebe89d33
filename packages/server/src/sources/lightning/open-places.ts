import { AddressPlaces, type GeographyFiles, type Graph, NodePlaces } from '@glassblock/lightning';

/** Places of the nodes of a Lightning graph. */
export interface Places {
  readonly files: AddressPlaces;
  readonly nodes: NodePlaces;
  /** The error of the files; undefined without one. */
  readonly fault: string | undefined;
  /** Locates nodes whose addresses have changed. */
  update(): Promise<void>;
}

/** Options of the places. */
export interface PlacesOptions {
  graph: Graph;
  files: GeographyFiles;
  nowMs(): number;
  /** Called when files cannot be read. */
  onFault(error: unknown): void;
}

/** Interval of checks for changed files. */
const refreshMs = 600_000;

/** Opens the operator's geographic files, which are read with the first update. */
export function openPlaces({ graph, files: paths, nowMs, onFault }: PlacesOptions): Places {
  const files = new AddressPlaces(paths);
  const nodes = new NodePlaces(graph, files);
  let refreshedMs: number | undefined;
  let fault: string | undefined;

  async function refresh(): Promise<void> {
    if (refreshedMs !== undefined && nowMs() - refreshedMs < refreshMs) return;
    refreshedMs = nowMs();
    try {
      await files.refresh();
      fault = undefined;
    } catch (error) {
      fault = error instanceof Error ? error.message : String(error);
      onFault(error);
    }
  }
  return {
    files,
    nodes,
    get fault() {
      return fault;
    },
    async update() {
      await refresh();
      await nodes.update();
    },
  };
}
