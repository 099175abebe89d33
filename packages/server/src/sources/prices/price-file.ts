import { type FSWatcher, watch } from 'node:fs';
import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { type PriceFile, type PriceRow, parsePriceCsv, priceCsv } from './price-row.ts';

/** Maximum size of a price file. */
const maxBytes = 64_000_000;

/**
 * Reads a price file.
 * @throws {Error} when it cannot be read
 */
export async function readPriceFile(path: string): Promise<PriceFile> {
  const { size } = await stat(path);
  if (size > maxBytes) throw new Error(`${path}: larger than 64 MB`);
  return parsePriceCsv(await readFile(path, 'utf8'));
}

/** Replaces the file atomically: a crash leaves the old one. */
export async function writePriceFile(path: string, rows: readonly PriceRow[]): Promise<void> {
  await writeFile(`${path}.new`, priceCsv(rows));
  await rename(`${path}.new`, path);
}

/** Polling interval in addition to file events: not every file system has them. */
const lookMs = 60_000;
/** Time for a writer to finish. */
const settleMs = 100;

/**
 * Calls back when a file was written or replaced.
 * @returns a function that stops it
 */
export function watchFile(path: string, onChange: () => void): () => void {
  let seen = 0;
  let settling: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(settling);
    settling = setTimeout(() => {
      stat(path).then(
        ({ mtimeMs }) => {
          if (mtimeMs !== seen) onChange();
          seen = mtimeMs;
        },
        // a missing file is polled again; the data read before stays
        () => {},
      );
    }, settleMs);
  };
  let watcher: FSWatcher | undefined;
  try {
    watcher = watch(dirname(path), (_, name) => name === basename(path) && look());
    watcher.on('error', () => watcher?.close());
  } catch {
    // a directory that cannot be watched is polled each minute
  }
  const timer = setInterval(look, lookMs);
  return () => {
    clearTimeout(settling);
    clearInterval(timer);
    watcher?.close();
  };
}
