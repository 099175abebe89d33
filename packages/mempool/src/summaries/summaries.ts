import { mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { decodeSummary, encodeSummary, type MempoolSummary, recordAt } from './summary-bytes.ts';

/** The mempool by the minute, for some weeks: projected blocks, the node's figures, weight by fee band. */
export interface Summaries {
  /**
   * Stores a summary newer than the last.
   * @throws file system errors; only this summary is lost
   */
  add(summary: MempoolSummary): Promise<void>;
  /** Returns the newest one at most ten minutes before a time. Unix seconds. */
  at(time: number): Promise<MempoolSummary | undefined>;
  /** Returns the time of the oldest one. */
  oldest(): Promise<number | undefined>;
}

const daySeconds = 86_400;
const stalenessSeconds = 600;
const daysInMemory = 2;
const fileEnd = '.summaries';

const dayOf = (time: number): number => Math.floor(time / daySeconds);

/** Records of one day. */
interface DayRecords {
  read(day: number): Promise<Uint8Array>;
  append(day: number, record: Uint8Array): Promise<void>;
  days(): Promise<number[]>;
  remove(day: number): Promise<void>;
}

/** Options of the summaries. */
export interface SummariesOptions {
  /** Created when missing; undefined: in memory, for two days. */
  directory: string | undefined;
  /** Number of stored days with summaries, by default 30. */
  retentionDays?: number;
  /** Called with a description of the lost data when a file is damaged, as the end of a sentence. */
  onDamaged?(loss: string): void;
}

/** Opens the summaries. */
export async function openSummaries({
  directory,
  retentionDays = 30,
  onDamaged,
}: SummariesOptions): Promise<Summaries> {
  const stored = directory === undefined ? Math.min(retentionDays, daysInMemory) : retentionDays;
  const records = directory === undefined ? recordsInMemory() : await recordsInFiles(directory, onDamaged);
  let last = lastTimeOf(await records.read((await records.days()).at(-1) ?? 0));

  return {
    async add(summary) {
      const day = dayOf(summary.time);
      const isNewDay = day !== dayOf(last);
      // another day before the last one: the clock was wrong
      if (isNewDay) last = lastTimeOf(await records.read(day));
      if (summary.time <= last) return;
      await records.append(day, encodeSummary(summary));
      last = summary.time;
      // by count, not by the clock: a wrong date removes one day, not all
      if (isNewDay) for (const old of (await records.days()).slice(0, -stored)) await records.remove(old);
    },
    async at(time) {
      const from = time - stalenessSeconds;
      for (let day = dayOf(time); day >= dayOf(from); day--) {
        const bytes = await records.read(day);
        const place = placeOfLast(bytes, time);
        if (place === undefined) continue;
        const summary = decodeSummary(bytes, place);
        return summary.time < from ? undefined : summary;
      }
      return undefined;
    },
    async oldest() {
      const [day] = await records.days();
      if (day === undefined) return undefined;
      return recordAt(await records.read(day), 0)?.time;
    },
  };
}

/** Offset of the last record up to a time. */
function placeOfLast(bytes: Uint8Array, time: number): number | undefined {
  let found: number | undefined;
  for (let at = 0; ; ) {
    const record = recordAt(bytes, at);
    if (record === undefined || record.time > time) return found;
    found = at;
    at = record.end;
  }
}

function lastTimeOf(bytes: Uint8Array): number {
  const place = placeOfLast(bytes, Number.POSITIVE_INFINITY);
  return place === undefined ? 0 : recordAt(bytes, place)!.time;
}

function recordsInMemory(): DayRecords {
  const days = new Map<number, Uint8Array[]>();
  return {
    read: async (day) => Buffer.concat(days.get(day) ?? []),
    async append(day, record) {
      days.set(day, [...(days.get(day) ?? []), record]);
    },
    days: async () => [...days.keys()].sort((a, b) => a - b),
    async remove(day) {
      days.delete(day);
    },
  };
}

/** A file per day, named by its date. An incomplete record at its end after a crash is overwritten. */
async function recordsInFiles(directory: string, onDamaged?: (loss: string) => void): Promise<DayRecords> {
  await mkdir(directory, { recursive: true });
  const pathOf = (day: number) =>
    join(directory, `${new Date(day * daySeconds * 1000).toISOString().slice(0, 10)}${fileEnd}`);

  async function read(day: number): Promise<Uint8Array> {
    try {
      return await readFile(pathOf(day));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Uint8Array(0);
      throw error;
    }
  }

  /** The newest file, and the end of its complete records. */
  let newest: { day: number; end: number } | undefined;

  const days = async (): Promise<number[]> => {
    const names = await readdir(directory);
    const found = names.flatMap((name) => {
      const time = name.endsWith(fileEnd) ? Date.parse(name.slice(0, -fileEnd.length)) : Number.NaN;
      return Number.isNaN(time) ? [] : [dayOf(time / 1000)];
    });
    return found.sort((a, b) => a - b);
  };

  for (const day of onDamaged === undefined ? [] : await days()) {
    const bytes = await read(day);
    if (endOfRecords(bytes) < bytes.length)
      onDamaged?.(`summaries of ${basename(pathOf(day), fileEnd)} are incomplete`);
  }

  return {
    read,
    async append(day, record) {
      const end = newest?.day === day ? newest.end : endOfRecords(await read(day));
      const file = await open(pathOf(day), 'a');
      try {
        await file.truncate(end);
        await file.appendFile(record);
      } finally {
        await file.close();
      }
      newest = { day, end: end + record.length };
    },
    days,
    remove: (day) => rm(pathOf(day), { force: true }),
  };
}

function endOfRecords(bytes: Uint8Array): number {
  let at = 0;
  for (let record = recordAt(bytes, at); record !== undefined; record = recordAt(bytes, at)) at = record.end;
  return at;
}
