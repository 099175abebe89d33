import type { Prices } from './price-book.ts';

/** Prices as a network shows them. */
export interface PriceContext {
  /** Current and historical prices; empty for coins without value. */
  readonly prices: Prices;
}
