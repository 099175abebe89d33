import { describe, expect, it } from 'vitest';
import { agreedPrice, askHistory, askRates, askSources, type FetchJson, sourceNames } from './feeds.ts';

/** Answers of the sources, in their own forms. */
const defaultValue: Record<string, unknown> = {
  'https://api.kraken.com/0/public/Ticker?pair=XBTUSD': {
    error: [],
    result: { XXBTZUSD: { c: ['67000.10000', '0.01'] } },
  },
  'https://api.kraken.com/0/public/Ticker?pair=XBTCHF': { error: [], result: { XBTCHF: { c: ['60000.0', '0.01'] } } },
  'https://api.coinbase.com/v2/prices/BTC-USD/spot': { data: { amount: '67010.5', base: 'BTC', currency: 'USD' } },
  'https://api.coinbase.com/v2/prices/BTC-EUR/spot': { data: { amount: '62000', base: 'BTC', currency: 'EUR' } },
  'https://api-pub.bitfinex.com/v2/ticker/tBTCUSD': [66_990, 1, 67_000, 1, 1, 0.1, 67_030, 500, 68_000, 66_000],
  'https://api.gemini.com/v1/pubticker/btcusd': { bid: '1', ask: '2', last: '999999999.0' },
  'https://www.bitstamp.net/api/v2/ticker/btceur/': { last: '62101', volume: '3' },
  'https://api.bitflyer.com/v1/ticker?product_code=BTC_JPY': { product_code: 'BTC_JPY', ltp: 10_050_000 },
};

const fetchOf =
  (answers: Record<string, unknown>): FetchJson =>
  async (url) => {
    if (!(url in answers)) throw new Error('answered 404');
    return answers[url];
  };

describe('price agreed by sources', () => {
  it.each([
    ['USD', [100], 100],
    ['USD', [100, 104], 102],
    ['USD', [300, 100, 101], 101],
    ['USD', [100, 111], undefined],
    ['USD', [100, 102, 104, 9_000], 103],
    ['USD', [Number.NaN, -1, 0, 2e8, 50], 50],
    ['JPY', [2e8], 2e8],
    ['USD', [], undefined],
  ])('in %s of %j is %s', (code, said, price) => {
    expect(agreedPrice(code, said)).toBe(price);
  });
});

describe('fetching from sources', () => {
  it('uses the median of all sources', async () => {
    const { row, silent } = await askSources(sourceNames, fetchOf(defaultValue), 1_700_000_000);
    expect(row).toEqual({
      time: 1_700_000_000,
      prices: { USD: 67_011, EUR: 62_051, CHF: 60_000, JPY: 10_050_000 },
    });
    expect(silent).toContain('coinbase: answered 404');
    // an implausible price counts as none
    expect(silent.join()).toMatch(/gemini: /);
  });

  it.each([
    [null],
    ['text'],
    [[]],
    [{}],
    [{ result: null }],
    [{ result: { X: { c: 'no' } } }],
    [{ data: { amount: {} } }],
  ])('finds no price in %j', async (answer) => {
    const { row, silent } = await askSources(sourceNames, async () => answer, 1);
    expect(row.prices).toEqual({});
    expect(silent).toHaveLength(sourceNames.length);
  });
});

describe('exchange rates', () => {
  it('are per US dollar', async () => {
    const url = 'https://api.frankfurter.dev/v1/latest?base=USD';
    const rates = { AUD: 1.5351, BGN: 1.8636, XYZ: 'much', ZAR: -1 };
    expect(await askRates(fetchOf({ [url]: { base: 'USD', date: '2024-11-25', rates } }))).toEqual({
      AUD: 1.5351,
      BGN: 1.8636,
    });
    expect(await askRates(async () => 'closed')).toEqual({});
  });

  it('are of known currencies, and finite as JSON need not be', async () => {
    const text = '{"rates":{"AUD":1e400,"BGN":1e300,"SEK":1e-300,"CZK":22.4,"XYZ":1,"__proto__":2,"constructor":3}}';
    expect(await askRates(async () => JSON.parse(text))).toEqual({ CZK: 22.4 });
  });
});

describe('history', () => {
  it('has the closing price of each candle at its end, without the current one', async () => {
    const candle = (time: number, close: string) => [time, '1', '9', '0.5', close, '2', '3.1', 5];
    const answers: FetchJson = async (url) => {
      if (url.endsWith('pair=XBTUSD&interval=10080')) {
        return {
          error: [],
          result: { last: 7, XXBTZUSD: [candle(1_380_758_400, '123.5'), candle(1_381_363_200, '130')] },
        };
      }
      if (url.endsWith('pair=XBTEUR&interval=1440')) {
        return { error: [], result: { XXBTZEUR: [candle(1_381_276_800, '99'), candle(1_381_363_200, '98')], last: 7 } };
      }
      return { error: ['EQuery:Unknown asset pair'] };
    };
    const { rows, silent } = await askHistory(answers);
    expect(rows).toEqual([{ time: 1_381_363_200, prices: { USD: 123.5, EUR: 99 } }]);
    expect(silent).toHaveLength(12);
    expect(silent[0]).toBe('history in EUR: no candles');
  });
});
