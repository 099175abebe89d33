import { resolve } from 'node:path';
import type { Config } from '../config/config.ts';
import { askForExport } from '../maintenance/control-socket.ts';
import { type ExportProgress, exportIndex } from '../maintenance/export-index.ts';
import { openClosedIndex, placeOf } from './closed-index.ts';
import type { Terminal } from './terminal.ts';

/** `index export`: copies the index, through the running server if there is one. */
export async function exportCopy(config: Config, target: string, { say, progress }: Terminal): Promise<void> {
  const { entry, home, directory } = placeOf(config);
  const copy = resolve(target);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const options = {
    signal: stop.signal,
    onProgress: ({ rows, bytes }: ExportProgress) => progress(`${rows} rows, ${megabytes(bytes)} MB`),
  };
  const done = (await askForExport(home, copy, options)) ?? (await direct());
  say(`Copied ${done.rows} rows, ${megabytes(done.bytes)} MB, to ${copy}.`);

  async function direct(): Promise<ExportProgress> {
    const { store } = await openClosedIndex(directory, entry.name, config.memoryBytes);
    try {
      return await exportIndex(store, copy, options);
    } finally {
      await store.close();
    }
  }
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);
