import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CodedError } from '@glassblock/primitives';
import type { Logger } from 'pino';
import { baseCurrencies, extendedCurrencies } from './currencies.ts';
import { askHistory, askRates, askSources, type FetchJson, type SourceName } from './feeds.ts';
import { createPriceBook, type PriceBook, type Prices } from './price-book.ts';
import { readPriceFile, watchFile, writePriceFile } from './price-file.ts';
import { createPriceHistory, type PriceHistory } from './price-history.ts';
import type { PriceRow } from './price-row.ts';

/** Price sources; nothing is fetched unless configured. */
export interface PriceSettings {
  /** The operator's CSV file. */
  file: string | undefined;
  feeds: readonly SourceName[];
  /** Fetches per hour. */
  perHour: number;
  /** Include other currencies, by exchange rates. */
  extended: boolean;
}

/** Options of the prices. */
export interface PriceOptions {
  settings: PriceSettings;
  /** Where fetched prices are stored; undefined: in memory. */
  directory: string | undefined;
  fetchJson: FetchJson;
  /** ms since 1970. */
  nowMs(): number;
  log: Pick<Logger, 'info' | 'warn'>;
}

/** Prices that are updated periodically. */
export interface PriceKeeper {
  readonly prices: Prices;
  stop(): Promise<void>;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const yearSeconds = 365 * 86_400;

/**
 * Opens the prices.
 * @throws {CodedError} config.prices when the operator's file is unusable
 */
export async function openPrices({ settings, directory, fetchJson, nowMs, log }: PriceOptions): Promise<PriceKeeper> {
  const { file, feeds } = settings;
  const now = () => Math.floor(nowMs() / 1000);
  const path = directory === undefined ? undefined : join(directory, 'prices.csv');
  if (directory !== undefined && feeds.length > 0) await mkdir(directory, { recursive: true });
  const fetched = path === undefined || feeds.length === 0 ? [] : await readStored(path, log);
  const ofFile = file === undefined ? [] : await readOperatorFile(file);
  const currencies = [
    ...baseCurrencies,
    ...extendedCurrencies.filter((code) => settings.extended || ofFile.some(({ prices }) => code in prices)),
  ];
  const book = createPriceBook(currencies, now);
  const history = createPriceHistory({ book, fetched, ofFile });
  const tasks = createTaskQueue(log);
  const fetcher = createPriceFetcher({ feeds, book, history, path, fetchJson, now, log });
  const stops: (() => void)[] = [];

  if (feeds.length > 0) {
    const fetchCurrent = () => tasks.add('price sources could not be fetched', fetcher.fetchCurrent);
    fetchCurrent();
    stops.push(every(hourMs / settings.perHour, nowMs, fetchCurrent));
    if ((fetched[0]?.time ?? Number.POSITIVE_INFINITY) > now() - yearSeconds) {
      tasks.add('the price history could not be fetched', fetcher.fetchHistory);
    }
  }
  if (settings.extended) {
    const fetchRates = () =>
      tasks.add('exchange rates could not be fetched', async () => book.setRates(await askRates(fetchJson)));
    fetchRates();
    stops.push(every(dayMs, nowMs, fetchRates));
  }
  if (file !== undefined) {
    const read = async () => {
      const { rows, faults } = await readPriceFile(file);
      if (faults.length > 0) log.warn({ event: 'prices', faults }, 'lines of the price file are unusable');
      history.setOfFile(rows.length > 0 ? rows : undefined);
    };
    stops.push(watchFile(file, () => tasks.add('the price file could not be read', read)));
  }

  return {
    prices: book,
    async stop() {
      for (const stop of stops) stop();
      await tasks.stop();
    },
  };
}

/** Returns the rows fetched in earlier runs; empty when the file is missing or unreadable. */
async function readStored(path: string, log: PriceOptions['log']): Promise<PriceRow[]> {
  try {
    return (await readPriceFile(path)).rows;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') log.warn({ event: 'prices', error: message }, 'stored prices cannot be read');
    return [];
  }
}

/** @throws {CodedError} config.prices when a line is unusable or the file cannot be read */
async function readOperatorFile(file: string): Promise<PriceRow[]> {
  const { rows, faults } = await readPriceFile(file).catch((cause: Error) => {
    throw new CodedError('config.prices', `prices.file: ${cause.message}`, { cause });
  });
  if (faults.length > 0) throw new CodedError('config.prices', `prices.file: ${file}: ${faults.join('; ')}`);
  return rows;
}

interface PriceFetcher {
  fetchCurrent(): Promise<void>;
  fetchHistory(): Promise<void>;
}

/** Creates the tasks that fetch and store prices. */
function createPriceFetcher(options: {
  feeds: readonly SourceName[];
  book: PriceBook;
  history: PriceHistory;
  /** File of fetched prices; undefined: in memory. */
  path: string | undefined;
  fetchJson: FetchJson;
  now(): number;
  log: PriceOptions['log'];
}): PriceFetcher {
  const { feeds, book, history, path, fetchJson, now, log } = options;

  async function store(rows: readonly PriceRow[]): Promise<void> {
    history.addFetched(rows);
    if (path !== undefined) await writePriceFile(path, history.fetched());
  }

  function reportSilent(silent: readonly string[]): void {
    if (silent.length > 0) log.warn({ event: 'prices', silent }, 'some price sources did not answer');
  }

  return {
    async fetchCurrent() {
      const { row, silent } = await askSources(feeds, fetchJson, now());
      reportSilent(silent);
      if (Object.keys(row.prices).length === 0) return;
      book.setCurrent(row);
      // one history row per hour is enough
      const hour = Math.round(row.time / 3_600) * 3_600;
      // not the newest row: one of a clock that was ahead would prevent all until its time
      if (history.fetched().findLast(({ time }) => time <= hour)?.time === hour) return;
      await store([{ ...row, time: hour }]);
    },
    async fetchHistory() {
      const { rows, silent } = await askHistory(fetchJson);
      reportSilent(silent);
      await store(rows);
    },
  };
}

/**
 * Runs a task at each full period since 1970.
 * @returns a function that stops it
 */
function every(periodMs: number, nowMs: () => number, task: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const schedule = () => {
    timer = setTimeout(
      () => {
        schedule();
        task();
      },
      periodMs - (nowMs() % periodMs),
    );
  };
  schedule();
  return () => clearTimeout(timer);
}

interface TaskQueue {
  /** @param failure sentence for the log */
  add(failure: string, task: () => Promise<void>): void;
  /** Resolves when the running task has ended; the others do not start. */
  stop(): Promise<void>;
}

/** Runs tasks one at a time; failures are logged, and the task is retried at its next time. */
function createTaskQueue(log: PriceOptions['log']): TaskQueue {
  let last = Promise.resolve();
  let isStopped = false;
  return {
    add(failure, task) {
      last = last.then(async () => {
        if (isStopped) return;
        try {
          await task();
        } catch (error) {
          log.warn({ event: 'prices', error: error instanceof Error ? error.message : String(error) }, failure);
        }
      });
    },
    async stop() {
      isStopped = true;
      await last;
    },
  };
}
