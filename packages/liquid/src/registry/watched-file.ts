import { readFile, stat } from 'node:fs/promises';
import {
  contentFault,
  maxContentBytes,
  type WatchedContent,
  type WatchOptions,
  watchContent,
} from './watched-content.ts';

/** Options of a file of the operator. */
export interface WatchedFileOptions<T> extends WatchOptions<T> {
  readonly path: string;
}

const defaultIntervalMs = 30_000;

/** Reads the file and checks it for changes at intervals. Polling also works on network drives and mounted volumes. */
export async function openWatchedFile<T>(options: WatchedFileOptions<T>): Promise<WatchedContent<T>> {
  const { path, name, intervalMs = defaultIntervalMs } = options;
  /** Size and time of the file that was read last, and of the last one that was parsed. */
  let [lastRead, version] = ['', ''];
  const unreadable = (cause: unknown): never => {
    throw contentFault(name, 'cannot be read', { cause });
  };
  const read = async () => {
    const { size, mtimeMs } = await stat(path).catch(unreadable);
    lastRead = `${size} ${mtimeMs}`;
    if (lastRead === version) return undefined;
    if (size > maxContentBytes) throw contentFault(name, 'is too large', { datum: size });
    return readFile(path, 'utf8').catch(unreadable);
  };
  const rejected = () => {
    version = lastRead;
  };
  const accepted = async () => rejected();
  const file = watchContent({ ...options, intervalMs }, { read, accepted, rejected }, undefined);
  await file.check();
  return file;
}
