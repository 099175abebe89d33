import { mkdir, open } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { decodeSamples, encodeSample, feeBands, type MempoolSample, sampleBytes } from './sample-bytes.ts';

/** Time windows of lists. */
export const sampleWindows = ['2h', '24h', '1w', '1m', '3m', '6m', '1y', '2y', '3y', '4y', 'all'] as const;
/** Name of a time window. */
export type SampleWindow = (typeof sampleWindows)[number];

const hour = 3_600;
const day = 24 * hour;

/** Length of each window and interval of its rows, in seconds; 0: as sampled. */
const windows: Record<SampleWindow, { span: number; step: number }> = {
  '2h': { span: 2 * hour, step: 0 },
  '24h': { span: day, step: 0 },
  '1w': { span: 7 * day, step: 300 },
  '1m': { span: 30 * day, step: 1_800 },
  '3m': { span: 91 * day, step: 2 * hour },
  '6m': { span: 182 * day, step: 3 * hour },
  '1y': { span: 365 * day, step: 8 * hour },
  '2y': { span: 730 * day, step: 8 * hour },
  '3y': { span: 1_095 * day, step: 12 * hour },
  '4y': { span: 1_461 * day, step: 12 * hour },
  all: { span: Number.POSITIVE_INFINITY, step: 12 * hour },
};
const steps = [0, ...new Set(Object.values(windows).flatMap(({ step }) => (step === 0 ? [] : [step])))];
const longestStep = Math.max(...steps);

/**
 * Samples of the mempool over years: individual ones, and averages over longer periods, so that every window is a list
 * of some thousand rows. Periods without a sample have no row.
 */
export interface Samples {
  /**
   * Stores a sample; one less than half a minute after the last is dropped, or up to an hour before it.
   * @returns true when it was stored
   * @throws file system errors; only this sample is lost
   */
  add(sample: MempoolSample): Promise<boolean>;
  /**
   * Stores samples as `add` does, oldest first, with one write for each file.
   * @throws file system errors; samples of this call may be lost
   */
  addAll(samples: readonly MempoolSample[]): Promise<void>;
  /** Returns the rows of a window up to now, newest first. */
  list(window: SampleWindow, nowSeconds: number): Promise<MempoolSample[]>;
}

const minDistance = 30;
const maxStepBack = 3_600;
/** Maximum samples of the longest period. */
const maxPerStretch = longestStep / minDistance;

/** Rows of one interval: the end of a file, or an array. */
interface Rows {
  append(samples: readonly MempoolSample[]): Promise<void>;
  /** Returns rows from a time on, oldest first. */
  since(time: number): Promise<MempoolSample[]>;
  /** Returns the newest rows, as many as the longest period may have, oldest first. */
  newest(): Promise<MempoolSample[]>;
}

/**
 * Opens the samples.
 * @param directory created when missing; undefined: in memory
 * @param onDamaged called with a description of the lost data when a read finds damaged rows, as the end of a
 * sentence; may repeat itself
 */
export async function openSamples(
  directory: string | undefined,
  onDamaged: (loss: string) => void = () => undefined,
): Promise<Samples> {
  if (directory !== undefined) await mkdir(directory, { recursive: true });
  const rows = new Map<number, Rows>();
  for (const step of steps)
    rows.set(step, directory === undefined ? rowsInMemory() : await rowsOfFile(directory, step, onDamaged));
  const raw = rows.get(0)!;
  const recent = await raw.newest();
  let last = recent.at(-1)?.added ?? 0;
  const sums = new Map<number, Average>();
  for (const step of steps.slice(1)) {
    const average = new Average(step);
    for (const sample of recent) if (average.isOf(sample, last)) average.take(sample);
    sums.set(step, average);
  }
  /** Appends samples; returns the number of those that are not dropped. */
  async function append(samples: readonly MempoolSample[]): Promise<number> {
    const finished = new Map(steps.slice(1).map((step): [number, MempoolSample[]] => [step, []]));
    const taken: MempoolSample[] = [];
    for (const sample of samples) {
      const distance = sample.added - last;
      // a large step back means that the clock was ahead before
      if (distance < minDistance && distance > -maxStepBack) continue;
      last = sample.added;
      taken.push(sample);
      for (const [step, average] of sums) {
        const done = average.next(sample);
        if (done !== undefined) finished.get(step)!.push(done);
      }
    }
    for (const [step, averages] of finished) if (averages.length > 0) await rows.get(step)!.append(averages);
    if (taken.length > 0) await raw.append(taken);
    return taken.length;
  }
  return {
    add: async (sample) => (await append([sample])) === 1,
    async addAll(samples) {
      await append(samples);
    },
    async list(window, nowSeconds) {
      const { span, step } = windows[window];
      const found = await rows.get(step)!.since(nowSeconds - span);
      const running = sums.get(step)?.current();
      // without samples of a time when the clock was ahead
      const past = found.filter(({ added }) => added <= nowSeconds);
      return [...(running === undefined ? [] : [running]), ...past.reverse()];
    },
  };
}

