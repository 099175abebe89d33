import { type Static, Type } from 'typebox';
import { Num } from './terms.ts';

/** What a bitcoin costs, by currency code, and `time` in Unix seconds; -1: unknown. (rest-bitcoin 4.1) */
export const Conversions = Type.Record(Type.String(), Num);
export type Conversions = Static<typeof Conversions>;

/** Prices over time, newest first, and units of other currencies for one USD: `USDEUR`, .. ; null for a currency that is
 *  not known. (rest-bitcoin 4.2) */
export const HistoricalPrice = Type.Union([
  Type.Object({ prices: Type.Array(Conversions), exchangeRates: Type.Record(Type.String(), Num) }),
  Type.Null(),
]);
export type HistoricalPrice = Static<typeof HistoricalPrice>;
