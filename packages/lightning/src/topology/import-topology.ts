import { PastReader } from './past-reader.ts';
import { topologyTimeOf } from './topology-file.ts';
import type { TopologyProgress, TopologyTarget } from './topology-target.ts';

/** A directory with topology files. */
export interface TopologyFiles {
  /** Names of all files. */
  list(): Promise<readonly string[]>;
  /** Reads a file in chunks. */
  read(name: string): AsyncIterable<Uint8Array>;
}

const daySeconds = 86_400;

/**
 * Imports topology files: nodes and channels that are not known, and the statistics of days that have none, also of the
 * nodes. Of several files of a day, the newest is used. A day is stored when its file was read completely: an import that
 * was stopped continues with the next day. It keeps a graph of its own, so that it can run in another thread than its target.
 * @param stored days since 1970 that have statistics
 * @throws {CodedError} lightning.bad-answer with the name of the file; those of the target
 */
export async function importTopology(
  files: TopologyFiles,
  stored: ReadonlySet<number>,
  target: TopologyTarget,
): Promise<TopologyProgress> {
  const { missing, of } = await filesOfDays(files, stored);
  const reader = new PastReader(target);
  const progress = { files: of - missing.length, of, days: 0 };
  await target.progress({ ...progress });
  for (const { name, time } of missing) {
    if (await reader.read(name, files.read(name), time)) progress.days++;
    progress.files++;
    await target.progress({ ...progress });
  }
  return progress;
}

/** Returns the newest file of each day without statistics, oldest first, and the number of all files. */
async function filesOfDays(files: TopologyFiles, stored: ReadonlySet<number>) {
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
  const missing = [...newest.values()].filter(({ time }) => !stored.has(Math.floor(time / daySeconds)));
  return { missing: missing.sort((a, b) => a.time - b.time), of };
}
