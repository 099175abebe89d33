import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openPrices, type PriceKeeper, type PriceSettings } from './open-prices.ts';

let directory: string;
let keeper: PriceKeeper | undefined;
const warnings: object[] = [];
const log = { info: () => {}, warn: (said: object) => void warnings.push(said) };
const nothing: PriceSettings = { file: undefined, feeds: [], perHour: 1, extended: false };
/** 2024-05-05 12:40 UTC. */
const start = 1_714_912_800_000;
const asked: string[] = [];
let price = 64_000;

async function fetchJson(url: string): Promise<unknown> {
  asked.push(url);
  if (url.includes('BTC-USD')) return { data: { amount: price } };
  if (url.includes('frankfurter')) return { rates: { SEK: 10.8 } };
  if (url.includes('OHLC?pair=XBTUSD&interval=10080')) {
    return {
      result: {
        X: [
          [1_400_000_000, 0, 0, 0, '450.5'],
          [1_400_604_800, 0, 0, 0, '1'],
        ],
      },
    };
  }
  throw new Error('answered 503');
}

const open = async (settings: Partial<PriceSettings>) => {
  keeper = await openPrices({
    settings: { ...nothing, ...settings },
    directory,
    fetchJson,
    nowMs: Date.now,
    log,
  });
  return keeper.prices;
};

/** Waits until the condition holds. */
const until = async (condition: () => boolean) => {
  await vi.waitFor(
    () => {
      if (!condition()) throw new Error('not yet');
    },
    { timeout: 90_000 },
  );
};

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'glassblock-prices-'));
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: start });
  asked.length = 0;
  warnings.length = 0;
  price = 64_000;
});
afterEach(async () => {
  await keeper?.stop();
  keeper = undefined;
  vi.useRealTimers();
  await rm(directory, { recursive: true, force: true });
});

describe('prices', () => {
  it('are not fetched unless configured', async () => {
    const prices = await open({});
    await vi.advanceTimersByTimeAsync(7_200_000);
    expect(asked).toEqual([]);
    expect(prices.current()).toBeUndefined();
    expect(prices.history()).toEqual([]);
    expect(prices.currencies).toHaveLength(7);
  });

  it('of feeds are fetched at start and hourly, and stored by the hour with their history', async () => {
    const prices = await open({ feeds: ['coinbase'] });
    await until(() => prices.history().length === 2);
    expect(prices.current()).toEqual({ time: start / 1_000, prices: { USD: 64_000 } });
    expect(prices.at(1_500_000_000)).toEqual({ time: 1_400_604_800, prices: { USD: 450.5 } });
    expect(prices.at(start / 1_000 + 1_200)).toEqual({ time: 1_714_914_000, prices: { USD: 64_000 } });
    price = 65_000;
    const before = asked.length;
    await vi.advanceTimersByTimeAsync(1_200_000);
    await until(() => prices.current()?.prices['USD'] === 65_000);
    // the three currencies of that source, and no history again
    expect(asked.length - before).toBe(3);
    // the hour has a price already
    expect(prices.history()).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(3_600_000);
    await until(() => prices.history().length === 3);
    expect(warnings[0]).toMatchObject({ silent: ['coinbase: answered 503'] });
    await keeper?.stop();
    expect(await readFile(join(directory, 'prices.csv'), 'utf8')).toBe(
      'time,USD\n1400604800,450.5\n1714914000,64000\n1714917600,65000\n',
    );
    const again = await open({ feeds: ['coinbase'] });
    expect(again.at(1_714_917_600)?.prices).toEqual({ USD: 65_000 });
  });

  it.each([400, -400])('are stored and shown after the clock was off by %i days', async (days) => {
    let prices = await open({ feeds: ['coinbase'] });
    await until(() => prices.history().length === 2);
    await keeper?.stop();
    const restartAt = async (time: number) => {
      vi.setSystemTime(time);
      price += 1_000;
      prices = await open({ feeds: ['coinbase'] });
      await until(() => prices.current()?.prices['USD'] === price);
      await keeper?.stop();
    };
    await restartAt(start + days * 86_400_000);
    await restartAt(start + 3_600_000);
    const shown = prices.history().filter(({ time }) => time >= start / 1_000);
    expect(shown.map(({ prices: { USD } }) => USD)).toEqual([64_000, 66_000]);
  });

  it('of other currencies follow from exchange rates', async () => {
    const prices = await open({ feeds: ['coinbase'], extended: true });
    await until(() => prices.current()?.prices['SEK'] === 691_200);
    expect(prices.currencies).toHaveLength(33);
  });

  it('of a file are available from the start, and change with it', async () => {
    const file = join(directory, 'own.csv');
    await writeFile(file, 'date,USD,SEK\n2024-05-03,60000,650000\n2024-05-04,61000,660000\n');
    vi.useRealTimers();
    vi.useFakeTimers({ toFake: ['Date'], now: start });
    const prices = await open({ file });
    expect(prices.currencies).toEqual(['USD', 'EUR', 'GBP', 'CAD', 'CHF', 'AUD', 'JPY', 'SEK']);
    expect(prices.current()).toEqual({ time: 1_714_867_200, prices: { USD: 61_000, SEK: 660_000 } });
    await writeFile(`${file}.new`, 'date,USD\n2024-05-04,62000\n');
    const changed = new Promise<void>((resolve) => prices.onChange(resolve));
    await rename(`${file}.new`, file);
    await changed;
    expect(prices.current()?.prices).toEqual({ USD: 62_000 });
    expect(asked).toEqual([]);
  });

  it('of an unusable file are rejected with the reason', async () => {
    const file = join(directory, 'own.csv');
    await expect(open({ file })).rejects.toMatchObject({ code: 'config.prices', message: /^prices\.file: .*own\.csv/ });
    await writeFile(file, 'time,USD\nsoon,1\n');
    await expect(open({ file })).rejects.toMatchObject({
      message: `prices.file: ${file}: line 2: "soon" is not a time`,
    });
  });
});
