import { type Static, Type } from 'typebox';
import { Num } from './terms.ts';

/*
 * Wire shapes of bitcoin prices. Each exported type is the static type of the schema of the same name.
 */

/** Price of 1 BTC by currency code (-1 when unknown), and `time` in Unix seconds. */
export const Conversions = Type.Record(Type.String(), Num);
export type Conversions = Static<typeof Conversions>;

/** Prices over time, newest first, and exchange rates per USD (`USDEUR` and so on; null when unknown). */
export const HistoricalPrice = Type.Union([
  Type.Object({ prices: Type.Array(Conversions), exchangeRates: Type.Record(Type.String(), Num) }),
  Type.Null(),
]);
export type HistoricalPrice = Static<typeof HistoricalPrice>;
