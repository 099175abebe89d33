import { CodedError } from '@glassblock/primitives';
import { describe, expect, it } from 'vitest';
import { baseCurrencies } from '../../sources/prices/currencies.ts';
import { createPriceBook, type Prices } from '../../sources/prices/price-book.ts';
import type { PriceRow } from '../../sources/prices/price-row.ts';
import { createRemotePrices } from './remote-prices.ts';

const now = () => 1_700_000_000;
const row = (time: number, USD: number): PriceRow => ({ time, prices: { USD } });

/** A follower with prices, and the copy of a serving process. */
function linked(currencies: readonly string[] = [...baseCurrencies, 'CZK']) {
  const book = createPriceBook(currencies, now);
  let follower: Prices | undefined = book;
  const calls: string[] = [];
  const errors: unknown[] = [];
  const caller = {
    async call(name: string) {
      calls.push(name);
      if (follower === undefined) throw new CodedError('server.follower-away', 'away');
      return structuredClone(follower.history());
    },
  };
  const remote = createRemotePrices(caller, now, (error) => errors.push(error));
  return {
    book,
    remote,
    calls,
    errors,
    lead: (next: Prices | undefined) => void (follower = next),
    status: () => remote.update(structuredClone((follower ?? book).snapshot())),
  };
}

const answersOf = (prices: Prices) => [
  prices.currencies,
  prices.current(),
  prices.rates(),
  prices.history(),
  prices.at(now() - 5_000),
];

describe('createRemotePrices', () => {
  it('answers as the follower does, and reports changes', async () => {
    const { book, remote, status, calls, errors } = linked();
    let changes = 0;
    remote.onChange(() => changes++);
    status();
    expect(answersOf(remote)).toEqual(answersOf(book));
    expect(calls).toEqual([]);
    book.setHistory([row(now() - 7_200, 30_000), row(now() - 3_600, 31_000)]);
    book.setCurrent(row(now() - 60, 32_001));
    book.setRates({ CZK: 22.37, EUR: 0.913 });
    changes = 0;
    status();
    await expect.poll(() => answersOf(remote)).toEqual(answersOf(book));
    expect(remote.current()?.prices).toEqual({ USD: 32_001, CZK: 715_862, EUR: 29_217 });
    expect(changes).toBeGreaterThan(0);
    changes = 0;
    status();
    expect([changes, calls.length, errors]).toEqual([0, 1, []]);
  });

  it('copies the history of a follower that takes over, and keeps the last one while it is away', async () => {
    const { book, remote, status, lead, calls, errors } = linked(baseCurrencies);
    book.setHistory([row(now() - 7_200, 30_000)]);
    status();
    await expect.poll(() => remote.history()).toEqual(book.history());
    const next = createPriceBook(baseCurrencies, now);
    next.setHistory([row(now() - 7_000, 29_000)]);
    lead(undefined);
    remote.restart();
    status();
    await expect.poll(() => calls.length).toBe(2);
    expect(remote.history()).toEqual(book.history());
    lead(next);
    status();
    // the attempt before may not have ended
    await expect
      .poll(() => {
        status();
        return answersOf(remote);
      })
      .toEqual(answersOf(next));
    expect(errors).toEqual([]);
  });
});
