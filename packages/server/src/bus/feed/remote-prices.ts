import { isDeepStrictEqual } from 'node:util';
import { isCoded } from '@glassblock/primitives';
import { createPriceBook, noPrices, type PriceSnapshot, type Prices } from '../../sources/prices/price-book.ts';
import type { PriceRow } from '../../sources/prices/price-row.ts';
import type { BusCaller } from '../bus-calls.ts';

/** The prices of a follower: current ones come with its status, the history is copied when it has changed. */
export interface RemotePrices extends Prices {
  /** Takes the prices of a status. */
  update(snapshot: PriceSnapshot): void;
  /** Another follower leads: it has a history of its own. */
  restart(): void;
}

/** Name of the call that returns the history. */
export const historyCall = 'prices.history';

/**
 * Creates empty prices.
 * @param now seconds since 1970
 * @param onError called on an unexpected error
 */
export function createRemotePrices(
  caller: Pick<BusCaller, 'call'>,
  now: () => number,
  onError: (error: unknown) => void,
): RemotePrices {
  let newest: PriceSnapshot = noPrices.snapshot();
  let book = createPriceBook(newest.currencies, now);
  /** Version of the copied history; undefined: none of the present follower. */
  let copied: number | undefined = newest.version;
  let isCopying = false;
  let terms = 0;
  const listeners = new Set<() => void>();
  const report = () => {
    for (const listener of listeners) listener();
  };

  async function copy(): Promise<void> {
    while (copied !== newest.version) {
      const [term, { version }] = [terms, newest];
      const rows = (await caller.call(historyCall, [])) as readonly PriceRow[];
      if (term !== terms) continue;
      book.setHistory(rows);
      copied = version;
      report();
    }
  }

  return {
    get currencies() {
      return newest.currencies;
    },
    current: () => book.current(),
    at: (time) => book.at(time),
    history: () => book.history(),
    rates: () => book.rates(),
    snapshot: () => newest,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    update(snapshot) {
      if (!isDeepStrictEqual(snapshot, newest)) {
        const { currencies } = newest;
        newest = snapshot;
        if (!isDeepStrictEqual(currencies, snapshot.currencies)) {
          const history = book.history();
          book = createPriceBook(snapshot.currencies, now);
          book.setHistory(history);
        }
        book.setCurrent(snapshot.current);
        book.setRates(snapshot.rates);
        report();
      }
      if (isCopying || copied === newest.version) return;
      isCopying = true;
      void copy()
        .catch((error: unknown) => {
          // away: the next status retries
          if (!isCoded(error)) onError(error);
        })
        .finally(() => {
          isCopying = false;
        });
    },
    restart() {
      terms++;
      copied = undefined;
    },
  };
}