/** The average of the samples of one period. */
class Average {
  private readonly step: number;
  private start = 0;
  private taken = 0;
  private sum: MempoolSample = zero(0);

  constructor(step: number) {
    this.step = step;
  }

  /** True when a sample belongs to the period of a time. */
  isOf(sample: MempoolSample, time: number): boolean {
    return Math.floor(sample.added / this.step) === Math.floor(time / this.step);
  }

  take(sample: MempoolSample): void {
    if (this.taken === 0) {
      this.start = Math.floor(sample.added / this.step) * this.step;
      this.sum = zero(this.start);
    }
    this.taken++;
    this.sum.count += sample.count;
    this.sum.vBytesPerSecond += sample.vBytesPerSecond;
    this.sum.weight += sample.weight;
    this.sum.totalFee += sample.totalFee;
    this.sum.minFee += sample.minFee;
    sample.vsizes.forEach((vsize, i) => {
      this.sum.vsizes[i]! += vsize;
    });
  }

  /**
   * Adds a sample.
   * @returns the average of the previous period, when this one starts another
   */
  next(sample: MempoolSample): MempoolSample | undefined {
    const isOther = this.taken > 0 && !this.isOf(sample, this.start);
    const done = isOther ? this.average() : undefined;
    if (isOther) this.taken = 0;
    this.take(sample);
    return done;
  }

  /** Returns the average so far. */
  current(): MempoolSample | undefined {
    return this.taken === 0 ? undefined : this.average();
  }

  private average(): MempoolSample {
    const { sum, taken } = this;
    return {
      added: sum.added,
      count: sum.count / taken,
      vBytesPerSecond: sum.vBytesPerSecond / taken,
      weight: sum.weight / taken,
      totalFee: sum.totalFee / taken,
      minFee: sum.minFee / taken,
      vsizes: sum.vsizes.map((vsize) => vsize / taken),
    };
  }
}

const zero = (added: number): MempoolSample => ({
  added,
  count: 0,
  vBytesPerSecond: 0,
  weight: 0,
  totalFee: 0,
  minFee: 0,
  vsizes: feeBands.map(() => 0),
});

const cachedInMemory = 20_000;

function rowsInMemory(): Rows {
  const samples: MempoolSample[] = [];
  return {
    async append(added) {
      for (const sample of added) samples.push(sample);
      if (samples.length > cachedInMemory) samples.splice(0, samples.length - cachedInMemory);
    },
    since: async (time) => samples.filter(({ added }) => added >= time),
    newest: async () => samples.slice(-maxPerStretch),
  };
}

/** Rows are read from the end in pieces of this many. */
const rowsPerBatch = 1_024;

/** A file of fixed-length rows. An incomplete row at its end after a crash is overwritten. */
async function rowsOfFile(directory: string, step: number, onDamaged: (loss: string) => void): Promise<Rows> {
  const path = join(directory, step === 0 ? 'minutes.samples' : `${step}.samples`);
  const file = await open(path, 'a');
  const { size } = await file.stat();
  if (size % sampleBytes !== 0) onDamaged(`an incomplete row at the end of ${basename(path)} is removed`);
  await file.truncate(size - (size % sampleBytes));
  await file.close();
  return {
    async append(samples) {
      const out = await open(path, 'a');
      try {
        const { size: end } = await out.stat();
        if (end % sampleBytes !== 0) await out.truncate(end - (end % sampleBytes));
        await out.appendFile(Buffer.concat(samples.map(encodeSample)));
      } finally {
        await out.close();
      }
    },
    since: (time) =>
      fromEnd(
        path,
        (samples) => samples[0]!.added < time,
        ({ added }) => added >= time,
        onDamaged,
      ),
    newest: () =>
      fromEnd(
        path,
        (_samples, rows) => rows >= maxPerStretch,
        () => true,
        onDamaged,
      ),
  };
}

/** Reads rows from the end of a file backwards until a piece is enough, oldest first. */
async function fromEnd(
  path: string,
  isSufficient: (piece: readonly MempoolSample[], rowsRead: number) => boolean,
  isWanted: (sample: MempoolSample) => boolean,
  onDamaged: (loss: string) => void,
): Promise<MempoolSample[]> {
  const input = await open(path, 'r');
  try {
    const { size } = await input.stat();
    const found: MempoolSample[][] = [];
    const all = Math.floor(size / sampleBytes);
    for (let rows = all; rows > 0; ) {
      const count = Math.min(rows, rowsPerBatch);
      const bytes = new Uint8Array(count * sampleBytes);
      await input.read(bytes, 0, bytes.length, (rows - count) * sampleBytes);
      rows -= count;
      const samples = decodeSamples(bytes);
      if (samples.length < count) onDamaged(`damaged rows of ${basename(path)} are skipped`);
      found.push(samples.filter(isWanted));
      if (samples.length > 0 && isSufficient(samples, all - rows)) break;
    }
    return found.reverse().flat();
  } finally {
    await input.close();
  }
}
