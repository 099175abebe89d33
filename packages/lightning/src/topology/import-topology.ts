import { CodedError, isCoded } from '@glassblock/primitives';
import type { Graph } from '../graph/graph.ts';
import type { LightningHistory } from '../history.ts';
import { PastSnapshot } from './past-snapshot.ts';
import { isPoorSnapshot, readTopology, topologyTimeOf } from './topology-file.ts';

/** A directory with topology files. */
export interface TopologyFiles {
  /** Names of all files. */
  list(): Promise<readonly string[]>;
  /** Reads a file in chunks. */
  read(name: string): AsyncIterable<Uint8Array>;
}

/** Progress of an import. */
export interface TopologyProgress {
  /** Files that were read or left out. */
  files: number;
  /** All files. */
  of: number;
  /** Days that got statistics. */
  days: number;
}

/** Options of an import. */
export interface TopologyImport {
  graph: Graph;
  history: LightningHistory;
  files: TopologyFiles;
  /** Looks up the funding outputs of new channels and stores them. */
  settle(): Promise<void>;
  signal: AbortSignal;
  onProgress(progress: TopologyProgress): void;
}

const daySeconds = 86_400;

/**
 * Imports topology files: nodes and channels that are not known, and the statistics of days that have none, also of the
 * nodes. Of several files of a day, the newest is used. A day is stored when its file was read completely: an import
 * that was stopped continues with the next day.
 * @throws {CodedError} lightning.bad-answer with the name of the file; store.write-failed
 */
export async function importTopology(options: TopologyImport): Promise<TopologyProgress> {
  const { graph, history, files, settle, signal, onProgress } = options;
  const stored = new Set((await history.days(0)).map(({ time }) => Math.floor(time / daySeconds)));
  const newest = new Map<number, { name: string; time: number }>();
  let of = 0;
  for (const name of await files.list()) {
    const time = topologyTimeOf(name);
    if (time === undefined) continue;
    of++;
    const day = Math.floor(time / daySeconds);
    const known = newest.get(day);
    if (known === undefined || known.time < time) newest.set(day, { name, time });
  }
  const missing = [...newest].filter(([day]) => !stored.has(day)).sort(([a], [b]) => a - b);
  const progress = { files: of - missing.length, of, days: 0 };
  const written = new Map<number, string>();
  for (const [, { name, time }] of missing) {
    if (signal.aborted) break;
    const snapshot = new PastSnapshot(graph, time);
    try {
      await readTopology(abortable(files.read(name), signal), snapshot);
    } catch (error) {
      if (signal.aborted) break;
      if (!isCoded(error)) throw error;
      throw new CodedError(error.code, `${name}: ${error.message}`, { cause: error });
    }
    if (signal.aborted) break;
    await settle();
    if (!isPoorSnapshot(time, snapshot.nodeCount)) {
      const { statistics, nodes } = snapshot.figures();
      await history.addImported(statistics, time, nodes, written);
      progress.days++;
    }
    progress.files++;
    onProgress({ ...progress });
  }
  return progress;
}

/** Ends early when it is aborted: the file is read again by the next import. */
async function* abortable(chunks: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    if (signal.aborted) break;
    yield chunk;
  }
}
