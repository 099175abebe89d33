import { use } from 'react';
import { fiat, worth } from '../format/fiat.ts';
import { usePreferences } from './preferences.tsx';
import { PriceContext } from './price.ts';
import { FigureText } from './values.tsx';

/** Whether coins have something beside them: what they are worth now. Not where amounts are money already, or nobody says. */
export function useIsPriced(): boolean {
  const { unit } = usePreferences().preferences;
  return use(PriceContext) !== undefined && unit !== 'fiat';
}

/** What coins are worth now, beside them. @param title  what they are, where that is not said */
export function Worth({ sats, title }: { sats: number; title?: string }) {
  const price = use(PriceContext);
  const { unit, currency } = usePreferences().preferences;
  if (price === undefined || unit === 'fiat') return null;
  return (
    <span title={title}>
      {' '}
      <FigureText figure={fiat(worth(sats, price), currency)} className="fiat quiet" />
    </span>
  );
}
