import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CodedError } from '@glassblock/primitives';
import type { Logger } from 'pino';
import { baseCurrencies, extendedCurrencies } from './currencies.ts';
import { askHistory, askRates, askSources, type FetchJson, type SourceName } from './feeds.ts';
import { createPriceBook, type Prices } from './price-book.ts';
import { readPriceFile, watchFile, writePriceFile } from './price-file.ts';
import { type PriceRow, thinned } from './price-row.ts';

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
  let ofFile: readonly PriceRow[] = [];
  let stored: PriceRow[] = [];
  let lastWritten: number | undefined;
  const endings: (() => void)[] = [];
  let atWork = Promise.resolve();
  let stopped = false;

  if (directory !== undefined && feeds.length > 0) {
    await mkdir(directory, { recursive: true });
    stored = await readPriceFile(path!).then(
      ({ rows }) => rows,
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT')
          log.warn({ event: 'prices', error: error.message }, 'stored prices cannot be read');
        return [];
      },
    );
    lastWritten = stored.at(-1)?.time;
  }
  if (file !== undefined) {
    const read = await readPriceFile(file).catch((cause: Error) => {
      throw new CodedError('config.prices', `prices.file: ${cause.message}`, { cause });
    });
    if (read.faults.length > 0)
      throw new CodedError('config.prices', `prices.file: ${file}: ${read.faults.join('; ')}`);
    ofFile = read.rows;
  }

  const currencies = [
    ...baseCurrencies,
    ...extendedCurrencies.filter((code) => settings.extended || ofFile.some(({ prices }) => code in prices)),
  ];
  const book = createPriceBook(currencies, now);
  /** The operator's file takes precedence over the feeds. */
  function show(): void {
    const byTime = new Map([...stored, ...ofFile].map((row) => [row.time, row]));
    book.setHistory(
      thinned(
        [...byTime.values()].sort((a, b) => a.time - b.time),
        now(),
      ),
    );
  }
  show();

  /** Sequential; failures are logged and retried later. */
  function work(what: string, task: () => Promise<void>): void {
    atWork = atWork.then(async () => {
      if (stopped) return;
      try {
        await task();
      } catch (error) {
        log.warn({ event: 'prices', error: error instanceof Error ? error.message : String(error) }, what);
      }
    });
  }

  async function keep(rows: readonly PriceRow[]): Promise<void> {
    const byTime = new Map([...rows, ...stored].map((row) => [row.time, row]));
    stored = thinned(
      [...byTime.values()].sort((a, b) => a.time - b.time),
      now(),
    );
    show();
    if (path !== undefined) await writePriceFile(path, stored);
  }

  function reportSilent(silent: readonly string[]): void {
    if (silent.length > 0) log.warn({ event: 'prices', silent }, 'some price sources did not answer');
  }

  async function askFeeds(): Promise<void> {
    const { row, silent } = await askSources(feeds, fetchJson, now());
    reportSilent(silent);
    if (Object.keys(row.prices).length === 0) return;
    book.setCurrent(row);
    // one history row per hour is enough
    const hour = Math.round(row.time / 3_600) * 3_600;
    if (lastWritten !== undefined && hour <= lastWritten) return;
    lastWritten = hour;
    await keep([{ ...row, time: hour }]);
  }

  function every(periodMs: number, tick: () => void): void {
    let timer: ReturnType<typeof setTimeout>;
    const again = () => {
      timer = setTimeout(
        () => {
          again();
          tick();
        },
        periodMs - (nowMs() % periodMs),
      );
    };
    again();
    endings.push(() => clearTimeout(timer));
  }

  if (feeds.length > 0) {
    const ask = () => work('price sources could not be fetched', askFeeds);
    ask();
    every(hourMs / settings.perHour, ask);
    if ((stored[0]?.time ?? Number.POSITIVE_INFINITY) > now() - yearSeconds) {
      work('the price history could not be fetched', async () => {
        const { rows, silent } = await askHistory(fetchJson);
        reportSilent(silent);
        await keep(rows);
      });
    }
  }
  if (settings.extended) {
    const ask = () => work('exchange rates could not be fetched', async () => book.setRates(await askRates(fetchJson)));
    ask();
    every(dayMs, ask);
  }
  if (file !== undefined) {
    const read = async () => {
      const { rows, faults } = await readPriceFile(file);
      if (faults.length > 0) log.warn({ event: 'prices', faults }, 'lines of the price file are unusable');
      if (rows.length > 0) ofFile = rows;
      show();
    };
    endings.push(watchFile(file, () => work('the price file could not be read', read)));
  }

  return {
    prices: book,
    async stop() {
      stopped = true;
      for (const end of endings) end();
      await atWork;
    },
  };
}
