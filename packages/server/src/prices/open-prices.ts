import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CodedError } from '@glassblock/primitives';
import type { Logger } from 'pino';
import { baseCurrencies, extendedCurrencies } from './currencies.ts';
import { askHistory, askRates, askSources, type FetchJson, type SourceName } from './feeds.ts';
import { createPriceBook, type Prices } from './price-book.ts';
import { readPriceFile, watchFile, writePriceFile } from './price-file.ts';
import { type PriceRow, thinned } from './price-row.ts';

/** Where prices come from; nothing is asked unless the operator says so. */
export interface PriceSettings {
  /** The operator's own file, CSV. */
  file: string | undefined;
  feeds: readonly SourceName[];
  /** How often the feeds are asked. */
  perHour: number;
  /** Other currencies too, by exchange rates. */
  extended: boolean;
}

export interface PriceOptions {
  settings: PriceSettings;
  /** Where what the feeds said is kept; undefined: in memory. */
  directory: string | undefined;
  fetchJson: FetchJson;
  /** ms since 1970. */
  nowMs(): number;
  log: Pick<Logger, 'info' | 'warn'>;
}

/** Prices that are kept up to date. */
export interface PriceKeeper {
  readonly prices: Prices;
  stop(): Promise<void>;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const yearSeconds = 365 * 86_400;

/** @throws {CodedError} config.prices when the operator's file cannot be used */
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
        if (error.code !== 'ENOENT') log.warn({ event: 'prices', error: error.message }, 'kept prices cannot be read');
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
  /** The operator's word goes before that of the feeds. */
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

  /** One after the other; what fails is told and tried again in its time. */
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
    if (silent.length > 0) log.warn({ event: 'prices', silent }, 'some sources of prices did not answer');
  }

  async function askFeeds(): Promise<void> {
    const { row, silent } = await askSources(feeds, fetchJson, now());
    reportSilent(silent);
    if (Object.keys(row.prices).length === 0) return;
    book.setCurrent(row);
    // once an hour is enough for the past
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
    const ask = () => work('sources of prices were not asked', askFeeds);
    ask();
    every(hourMs / settings.perHour, ask);
    if ((stored[0]?.time ?? Number.POSITIVE_INFINITY) > now() - yearSeconds) {
      work('the history of prices could not be had', async () => {
        const { rows, silent } = await askHistory(fetchJson);
        reportSilent(silent);
        await keep(rows);
      });
    }
  }
  if (settings.extended) {
    const ask = () => work('exchange rates could not be had', async () => book.setRates(await askRates(fetchJson)));
    ask();
    every(dayMs, ask);
  }
  if (file !== undefined) {
    const read = async () => {
      const { rows, faults } = await readPriceFile(file);
      if (faults.length > 0) log.warn({ event: 'prices', faults }, 'lines of the file of prices cannot be used');
      if (rows.length > 0) ofFile = rows;
      show();
    };
    endings.push(watchFile(file, () => work('the file of prices could not be read', read)));
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
