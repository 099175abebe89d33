import { use } from 'react';
import { usePreferences } from '../context/preferences.tsx';
import { PriceContext } from '../context/price.ts';
import { fiat, worth } from '../format/fiat.ts';
import { FigureText } from './values.tsx';

/** Vsize of a typical transaction with one input and two outputs, vB. */
export const defaultVsize = 140;

/** Returns whether fiat values are shown beside amounts: not when amounts are in fiat already or without a price. */
export function useIsPriced(): boolean {
  const { unit } = usePreferences().preferences;
  return use(PriceContext) !== undefined && unit !== 'fiat';
}

/** Shows the fiat value of an amount at the current price; nothing without a price. */
export function FiatAmount({ sats }: { sats: number }) {
  const price = use(PriceContext);
  const { currency } = usePreferences().preferences;
  if (price === undefined) return null;
  return (
    <>
      {' '}
      <FigureText figure={fiat(worth(sats, price), currency)} className="fiat quiet" />
    </>
  );
}

/**
 * Shows the fiat value beside an amount in the visitor's unit.
 * @param title label, where there is no other
 */
export function FiatValue({ sats, title }: { sats: number; title?: string }) {
  if (!useIsPriced()) return null;
  return (
    <span title={title}>
      <FiatAmount sats={sats} />
    </span>
  );
}
