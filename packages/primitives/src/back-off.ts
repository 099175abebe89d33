/**
 * Returns the pause before another attempt: it doubles with each failure up to a maximum. Loops of this project wait for
 * it together with events that end it early, which libraries that run the whole loop do not offer.
 * @param failures consecutive failures, 1 after the first
 * @param limits milliseconds; `firstMs` is the pause after the first failure
 */
export function backOffMs(failures: number, { firstMs, maxMs }: { firstMs: number; maxMs: number }): number {
  // the exponent is bounded, so that the product stays finite
  return Math.min(maxMs, firstMs * 2 ** Math.min(Math.max(0, failures - 1), 20));
}
