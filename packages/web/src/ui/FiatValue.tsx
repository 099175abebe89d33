import { use } from 'react';
import { usePreferences } from '../context/preferences.tsx';
import { PriceContext } from '../context/price.ts';
import { fiat, worth } from '../format/fiat.ts';
import { FigureText } from './values.tsx';

/** One input and two outputs of the usual kind, vB. */
export const defaultVsize = 140;

/** Whether coins have something beside them: what they are worth now. Not where amounts are money already, or nobody says. */
export function useIsPriced(): boolean {
  const { unit } = usePreferences().preferences;
  return use(PriceContext) !== undefined && unit !== 'fiat';
}

/** What coins are worth now in the visitor's currency; nothing while nobody says. */
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

/** The same beside an amount that is written as the visitor likes. @param title  what it is, where that is not said */
export function FiatValue({ sats, title }: { sats: number; title?: string }) {
  if (!useIsPriced()) return null;
  return (
    <span title={title}>
      <FiatAmount sats={sats} />
    </span>
  );
}
