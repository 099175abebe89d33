import { describe, expect, it } from 'vitest';
import { createPriceBook } from './price-book.ts';

const day = 86_400;

describe('price book', () => {
  it('returns the last price at or before a time', () => {
    const book = createPriceBook(['USD'], () => 1_000);
    expect(book.at(5)).toBeUndefined();
    const rows = [10, 20, 30].map((time) => ({ time, prices: { USD: 2 * time } }));
    book.setHistory(rows);
    expect([9, 10, 19, 20, 29, 30, 5_000].map((time) => book.at(time)?.prices['USD'])).toEqual([
      undefined,
      20,
      20,
      40,
      40,
      60,
      60,
    ]);
    expect(book.history()).toEqual(rows);
  });

  it('treats a price as current for two days', () => {
    let now = 100 * day;
    const book = createPriceBook(['USD'], () => now);
    book.setHistory([{ time: 99 * day, prices: { USD: 1 } }]);
    expect(book.current()).toEqual({ time: 99 * day, prices: { USD: 1 } });
    book.setCurrent({ time: 100 * day - 5, prices: { USD: 2 } });
    expect(book.current()?.prices).toEqual({ USD: 2 });
    now = 101 * day;
    book.setHistory([{ time: 101 * day, prices: { USD: 3 } }]);
    expect(book.current()?.prices).toEqual({ USD: 3 });
    now = 103 * day + 1;
    expect(book.current()).toBeUndefined();
  });

  it('ignores future prices', () => {
    const book = createPriceBook(['USD'], () => 50 * day);
    book.setHistory([
      { time: 50 * day, prices: { USD: 1 } },
      { time: 51 * day, prices: { USD: 2 } },
    ]);
    expect(book.current()?.prices).toEqual({ USD: 1 });
  });

  it('computes other currencies by exchange rates, which yield to prices', () => {
    const book = createPriceBook(['USD', 'EUR', 'SEK'], () => 5);
    book.setCurrent({ time: 5, prices: { USD: 60_000, EUR: 54_000 } });
    expect(book.rates()).toEqual({ EUR: 0.9 });
    book.setRates({ EUR: 0.8, SEK: 10.5, ZAR: 18 });
    expect(book.rates()).toEqual({ EUR: 0.9, SEK: 10.5, ZAR: 18 });
    expect(book.current()).toEqual({ time: 5, prices: { USD: 60_000, EUR: 54_000, SEK: 630_000 } });
  });

  it('notifies of every change', () => {
    const book = createPriceBook(['USD'], () => 5);
    let published = 0;
    const leave = book.onChange(() => published++);
    book.setCurrent({ time: 5, prices: { USD: 1 } });
    book.setHistory([]);
    book.setRates({});
    leave();
    book.setRates({});
    expect(published).toBe(3);
  });
});
