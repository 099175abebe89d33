import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Graph,
  importTopology,
  type LightningHistory,
  type TopologyFiles,
  type TopologyProgress,
} from '@glassblock/lightning';
import { CodedError } from '@glassblock/primitives';

const noDirectory = (cause: unknown) =>
  new CodedError('lightning.bad-file', 'The topology files cannot be read.', { cause });

/** Returns the topology files of a directory; subdirectories are not read. Calls throw {CodedError} lightning.bad-file. */
function topologyDirectory(directory: string): TopologyFiles {
  return {
    async list() {
      try {
        const entries = await readdir(directory, { withFileTypes: true });
        return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
      } catch (error) {
        throw noDirectory(error);
      }
    },
    async *read(name) {
      try {
        for await (const chunk of createReadStream(join(directory, name))) yield chunk as Buffer;
      } catch (error) {
        throw error instanceof Error && 'code' in error && 'syscall' in error ? noDirectory(error) : error;
      }
    },
  };
}

/** Imports the topology files of a directory. */
export type ImportTopology = (
  directory: string,
  options: { signal: AbortSignal; onProgress(progress: TopologyProgress): void },
) => Promise<TopologyProgress>;

/** Creates the import of topology files, one at a time. @param settle  looks up new channels and stores them */
export function createTopologyImport(graph: Graph, history: LightningHistory, settle: () => Promise<void>) {
  const stopping = new AbortController();
  let running: Promise<TopologyProgress> | undefined;
  const run: ImportTopology = async (directory, { signal, onProgress }) => {
    if (running !== undefined) throw new CodedError('lightning.busy', 'an import is running already');
    const files = topologyDirectory(directory);
    const ended = AbortSignal.any([signal, stopping.signal]);
    running = importTopology({ graph, history, files, settle, signal: ended, onProgress }).finally(() => {
      running = undefined;
    });
    return running;
  };
  return {
    run,
    /** Ends the import after its current step; its next one continues. */
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.allSettled([running]);
    },
  };
}
