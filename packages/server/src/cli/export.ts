import type { CassandraAddress } from '@glassblock/store';
import type { Config } from '../config/config.ts';
import { askServer } from '../maintenance/control-socket.ts';
import { type ExportProgress, exportIndex } from '../maintenance/export-index.ts';
import { checkFileAccess, lockPlace, openClosedIndex, openClusterIndex, placeOf, rootEntryOf } from './closed-index.ts';
import { megabytes, type Terminal } from './terminal.ts';

/**
 * `index export`: copies the index; on LevelDB through the running server, if there is one.
 * @param copy absolute; missing or empty
 */
export async function exportCopy(config: Config, copy: string, { say, progress }: Terminal): Promise<void> {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const options = {
    signal: stop.signal,
    onProgress: ({ rows, bytes }: ExportProgress) => progress(`${rows} rows, ${megabytes(bytes)} MB`),
  };
  const done = config.store === undefined ? await ofDirectory() : await ofCluster(config.store);
  say(`Copied ${done.rows} rows, ${megabytes(done.bytes)} MB, to ${copy}.`);

  async function ofCluster(cluster: CassandraAddress): Promise<ExportProgress> {
    const { store, close } = await openClusterIndex(cluster, rootEntryOf(config).name);
    try {
      return await exportIndex(store, copy, options);
    } finally {
      await close(true);
    }
  }

  async function ofDirectory(): Promise<ExportProgress> {
    const place = placeOf(config);
    const { entry, home, directory } = place;
    const asked = await askServer<ExportProgress>(home, { do: 'export', directory: copy }, options);
    if (asked !== undefined) return asked;
    checkFileAccess(directory, entry.name);
    const lock = await lockPlace(place);
    try {
      const { store, close } = await openClosedIndex(directory, entry.name, config.memoryBytes);
      let isSound = false;
      try {
        const progress = await exportIndex(store, copy, options);
        isSound = true;
        return progress;
      } finally {
        await close(isSound);
      }
    } finally {
      await lock.release();
    }
  }
}
